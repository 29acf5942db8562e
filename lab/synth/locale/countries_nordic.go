package locale

func swedishCountries() []Country {
	return []Country{{
		Code: "SE", weight: 1, Name: "Sverige", Currency: "SEK", symbols: []string{"kr", "SEK", "kr", "Kr"},
		symbolAt: symbolAfter,
		dates: []string{"2006-01-02", "2006-01-02", "2006-01-02", "2 January 2006", "02.01.2006", "06-01-02", "2 Jan 2006",
			"20060102", "02/01/2006"},
		numbers:  []string{" ,", " ,", ",", ".,", " ."},
		taxNames: []string{"Moms", "moms", "MOMS", "Mervärdesskatt"}, taxRates: "25 12 6",
		Towns: []string{"Göteborg", "Malmö", "Uppsala", "Västerås", "Örebro", "Linköping", "Umeå", "Gävle", "Borås",
			"Sundsvall", "Luleå", "Stockholm", "Östersund", "Halmstad"},
		postal:  []string{"*## ## {town}", "*## ## {town}", "*## ##  {town}", "SE-*## ## {town}", "*## ## {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}A", "{street} {no} B", "Box *##"},
		Phones:  []string{"08-### ## ##", "+46 8 ### ## ##", "0*#-## ## ##", "+46 (0)*#-### ## ##", "070-### ## ##"},
		domains: []string{"se", "se", "com", "nu"},
		Forms:   []string{"AB", "AB", "AB", "HB", "KB", "Aktiebolag", "Ek. för.", ""},
		Iban:    "####################", taxID: vatSE,
	}}
}

func danishCountries() []Country {
	return []Country{{
		Code: "DK", weight: 1, Name: "Danmark", Currency: "DKK", symbols: []string{"kr.", "DKK", "kr", "DKK"},
		symbolAt: symbolEither,
		dates: []string{"02-01-2006", "02-01-2006", "02.01.2006", "02/01/2006", "2. January 2006", "2006-01-02", "02-01-06",
			"2. Jan 2006", "2/1 2006"},
		numbers:  []string{".,", ".,", ".,", ",", " ,"},
		taxNames: []string{"Moms", "moms", "MOMS"}, taxRates: "25",
		Towns: []string{"Aarhus C", "Odense", "Aalborg", "Esbjerg", "Randers", "Kolding", "Horsens", "Vejle", "Roskilde",
			"København K", "Silkeborg", "Næstved", "Tårnby", "Sønderborg"},
		postal: []string{"*### {town}", "*### {town}", "DK-*### {town}", "*### {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}, * sal", "{street} {no}, st. th.",
			"{street} {no}B"},
		Phones:  []string{"## ## ## ##", "+45 ## ## ## ##", "########", "+45 ########", "(+45) #### ####"},
		domains: []string{"dk", "dk", "com"},
		Forms:   []string{"A/S", "ApS", "ApS", "I/S", "IVS", "P/S", ""},
		Iban:    "##############", taxID: cvrDK,
	}}
}

func norwegianCountries() []Country {
	return []Country{{
		Code: "NO", weight: 1, Name: "Norge", Currency: "NOK", symbols: []string{"kr", "NOK", "NOK", "kr", "Kr"},
		symbolAt: symbolEither,
		dates: []string{"02.01.2006", "02.01.2006", "02.01.2006", "2.1.2006", "2. January 2006", "2006-01-02", "02.01.06",
			"2. Jan 2006", "02/01/2006"},
		numbers:  []string{" ,", " ,", " ,", ",", ".,"},
		taxNames: []string{"mva", "MVA", "mva.", "Mva", "merverdiavgift"}, taxRates: "25 15 12",
		Towns: []string{"Oslo", "Bergen", "Trondheim", "Stavanger", "Tromsø", "Ålesund", "Bodø", "Kristiansand", "Hønefoss",
			"Lillehammer", "Mo i Rana", "Sandnes", "Drammen", "Førde", "Nesttun"},
		postal:  []string{"*### {town}", "*### {town}", "*### {TOWN}", "NO-*### {town}", "0#*# Oslo"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}B", "{street} {no} A", "Postboks *##"},
		Phones:  []string{"## ## ## ##", "+47 ## ## ## ##", "### ## ###", "+47 ### ## ###", "########"},
		domains: []string{"no", "no", "com"},
		Forms:   []string{"AS", "AS", "AS", "ASA", "ANS", "DA", "ENK", "SA", ""},
		Iban:    "###########", taxID: mvaNO,
	}}
}

func finnishCountries() []Country {
	return []Country{{
		Code: "FI", weight: 1, Name: "Suomi", Currency: "EUR", symbols: []string{"€", "€", "EUR", "€", "e"},
		symbolAt: symbolAfter,
		dates: []string{"2.1.2006", "2.1.2006", "2.1.2006", "02.01.2006", "02.01.2006", "2. January 2006", "2006-01-02",
			"2.1.06"},
		numbers:  []string{" ,", " ,", ",", ",", ".,"},
		taxNames: []string{"ALV", "alv", "ALV", "Alv", "alv."}, taxRates: "25.5 14 24 10 13.5",
		Towns: []string{
			"Helsinki", "Espoo", "Tampere", "Turku", "Jyväskylä", "Oulu", "Lahti", "Kuopio", "Hämeenlinna", "Vaasa", "Seinäjoki",
			"Rovaniemi", "Mikkeli", "Järvenpää", "Ylöjärvi"},
		postal:  []string{"##### {town}", "##### {TOWN}", "##### {TOWN}", "##### {town}", "FI-##### {town}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no} A *", "{street} {no} B", "PL *##"},
		Phones:  []string{"0*# ### ####", "+358 *# ### ####", "010 ### ####", "(0*) ### ####", "050 ### ## ##"},
		domains: []string{"fi", "fi", "com"},
		Forms:   []string{"Oy", "Oy", "Oy", "Oyj", "Ky", "Tmi", "Oy Ab", "Osk", ""},
		Iban:    "##############", taxID: alvFI,
	}}
}
