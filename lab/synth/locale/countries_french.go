package locale

import (
	"math/rand/v2"

	"github.com/docmill/docmill/lab/synth/random"
)

func frenchCountries() []Country {
	return []Country{france(), belgiumFR(), switzerlandFR(), canadaFR()}
}

func france() Country {
	return Country{
		Code: "FR", weight: 6, Name: "France", Currency: "EUR", symbols: []string{"€", "€", "€", "EUR"},
		symbolAt: symbolAfter,
		dates: []string{"02/01/2006", "02/01/2006", "02/01/2006", "02/01/06", "2 January 2006", "02 January 2006",
			"02-01-2006", "02.01.2006"},
		numbers:  []string{" ,", " ,", ",", " ."},
		taxNames: []string{"TVA", "TVA", "T.V.A."}, taxRates: "20 5.5 10",
		Towns: []string{"Lyon", "Nantes", "Rennes", "Dijon", "Toulouse", "Lille", "Grenoble", "Angers", "Reims",
			"Aix-en-Provence", "Saint-Étienne", "Villeurbanne", "Bordeaux", "Le Mans"},
		postal:  []string{"*#### {town}", "*#### {town}", "*#### {TOWN}", "F-*#### {town}", "*#### {TOWN} CEDEX"},
		streets: []string{"{no} {street}", "{no}, {street}", "{no} bis {street}", "{no} {street}"},
		Phones:  []string{"0* ## ## ## ##", "+33 * ## ## ## ##", "0*.##.##.##.##", "+33 (0)* ## ## ## ##"},
		domains: []string{"fr", "fr", "com", "eu"},
		Forms:   []string{"SARL", "SAS", "SA", "EURL", "S.A.R.L.", "SASU", "& Fils", "SCOP", ""},
		Iban:    "#######################", taxID: vatFR,
	}
}

func belgiumFR() Country {
	l := france()
	l.Code, l.weight, l.Name = "BE", 2, "Belgique"
	l.numbers, l.taxRates = []string{".,", ",", " ,"}, "21 6 12"
	l.Towns = []string{"Namur", "Liège", "Mons", "Charleroi", "Bruxelles", "Tournai", "Wavre"}
	l.postal = []string{"*### {town}", "B-*### {town}", "*### {TOWN}"}
	l.streets = []string{"{street} {no}", "{street}, {no}", "{street} {no} bte *"}
	l.Phones = []string{"+32 81 ## ## ##", "02/### ## ##", "04 ### ## ##", "0*## ## ## ##"}
	l.domains = []string{"be", "be", "com"}
	l.Forms = []string{"SPRL", "SRL", "SA", "ASBL", "SCRL"}
	l.Iban, l.taxID = "############", vatBE
	return l
}

func switzerlandFR() Country {
	l := switzerlandDE()
	l.weight, l.Name = 1, "Suisse"
	l.dates = []string{"02.01.2006", "02.01.2006", "2 January 2006", "02.01.06"}
	l.taxNames = []string{"TVA"}
	l.Towns = []string{"Genève", "Lausanne", "Neuchâtel", "Sion", "Fribourg", "Vevey"}
	l.streets = []string{"{street} {no}", "{no}, {street}"}
	l.Forms = []string{"Sàrl", "SA", "SA", "& Cie"}
	l.Phones = []string{"+41 22 ### ## ##", "021 ### ## ##"}
	l.taxID = func(r *rand.Rand) string { return uidDigits(r) + random.Pick(r, " TVA", "") }
	return l
}

func canadaFR() Country {
	l := france()
	l.Code, l.weight, l.Name, l.Currency, l.symbols = "CA", 1, "Canada", "CAD", []string{"$", "$", "$ CA", "CAD"}
	l.dates = []string{"2006-01-02", "2006-01-02", "2 January 2006", "02/01/2006"}
	l.taxNames, l.taxRates = []string{"TPS"}, "5"
	l.Towns = []string{"Québec/QC", "Laval/QC", "Gatineau/QC", "Montréal/QC", "Sherbrooke/QC"}
	l.postal = []string{"{town} (Québec) @#@ #@#", "{town}, {state} @#@ #@#"}
	l.streets = []string{"{no}, {street}", "{no} {street}, bureau *##"}
	l.Phones = []string{"(*##) *##-####", "*## *##-####", "1 800 *##-####"}
	l.domains = []string{"ca", "qc.ca", "com"}
	l.Forms = []string{"inc.", "Inc.", "ltée", "enr."}
	l.Iban, l.account, l.taxID = "", "#######", gstCA
	return l
}
