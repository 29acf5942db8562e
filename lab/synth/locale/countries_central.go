package locale

func polishCountries() []Country {
	return []Country{{
		Code: "PL", weight: 1, Name: "Polska", Currency: "PLN", symbols: []string{"zł", "PLN", "PLN", "zł"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "2006-01-02", "2006-01-02", "02-01-2006", "02.01.2006", "2 January 2006",
			"02/01/2006"},
		numbers:  []string{" ,", " ,", ",", "."},
		taxNames: []string{"VAT", "VAT", "Vat"}, taxRates: "23 8 5",
		Towns: []string{"Kraków", "Łódź", "Gdańsk", "Poznań", "Wrocław", "Rzeszów", "Bielsko-Biała", "Toruń", "Zielona Góra",
			"Katowice", "Warszawa"},
		postal: []string{"##-### {town}", "##-### {town}", "##-### {TOWN}"},
		streets: []string{"ul. {street} {no}", "ul. {street} {no}", "ul. {street} {no}/*", "{street} {no}",
			"al. {street} {no}"},
		Phones:  []string{"## ### ## ##", "+48 ### ### ###", "(##) ###-##-##", "tel. ### ### ###"},
		domains: []string{"pl", "com.pl", "pl"},
		Forms:   []string{"Sp. z o.o.", "sp. z o.o.", "S.A.", "Sp.j.", "s.c.", "Spółka z o.o.", "sp. k.", ""},
		Iban:    "########################", taxID: nipPL,
	}}
}

func slovakCountries() []Country {
	return []Country{{
		Code: "SK", weight: 1, Name: "Slovensko", Currency: "EUR", symbols: []string{"€", "EUR", "€", "Eur"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "2.1.2006", "2. 1. 2006", "02. 01. 2006", "2. January 2006", "2006-01-02",
			"02/01/2006"},
		numbers:  []string{" ,", " ,", ",", ".,", " ."},
		taxNames: []string{"DPH", "DPH", "DPH", "dph"}, taxRates: "23 19 5 20 10",
		Towns: []string{"Bratislava", "Košice", "Prešov", "Žilina", "Banská Bystrica", "Nitra", "Trnava", "Trenčín", "Martin",
			"Poprad", "Liptovský Mikuláš", "Nové Zámky", "Zvolen", "Dunajská Streda"},
		postal: []string{"*## ## {town}", "*## ## {town}", "*#### {town}", "SK-*## ## {town}", "*## ##  {town}",
			"*## ## {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}/*#", "{street} *###/{no}", "{street} č. {no}",
			"ul. {street} {no}"},
		Phones:  []string{"+421 *## ### ###", "09## ### ###", "0*#/### ## ##", "+421 2 #### ####", "0*#/#######"},
		domains: []string{"sk", "sk", "sk", "eu", "com"},
		Forms:   []string{"s.r.o.", "s.r.o.", ", s.r.o.", "s. r. o.", "a.s.", ", a.s.", "spol. s r.o.", "k.s.", "v.o.s.", ""},
		Iban:    "####################", taxID: vatSK,
	}}
}

func croatianCountries() []Country {
	return []Country{{
		Code: "HR", weight: 1, Name: "Hrvatska", Currency: "EUR", symbols: []string{"€", "EUR", "€", "EUR"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006.", "02.01.2006.", "02.01.2006", "2.1.2006.", "2. 1. 2006.", "02. 01. 2006.",
			"2. January 2006.", "2006-01-02"},
		numbers:  []string{".,", ".,", ",", " ,", ",."},
		taxNames: []string{"PDV", "PDV", "PDV", "pdv"}, taxRates: "25 13 5",
		Towns: []string{"Zagreb", "Split", "Rijeka", "Osijek", "Zadar", "Pula", "Slavonski Brod", "Karlovac", "Varaždin",
			"Šibenik", "Sisak", "Velika Gorica", "Čakovec", "Dubrovnik"},
		postal: []string{"*#### {town}", "*#### {town}", "*####  {town}", "HR-*#### {town}", "*#### {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}A", "Ulica {street} {no}", "Ul. {street} {no}",
			"{street} {no}/*", "{street} {no}b"},
		Phones:  []string{"+385 1 #### ###", "01/####-###", "0*#/###-###", "+385 9* ### ####", "09*/###-####"},
		domains: []string{"hr", "hr", "hr", "com", "eu"},
		Forms:   []string{"d.o.o.", "d.o.o.", "d.o.o.", "j.d.o.o.", "d.d.", "obrt", "d. o. o.", ""},
		Iban:    "#################", taxID: oibHR,
	}}
}

func slovenianCountries() []Country {
	return []Country{{
		Code: "SI", weight: 1, Name: "Slovenija", Currency: "EUR", symbols: []string{"€", "EUR", "EUR", "€"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "2.1.2006", "2. 1. 2006", "02. 01. 2006", "2. January 2006",
			"2006-01-02"},
		numbers:  []string{".,", ".,", ",", " ,", ",."},
		taxNames: []string{"DDV", "DDV", "DDV", "ddv"}, taxRates: "22 9.5 5",
		Towns: []string{"Ljubljana", "Maribor", "Celje", "Kranj", "Koper", "Velenje", "Novo mesto", "Ptuj", "Trbovlje",
			"Kamnik", "Nova Gorica", "Škofja Loka", "Murska Sobota", "Črnomelj"},
		postal: []string{"*### {town}", "*### {town}", "*###  {town}", "SI-*### {town}", "*### {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}a", "{street} {no} a", "Ulica {street} {no}",
			"{street} {no}b"},
		Phones:  []string{"+386 1 ### ## ##", "01 ### ## ##", "0*# ### ###", "(0*) ### ## ##", "+386 (0)4# ### ###"},
		domains: []string{"si", "si", "si", "com", "eu"},
		Forms:   []string{"d.o.o.", "d.o.o.", ", d.o.o.", "d. o. o.", "s.p.", ", s.p.", "d.d.", "d.n.o.", ""},
		Iban:    "###############", taxID: vatSI,
	}}
}

func hungarianCountries() []Country {
	return []Country{{
		Code: "HU", weight: 1, Name: "Magyarország", Currency: "HUF", symbols: []string{"Ft", "Ft", "HUF", "Ft"},
		symbolAt: symbolAfter,
		dates: []string{"2006.01.02.", "2006.01.02.", "2006. 01. 02.", "2006.01.02", "2006-01-02", "2006. January 2.",
			"2006. Jan 2."},
		numbers:  []string{" ,", " ,", " ,", ".,", ","},
		taxNames: []string{"ÁFA", "Áfa", "áfa", "ÁFA"}, taxRates: "27 5 18",
		Towns: []string{"Budapest", "Debrecen", "Szeged", "Miskolc", "Pécs", "Győr", "Nyíregyháza", "Kecskemét",
			"Székesfehérvár", "Szombathely", "Érd", "Tatabánya", "Kőszeg", "Hódmezővásárhely", "Zalaegerszeg"},
		postal: []string{"*### {town}", "*### {town}", "*### {town}", "H-*### {town}", "*### {TOWN}"},
		streets: []string{"{street} {no}.", "{street} {no}.", "{street} {no}/A", "{street} {no}. *. em.", "{street} {no}-*#.",
			"{street} {no}. fsz. *."},
		Phones:  []string{"+36 1 ### ####", "06-*#-###-###", "+36 *# ### ####", "(06-1) ###-####", "+36-*#/###-####"},
		domains: []string{"hu", "hu", "com", "eu"},
		Forms:   []string{"Kft.", "Kft.", "Kft.", "Zrt.", "Bt.", "Nyrt.", "e.v.", "Kkt.", ""},
		Iban:    "########################", taxID: adoHU,
	}}
}

func czechCountries() []Country {
	return []Country{{
		Code: "CZ", weight: 1, Name: "Česká republika", Currency: "CZK", symbols: []string{"Kč", "Kč", "CZK", "Kč"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "2.1.2006", "2. 1. 2006", "02. 01. 2006", "2. January 2006", "2006-01-02",
			"02/01/2006"},
		numbers:  []string{" ,", " ,", ".,", ",", " ."},
		taxNames: []string{"DPH", "DPH", "Daň"}, taxRates: "21 12 15",
		Towns: []string{"Brno", "Ostrava", "Plzeň", "Liberec", "Olomouc", "České Budějovice", "Hradec Králové", "Zlín",
			"Praha 4", "Kladno", "Jihlava", "Ústí nad Labem", "Nový Jičín"},
		postal:  []string{"*## ## {town}", "*## ## {town}", "*## ##  {town}", "*#### {town}", "CZ-*## ## {town}"},
		streets: []string{"{street} {no}", "{street} *##/*", "{street} {no}", "{street} *#/*#", "{street} č.p. {no}"},
		Phones:  []string{"+420 *## ### ###", "*## ### ###", "+420*########", "00420 *## ### ###"},
		domains: []string{"cz", "cz", "com", "eu"},
		Forms:   []string{"s.r.o.", "s.r.o.", "s. r. o.", "a.s.", "a. s.", "spol. s r.o.", "v.o.s.", "k.s.", ""},
		Iban:    "####################", taxID: dicCZ,
	}}
}
