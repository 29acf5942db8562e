package locale

func germanCountries() []Country { return []Country{germany(), austria(), switzerlandDE()} }

func germany() Country {
	return Country{
		Code: "DE", weight: 6, Name: "Deutschland", Currency: "EUR", symbols: []string{"€", "€", "€", "EUR", "EUR"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "02.01.2006", "2.1.2006", "02.01.06", "2. January 2006",
			"02. January 2006", "2006-01-02", "2. Jan 2006"},
		numbers:  []string{".,", ".,", ".,", ",", " ,"},
		taxNames: []string{"MwSt.", "USt.", "MwSt", "Umsatzsteuer", "Mehrwertsteuer", "USt"}, taxRates: "19 7",
		Towns: []string{"Hamburg", "Kassel", "Bremen", "Leipzig", "Bad Homburg", "Freiburg im Breisgau", "Erfurt", "Köln",
			"Münster", "Würzburg", "Stuttgart", "Neustadt a. d. Weinstraße", "Potsdam", "Lübeck", "Halle (Saale)", "Düren"},
		postal:  []string{"*#### {town}", "*#### {town}", "*#### {town}", "D-*#### {town}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}a", "{street} {no}-*#"},
		Phones: []string{"0*## #######", "+49 *## ######", "0*##/######", "+49 (0)*## / ## ## ##-0", "(0*##) ### ###",
			"0*## - ## ## ##"},
		domains: []string{"de", "de", "de", "com", "eu"},
		Forms: []string{"GmbH", "GmbH", "GmbH & Co. KG", "AG", "OHG", "e.K.", "UG (haftungsbeschränkt)", "KG", "GbR", "e. V.",
			""},
		Iban: "##################", taxID: vatDE,
	}
}

func austria() Country {
	l := germany()
	l.Code, l.weight, l.Name = "AT", 2, "Österreich"
	l.taxNames, l.taxRates = []string{"USt.", "MwSt.", "Ust", "USt"}, "20 10 13"
	l.Towns = []string{"Wien", "Graz", "Linz", "Salzburg", "Innsbruck", "Villach", "Sankt Pölten", "Wels", "Dornbirn"}
	l.postal = []string{"*### {town}", "*### {town}", "A-*### {town}"}
	l.streets = []string{"{street} {no}", "{street} {no}/*", "{street} {no}"}
	l.Phones = []string{"+43 *## ######", "0*## / ## ## ##", "+43 (0) 1 ### ## ##", "01/### ## ##"}
	l.domains = []string{"at", "at", "com", "co.at"}
	l.Forms = []string{"GmbH", "Gesellschaft m.b.H.", "Ges.m.b.H.", "OG", "KG", "e.U.", "AG"}
	l.Iban, l.taxID = "################", vatAT
	return l
}

func switzerlandDE() Country {
	l := germany()
	l.Code, l.weight, l.Name, l.Currency = "CH", 2, "Schweiz", "CHF"
	l.symbols, l.symbolAt, l.numbers = []string{"CHF", "CHF", "Fr."}, symbolBefore, []string{"'.", "'.", "’.", ".", " ."}
	l.taxNames, l.taxRates = []string{"MWST", "MwSt", "MWST", "MwSt."}, "7.7 8.1 2.5"
	l.Towns = []string{"Zürich", "Bern", "Winterthur", "St. Gallen", "Luzern", "Chur", "Aarau", "Thun", "Basel"}
	l.postal = []string{"*### {town}", "*### {town}", "CH-*### {town}"}
	l.streets = []string{"{street} {no}", "{street} {no}", "{street} {no}b"}
	l.Phones = []string{"+41 44 ### ## ##", "0** ### ## ##", "+41 (0)31 ### ## ##"}
	l.domains = []string{"ch", "ch", "com"}
	l.Forms = []string{"AG", "GmbH", "AG", "& Co.", "Sàrl"}
	l.Iban, l.taxID = "#################", uidCH
	return l
}
