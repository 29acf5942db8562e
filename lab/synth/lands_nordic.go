package synth

import "math/rand/v2"

func swedishLands() []land {
	return []land{{
		code: "SE", weight: 1, name: "Sverige", currency: "SEK", symbols: []string{"kr", "SEK", "kr", "Kr"},
		symbolAt: symbolAfter,
		dates: []string{"2006-01-02", "2006-01-02", "2006-01-02", "2 January 2006", "02.01.2006", "06-01-02",
			"2 Jan 2006", "20060102", "02/01/2006"},
		numbers:  []string{" ,", " ,", ",", ".,", " ."},
		taxNames: []string{"Moms", "moms", "MOMS", "Mervärdesskatt"}, taxRates: "25 12 6",
		towns: []string{"Göteborg", "Malmö", "Uppsala", "Västerås", "Örebro", "Linköping", "Umeå", "Gävle", "Borås",
			"Sundsvall", "Luleå", "Stockholm", "Östersund", "Halmstad"},
		postal:  []string{"*## ## {town}", "*## ## {town}", "*## ##  {town}", "SE-*## ## {town}", "*## ## {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}A", "{street} {no} B", "Box *##"},
		phones:  []string{"08-### ## ##", "+46 8 ### ## ##", "0*#-## ## ##", "+46 (0)*#-### ## ##", "070-### ## ##"},
		domains: []string{"se", "se", "com", "nu"},
		forms:   []string{"AB", "AB", "AB", "HB", "KB", "Aktiebolag", "Ek. för.", ""},
		iban:    "####################", taxID: vatSE,
	}}
}

func danishLands() []land {
	return []land{{
		code: "DK", weight: 1, name: "Danmark", currency: "DKK", symbols: []string{"kr.", "DKK", "kr", "DKK"},
		symbolAt: symbolEither,
		dates: []string{"02-01-2006", "02-01-2006", "02.01.2006", "02/01/2006", "2. January 2006", "2006-01-02", "02-01-06",
			"2. Jan 2006", "2/1 2006"},
		numbers:  []string{".,", ".,", ".,", ",", " ,"},
		taxNames: []string{"Moms", "moms", "MOMS"}, taxRates: "25",
		towns: []string{"Aarhus C", "Odense", "Aalborg", "Esbjerg", "Randers", "Kolding", "Horsens", "Vejle", "Roskilde",
			"København K", "Silkeborg", "Næstved", "Tårnby", "Sønderborg"},
		postal: []string{"*### {town}", "*### {town}", "DK-*### {town}", "*### {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}, * sal", "{street} {no}, st. th.",
			"{street} {no}B"},
		phones:  []string{"## ## ## ##", "+45 ## ## ## ##", "########", "+45 ########", "(+45) #### ####"},
		domains: []string{"dk", "dk", "com"},
		forms:   []string{"A/S", "ApS", "ApS", "I/S", "IVS", "P/S", ""},
		iban:    "##############", taxID: cvrDK,
	}}
}

func czechLands() []land {
	return []land{{
		code: "CZ", weight: 1, name: "Česká republika", currency: "CZK", symbols: []string{"Kč", "Kč", "CZK", "Kč"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "2.1.2006", "2. 1. 2006", "02. 01. 2006", "2. January 2006",
			"2006-01-02", "02/01/2006"},
		numbers:  []string{" ,", " ,", ".,", ",", " ."},
		taxNames: []string{"DPH", "DPH", "Daň"}, taxRates: "21 12 15",
		towns: []string{"Brno", "Ostrava", "Plzeň", "Liberec", "Olomouc", "České Budějovice", "Hradec Králové", "Zlín",
			"Praha 4", "Kladno", "Jihlava", "Ústí nad Labem", "Nový Jičín"},
		postal:  []string{"*## ## {town}", "*## ## {town}", "*## ##  {town}", "*#### {town}", "CZ-*## ## {town}"},
		streets: []string{"{street} {no}", "{street} *##/*", "{street} {no}", "{street} *#/*#", "{street} č.p. {no}"},
		phones:  []string{"+420 *## ### ###", "*## ### ###", "+420*########", "00420 *## ### ###"},
		domains: []string{"cz", "cz", "com", "eu"},
		forms:   []string{"s.r.o.", "s.r.o.", "s. r. o.", "a.s.", "a. s.", "spol. s r.o.", "v.o.s.", "k.s.", ""},
		iban:    "####################", taxID: dicCZ,
	}}
}

// vatSE makes a Swedish VAT number: an organization's number with its check digit (Luhn), and 01.
func vatSE(r *rand.Rand) string {
	d := append([]int{5}, digitsOf(r, 8)...)
	return "SE" + text(append(d, luhn(d))) + "01"
}

// cvrDK makes a Danish company number: weights 2 7 6 5 4 3 2, check digit modulo 11.
func cvrDK(r *rand.Rand) string {
	const none = -1
	return pick(r, "DK", "DK", "", "DK ") + text(mod11(r, none, 0, 2, 7, 6, 5, 4, 3, 2))
}

// dicCZ makes a Czech company's tax number: weights 8 to 2, check digit modulo 11.
func dicCZ(r *rand.Rand) string { return "CZ" + text(mod11(r, 0, 1, 8, 7, 6, 5, 4, 3, 2)) }
