package synth

import (
	"math/rand/v2"
	"strconv"
)

func slovakLands() []land {
	return []land{{
		code: "SK", weight: 1, name: "Slovensko", currency: "EUR", symbols: []string{"€", "EUR", "€", "Eur"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "2.1.2006", "2. 1. 2006", "02. 01. 2006", "2. January 2006",
			"2006-01-02", "02/01/2006"},
		numbers:  []string{" ,", " ,", ",", ".,", " ."},
		taxNames: []string{"DPH", "DPH", "DPH", "dph"}, taxRates: "23 19 5 20 10",
		towns: []string{"Bratislava", "Košice", "Prešov", "Žilina", "Banská Bystrica", "Nitra", "Trnava", "Trenčín",
			"Martin", "Poprad", "Liptovský Mikuláš", "Nové Zámky", "Zvolen", "Dunajská Streda"},
		postal: []string{"*## ## {town}", "*## ## {town}", "*#### {town}", "SK-*## ## {town}", "*## ##  {town}",
			"*## ## {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}/*#", "{street} *###/{no}", "{street} č. {no}",
			"ul. {street} {no}"},
		phones:  []string{"+421 *## ### ###", "09## ### ###", "0*#/### ## ##", "+421 2 #### ####", "0*#/#######"},
		domains: []string{"sk", "sk", "sk", "eu", "com"},
		forms: []string{"s.r.o.", "s.r.o.", ", s.r.o.", "s. r. o.", "a.s.", ", a.s.", "spol. s r.o.", "k.s.", "v.o.s.",
			""},
		iban: "####################", taxID: vatSK,
	}}
}

func croatianLands() []land {
	return []land{{
		code: "HR", weight: 1, name: "Hrvatska", currency: "EUR", symbols: []string{"€", "EUR", "€", "EUR"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006.", "02.01.2006.", "02.01.2006", "2.1.2006.", "2. 1. 2006.", "02. 01. 2006.",
			"2. January 2006.", "2006-01-02"},
		numbers:  []string{".,", ".,", ",", " ,", ",."},
		taxNames: []string{"PDV", "PDV", "PDV", "pdv"}, taxRates: "25 13 5",
		towns: []string{"Zagreb", "Split", "Rijeka", "Osijek", "Zadar", "Pula", "Slavonski Brod", "Karlovac", "Varaždin",
			"Šibenik", "Sisak", "Velika Gorica", "Čakovec", "Dubrovnik"},
		postal: []string{"*#### {town}", "*#### {town}", "*####  {town}", "HR-*#### {town}", "*#### {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}A", "Ulica {street} {no}", "Ul. {street} {no}",
			"{street} {no}/*", "{street} {no}b"},
		phones:  []string{"+385 1 #### ###", "01/####-###", "0*#/###-###", "+385 9* ### ####", "09*/###-####"},
		domains: []string{"hr", "hr", "hr", "com", "eu"},
		forms:   []string{"d.o.o.", "d.o.o.", "d.o.o.", "j.d.o.o.", "d.d.", "obrt", "d. o. o.", ""},
		iban:    "#################", taxID: oibHR,
	}}
}

func slovenianLands() []land {
	return []land{{
		code: "SI", weight: 1, name: "Slovenija", currency: "EUR", symbols: []string{"€", "EUR", "EUR", "€"},
		symbolAt: symbolAfter,
		dates: []string{"02.01.2006", "02.01.2006", "2.1.2006", "2. 1. 2006", "02. 01. 2006", "2. January 2006",
			"2006-01-02"},
		numbers:  []string{".,", ".,", ",", " ,", ",."},
		taxNames: []string{"DDV", "DDV", "DDV", "ddv"}, taxRates: "22 9.5 5",
		towns: []string{"Ljubljana", "Maribor", "Celje", "Kranj", "Koper", "Velenje", "Novo mesto", "Ptuj", "Trbovlje",
			"Kamnik", "Nova Gorica", "Škofja Loka", "Murska Sobota", "Črnomelj"},
		postal: []string{"*### {town}", "*### {town}", "*###  {town}", "SI-*### {town}", "*### {TOWN}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}a", "{street} {no} a", "Ulica {street} {no}",
			"{street} {no}b"},
		phones:  []string{"+386 1 ### ## ##", "01 ### ## ##", "0*# ### ###", "(0*) ### ## ##", "+386 (0)4# ### ###"},
		domains: []string{"si", "si", "si", "com", "eu"},
		forms:   []string{"d.o.o.", "d.o.o.", ", d.o.o.", "d. o. o.", "s.p.", ", s.p.", "d.d.", "d.n.o.", ""},
		iban:    "###############", taxID: vatSI,
	}}
}

// vatSK makes a multiple of 11.
func vatSK(r *rand.Rand) string {
	const least, most = 200_000_000, 700_000_000 // elevenths
	s := strconv.Itoa(11 * (least + r.IntN(most-least)))
	return pick(r, "SK"+s, "SK"+s, "SK "+s)
}

// oibHR follows ISO 7064 MOD 11,10 over ten digits, with the prefix HR abroad.
func oibHR(r *rand.Rand) string {
	d := digitsOf(r, 10)
	product := 10
	for _, x := range d {
		sum := (x + product) % 10
		if sum == 0 {
			sum = 10
		}
		product = sum * 2 % 11
	}
	s := text(append(d, (11-product)%10))
	return pick(r, s, s, "HR"+s, "HR "+s)
}

func vatSI(r *rand.Rand) string {
	s := text(mod11(r, 0, -1, 8, 7, 6, 5, 4, 3, 2))
	return pick(r, "SI"+s, "SI"+s, "SI "+s, s)
}
