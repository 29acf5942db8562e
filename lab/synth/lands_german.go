package synth

import "math/rand/v2"

func germanLands() []land { return []land{germany(), austria(), switzerlandDE()} }

func germany() land {
	return land{
		code: "DE", weight: 6, name: "Deutschland", currency: "EUR", symbols: []string{"€", "€", "€", "EUR", "EUR"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "02.01.2006", "2.1.2006", "02.01.06", "2. January 2006",
			"02. January 2006", "2006-01-02", "2. Jan 2006"},
		numbers:  []string{".,", ".,", ".,", ",", " ,"},
		taxNames: []string{"MwSt.", "USt.", "MwSt", "Umsatzsteuer", "Mehrwertsteuer", "USt"}, taxRates: "19 7",
		towns: []string{"Hamburg", "Kassel", "Bremen", "Leipzig", "Bad Homburg", "Freiburg im Breisgau", "Erfurt", "Köln",
			"Münster", "Würzburg", "Stuttgart", "Neustadt a. d. Weinstraße", "Potsdam", "Lübeck", "Halle (Saale)", "Düren"},
		postal:  []string{"*#### {town}", "*#### {town}", "*#### {town}", "D-*#### {town}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}a", "{street} {no}-*#"},
		phones: []string{"0*## #######", "+49 *## ######", "0*##/######", "+49 (0)*## / ## ## ##-0", "(0*##) ### ###",
			"0*## - ## ## ##"},
		domains: []string{"de", "de", "de", "com", "eu"},
		forms: []string{"GmbH", "GmbH", "GmbH & Co. KG", "AG", "OHG", "e.K.", "UG (haftungsbeschränkt)", "KG", "GbR",
			"e. V.", ""},
		iban: "##################", taxID: vatDE,
	}
}

func austria() land {
	l := germany()
	l.code, l.weight, l.name = "AT", 2, "Österreich"
	l.taxNames, l.taxRates = []string{"USt.", "MwSt.", "Ust", "USt"}, "20 10 13"
	l.towns = []string{"Wien", "Graz", "Linz", "Salzburg", "Innsbruck", "Villach", "Sankt Pölten", "Wels", "Dornbirn"}
	l.postal = []string{"*### {town}", "*### {town}", "A-*### {town}"}
	l.streets = []string{"{street} {no}", "{street} {no}/*", "{street} {no}"}
	l.phones = []string{"+43 *## ######", "0*## / ## ## ##", "+43 (0) 1 ### ## ##", "01/### ## ##"}
	l.domains = []string{"at", "at", "com", "co.at"}
	l.forms = []string{"GmbH", "Gesellschaft m.b.H.", "Ges.m.b.H.", "OG", "KG", "e.U.", "AG"}
	l.iban, l.taxID = "################", vatAT
	return l
}

func switzerlandDE() land {
	l := germany()
	l.code, l.weight, l.name, l.currency = "CH", 2, "Schweiz", "CHF"
	l.symbols, l.symbolAt, l.numbers = []string{"CHF", "CHF", "Fr."}, symbolBefore, []string{"'.", "'.", "’.", ".", " ."}
	l.taxNames, l.taxRates = []string{"MWST", "MwSt", "MWST", "MwSt."}, "7.7 8.1 2.5"
	l.towns = []string{"Zürich", "Bern", "Winterthur", "St. Gallen", "Luzern", "Chur", "Aarau", "Thun", "Basel"}
	l.postal = []string{"*### {town}", "*### {town}", "CH-*### {town}"}
	l.streets = []string{"{street} {no}", "{street} {no}", "{street} {no}b"}
	l.phones = []string{"+41 44 ### ## ##", "0** ### ## ##", "+41 (0)31 ### ## ##"}
	l.domains = []string{"ch", "ch", "com"}
	l.forms = []string{"AG", "GmbH", "AG", "& Co.", "Sàrl"}
	l.iban, l.taxID = "#################", uidCH
	return l
}

func frenchLands() []land { return []land{france(), belgiumFR(), switzerlandFR(), canadaFR()} }

func france() land {
	return land{
		code: "FR", weight: 6, name: "France", currency: "EUR", symbols: []string{"€", "€", "€", "EUR"},
		symbolAt: symbolAfter,
		dates: []string{"02/01/2006", "02/01/2006", "02/01/2006", "02/01/06", "2 January 2006", "02 January 2006",
			"02-01-2006", "02.01.2006"},
		numbers:  []string{" ,", " ,", ",", " ."},
		taxNames: []string{"TVA", "TVA", "T.V.A."}, taxRates: "20 5.5 10",
		towns: []string{"Lyon", "Nantes", "Rennes", "Dijon", "Toulouse", "Lille", "Grenoble", "Angers", "Reims",
			"Aix-en-Provence", "Saint-Étienne", "Villeurbanne", "Bordeaux", "Le Mans"},
		postal:  []string{"*#### {town}", "*#### {town}", "*#### {TOWN}", "F-*#### {town}", "*#### {TOWN} CEDEX"},
		streets: []string{"{no} {street}", "{no}, {street}", "{no} bis {street}", "{no} {street}"},
		phones:  []string{"0* ## ## ## ##", "+33 * ## ## ## ##", "0*.##.##.##.##", "+33 (0)* ## ## ## ##"},
		domains: []string{"fr", "fr", "com", "eu"},
		forms:   []string{"SARL", "SAS", "SA", "EURL", "S.A.R.L.", "SASU", "& Fils", "SCOP", ""},
		iban:    "#######################", taxID: vatFR,
	}
}

func belgiumFR() land {
	l := france()
	l.code, l.weight, l.name = "BE", 2, "Belgique"
	l.numbers, l.taxRates = []string{".,", ",", " ,"}, "21 6 12"
	l.towns = []string{"Namur", "Liège", "Mons", "Charleroi", "Bruxelles", "Tournai", "Wavre"}
	l.postal = []string{"*### {town}", "B-*### {town}", "*### {TOWN}"}
	l.streets = []string{"{street} {no}", "{street}, {no}", "{street} {no} bte *"}
	l.phones = []string{"+32 81 ## ## ##", "02/### ## ##", "04 ### ## ##", "0*## ## ## ##"}
	l.domains = []string{"be", "be", "com"}
	l.forms = []string{"SPRL", "SRL", "SA", "ASBL", "SCRL"}
	l.iban, l.taxID = "############", vatBE
	return l
}

func switzerlandFR() land {
	l := switzerlandDE()
	l.weight, l.name = 1, "Suisse"
	l.dates = []string{"02.01.2006", "02.01.2006", "2 January 2006", "02.01.06"}
	l.taxNames = []string{"TVA"}
	l.towns = []string{"Genève", "Lausanne", "Neuchâtel", "Sion", "Fribourg", "Vevey"}
	l.streets = []string{"{street} {no}", "{no}, {street}"}
	l.forms = []string{"Sàrl", "SA", "SA", "& Cie"}
	l.phones = []string{"+41 22 ### ## ##", "021 ### ## ##"}
	l.taxID = func(r *rand.Rand) string { return uidDigits(r) + pick(r, " TVA", "") }
	return l
}

func canadaFR() land {
	l := france()
	l.code, l.weight, l.name, l.currency, l.symbols = "CA", 1, "Canada", "CAD", []string{"$", "$", "$ CA", "CAD"}
	l.dates = []string{"2006-01-02", "2006-01-02", "2 January 2006", "02/01/2006"}
	l.taxNames, l.taxRates = []string{"TPS"}, "5"
	l.towns = []string{"Québec/QC", "Laval/QC", "Gatineau/QC", "Montréal/QC", "Sherbrooke/QC"}
	l.postal = []string{"{town} (Québec) @#@ #@#", "{town}, {state} @#@ #@#"}
	l.streets = []string{"{no}, {street}", "{no} {street}, bureau *##"}
	l.phones = []string{"(*##) *##-####", "*## *##-####", "1 800 *##-####"}
	l.domains = []string{"ca", "qc.ca", "com"}
	l.forms = []string{"inc.", "Inc.", "ltée", "enr."}
	l.iban, l.account, l.taxID = "", "#######", gstCA
	return l
}
