package locale

func romanianCountries() []Country {
	return []Country{{
		Code: "RO", weight: 1, Name: "România", Currency: "RON", symbols: []string{"lei", "RON", "Lei", "RON", "LEI"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "02/01/2006", "02-01-2006", "2 January 2006", "2006-01-02", "02.01.06",
			"2.1.2006"},
		numbers:  []string{".,", ".,", ",", ".", ",."},
		taxNames: []string{"TVA", "TVA", "T.V.A."}, taxRates: "19 21 9 11 5",
		Towns: []string{"București/sector 3", "Cluj-Napoca/Cluj", "Timișoara/Timiș", "Iași/Iași", "Constanța/Constanța",
			"Brașov/Brașov", "Oradea/Bihor", "Sibiu/Sibiu", "Târgu Mureș/Mureș", "Piatra Neamț/Neamț", "Craiova/Dolj"},
		postal: []string{"*##### {town}", "*##### {town}", "*##### {town}, {state}", "{town}, *#####", "*##### {TOWN}"},
		streets: []string{"Str. {street} nr. {no}", "Str. {street} nr. {no}", "str. {street}, nr. {no}", "Bd. {street} {no}",
			"Calea {street} nr. {no}, bl. @*, ap. *#", "Strada {street} {no}", "Șos. {street} nr. {no}"},
		Phones:  []string{"07## ### ###", "021 ### ## ##", "+40 7## ### ###", "02##-######", "+40 21 ### ####"},
		domains: []string{"ro", "ro", "com", "eu"},
		Forms:   []string{"S.R.L.", "SRL", "S.R.L.", "S.A.", "SA", "SRL-D", "S.N.C.", ""},
		Iban:    "@@@@################", taxID: cuiRO,
	}}
}

func bulgarianCountries() []Country { return []Country{bulgaria(), bulgariaBeforeEuro()} }

func bulgaria() Country {
	return Country{
		Code: "BG", weight: 2, Name: "България", Currency: "EUR", symbols: []string{"€", "EUR", "евро", "€"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "02.01.2006 г.", "2.1.2006", "02/01/2006", "2 January 2006 г.",
			"02-01-2006", "02.01.2006г."},
		numbers:  []string{" ,", ",", ".", " .", ".,"},
		taxNames: []string{"ДДС", "ДДС", "ДДС"}, taxRates: "20 9",
		Towns: []string{"София", "Пловдив", "Варна", "Бургас", "Русе", "Стара Загора", "Велико Търново", "Плевен",
			"Благоевград", "Горна Оряховица"},
		postal: []string{"*### {town}", "*### {town}", "*### гр. {town}", "п.к. *### {town}", "*### {TOWN}"},
		streets: []string{"ул. {street} {no}", "ул. „{street}“ № {no}", "бул. {street} {no}", "ул. {street} № {no}, ет. *",
			"ж.к. {street}, бл. {no}", "бул. „{street}“ {no}"},
		Phones:  []string{"02 ### ## ##", "+359 2 ### ####", "08## ### ###", "+359 88 ### ####", "032/######"},
		domains: []string{"bg", "bg", "com", "eu"},
		Forms:   []string{"ООД", "ЕООД", "ООД", "ЕООД", "АД", "ЕАД", "СД"},
		Iban:    "@@@@######********", taxID: eikBG,
	}
}

func bulgariaBeforeEuro() Country {
	l := bulgaria()
	l.Currency, l.symbols = "BGN", []string{"лв.", "лв.", "лв", "BGN", "лева"}
	return l
}

func greekCountries() []Country { return []Country{greece(), cyprus()} }

func greece() Country {
	return Country{
		Code: "GR", weight: 5, Name: "Ελλάδα", Currency: "EUR", symbols: []string{"€", "€", "€", "EUR", "ευρώ"},
		symbolAt: symbolAfter,
		dates: []string{"02/01/2006", "02/01/2006", "02-01-2006", "2/1/2006", "2 January 2006", "02.01.2006", "02/01/06",
			"2 Jan 2006"},
		numbers:  []string{".,", ".,", ",", ".,"},
		taxNames: []string{"ΦΠΑ", "ΦΠΑ", "Φ.Π.Α."}, taxRates: "24 13 6",
		Towns: []string{"Αθήνα", "Θεσσαλονίκη", "Πάτρα", "Ηράκλειο", "Λάρισα", "Βόλος", "Ιωάννινα", "Πειραιάς", "Καλαμάτα",
			"Νέα Σμύρνη", "Αγία Παρασκευή"},
		postal: []string{"*## ## {town}", "*#### {town}", "*## ##, {town}", "Τ.Κ. *#### {town}", "{town}, Τ.Κ. *####",
			"*## ## {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "Οδός {street} {no}", "{street} {no}, *ος όροφος"},
		Phones:  []string{"210 #######", "2310 ######", "+30 210 #######", "69## ######", "+30 2610 ######"},
		domains: []string{"gr", "gr", "com", "eu"},
		Forms:   []string{"Α.Ε.", "ΑΕ", "Ε.Π.Ε.", "ΕΠΕ", "Ι.Κ.Ε.", "ΙΚΕ", "Ο.Ε.", "Ε.Ε.", "Μονοπρόσωπη ΙΚΕ", "Α.Β.Ε.Ε."},
		Iban:    "#######################", taxID: afmEL,
	}
}

func cyprus() Country {
	l := greece()
	l.Code, l.weight, l.Name = "CY", 1, "Κύπρος"
	l.taxRates, l.numbers = "19 9 5", []string{",.", ".", ".,"}
	l.Towns = []string{"Λευκωσία", "Λεμεσός", "Λάρνακα", "Πάφος", "Παραλίμνι"}
	l.postal = []string{"*### {town}", "*### {town}", "Τ.Κ. *### {town}"}
	l.Phones = []string{"22 ######", "+357 25 ######", "99 ######"}
	l.domains = []string{"com.cy", "cy", "com"}
	l.Forms = []string{"Λτδ", "ΛΤΔ", "Λίμιτεδ", "ΔΕΠΥ"}
	l.Iban, l.taxID = "########################", vatCY
	return l
}
