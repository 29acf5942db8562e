package synth

func dutchLands() []land { return []land{netherlands(), flanders()} }

func netherlands() land {
	return land{
		code: "NL", weight: 4, name: "Nederland", currency: "EUR", symbols: []string{"€", "€", "€", "EUR"},
		dates: []string{"02-01-2006", "02-01-2006", "02-01-2006", "2-1-2006", "02/01/2006", "2 January 2006", "02-01-06",
			"2 Jan 2006", "2006-01-02"},
		numbers:  []string{".,", ".,", ",", ",."},
		taxNames: []string{"btw", "BTW", "BTW", "Btw", "B.T.W."}, taxRates: "21 9 6",
		towns: []string{"Utrecht", "Zwolle", "Breda", "Almere", "Leiden", "'s-Hertogenbosch", "Apeldoorn",
			"Capelle aan den IJssel", "Amersfoort", "Den Haag", "Enschede"},
		postal:  []string{"*### @@ {town}", "*### @@  {town}", "*###@@ {town}", "*### @@ {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}-*", "{street} {no}a"},
		phones:  []string{"0*#-#######", "+31 (0)*# ### ## ##", "06-########", "088 - ### ## ##", "+31 *# #######"},
		domains: []string{"nl", "nl", "com", "eu"},
		forms:   []string{"B.V.", "B.V.", "BV", "N.V.", "V.O.F.", "VOF", "& Zn.", ""},
		iban:    "@@@@##########", taxID: btwNL,
	}
}

func flanders() land {
	l := netherlands()
	l.code, l.weight, l.name, l.symbolAt = "BE", 2, "België", symbolEither
	l.dates = []string{"02/01/2006", "02/01/2006", "02-01-2006", "2 January 2006", "2/01/2006"}
	l.numbers, l.taxRates = []string{".,", ",", " ,"}, "21 6 12"
	l.taxNames = []string{"BTW", "btw"}
	l.towns = []string{"Gent", "Antwerpen", "Leuven", "Kortrijk", "Hasselt", "Brugge", "Sint-Niklaas", "Mechelen"}
	l.postal = []string{"*### {town}", "B-*### {town}"}
	l.streets = []string{"{street} {no}", "{street} {no} bus *", "{street}, {no}"}
	l.phones = []string{"+32 9 ### ## ##", "03/### ## ##", "0*## ## ## ##"}
	l.domains = []string{"be", "be", "com"}
	l.forms = []string{"BV", "NV", "BVBA", "CVBA", "VZW"}
	l.iban, l.taxID = "############", vatBE
	return l
}

func polishLands() []land {
	return []land{{
		code: "PL", weight: 1, name: "Polska", currency: "PLN", symbols: []string{"zł", "PLN", "PLN", "zł"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "2006-01-02", "2006-01-02", "02-01-2006", "02.01.2006", "2 January 2006",
			"02/01/2006"},
		numbers:  []string{" ,", " ,", ",", "."},
		taxNames: []string{"VAT", "VAT", "Vat"}, taxRates: "23 8 5",
		towns: []string{"Kraków", "Łódź", "Gdańsk", "Poznań", "Wrocław", "Rzeszów", "Bielsko-Biała", "Toruń",
			"Zielona Góra", "Katowice", "Warszawa"},
		postal: []string{"##-### {town}", "##-### {town}", "##-### {TOWN}"},
		streets: []string{"ul. {street} {no}", "ul. {street} {no}", "ul. {street} {no}/*", "{street} {no}",
			"al. {street} {no}"},
		phones:  []string{"## ### ## ##", "+48 ### ### ###", "(##) ###-##-##", "tel. ### ### ###"},
		domains: []string{"pl", "com.pl", "pl"},
		forms:   []string{"Sp. z o.o.", "sp. z o.o.", "S.A.", "Sp.j.", "s.c.", "Spółka z o.o.", "sp. k.", ""},
		iban:    "########################", taxID: nipPL,
	}}
}
