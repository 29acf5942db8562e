package locale

func dutchCountries() []Country { return []Country{netherlands(), flanders()} }

func netherlands() Country {
	return Country{
		Code: "NL", weight: 4, Name: "Nederland", Currency: "EUR", symbols: []string{"€", "€", "€", "EUR"},
		dates: []string{"02-01-2006", "02-01-2006", "02-01-2006", "2-1-2006", "02/01/2006", "2 January 2006", "02-01-06",
			"2 Jan 2006", "2006-01-02"},
		numbers:  []string{".,", ".,", ",", ",."},
		taxNames: []string{"btw", "BTW", "BTW", "Btw", "B.T.W."}, taxRates: "21 9 6",
		Towns: []string{"Utrecht", "Zwolle", "Breda", "Almere", "Leiden", "'s-Hertogenbosch", "Apeldoorn",
			"Capelle aan den IJssel", "Amersfoort", "Den Haag", "Enschede"},
		postal:  []string{"*### @@ {town}", "*### @@  {town}", "*###@@ {town}", "*### @@ {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}-*", "{street} {no}a"},
		Phones:  []string{"0*#-#######", "+31 (0)*# ### ## ##", "06-########", "088 - ### ## ##", "+31 *# #######"},
		domains: []string{"nl", "nl", "com", "eu"},
		Forms:   []string{"B.V.", "B.V.", "BV", "N.V.", "V.O.F.", "VOF", "& Zn.", ""},
		Iban:    "@@@@##########", taxID: btwNL,
	}
}

func flanders() Country {
	l := netherlands()
	l.Code, l.weight, l.Name, l.symbolAt = "BE", 2, "België", symbolEither
	l.dates = []string{"02/01/2006", "02/01/2006", "02-01-2006", "2 January 2006", "2/01/2006"}
	l.numbers, l.taxRates = []string{".,", ",", " ,"}, "21 6 12"
	l.taxNames = []string{"BTW", "btw"}
	l.Towns = []string{"Gent", "Antwerpen", "Leuven", "Kortrijk", "Hasselt", "Brugge", "Sint-Niklaas", "Mechelen"}
	l.postal = []string{"*### {town}", "B-*### {town}"}
	l.streets = []string{"{street} {no}", "{street} {no} bus *", "{street}, {no}"}
	l.Phones = []string{"+32 9 ### ## ##", "03/### ## ##", "0*## ## ## ##"}
	l.domains = []string{"be", "be", "com"}
	l.Forms = []string{"BV", "NV", "BVBA", "CVBA", "VZW"}
	l.Iban, l.taxID = "############", vatBE
	return l
}
