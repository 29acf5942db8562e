package synth

import "math/rand/v2"

func finnishLands() []land {
	return []land{{
		code: "FI", weight: 1, name: "Suomi", currency: "EUR", symbols: []string{"€", "€", "EUR", "€", "e"},
		symbolAt: symbolAfter,
		dates: []string{"2.1.2006", "2.1.2006", "2.1.2006", "02.01.2006", "02.01.2006", "2. January 2006", "2006-01-02",
			"2.1.06"},
		numbers:  []string{" ,", " ,", ",", ",", ".,"},
		taxNames: []string{"ALV", "alv", "ALV", "Alv", "alv."}, taxRates: "25.5 14 24 10 13.5",
		towns: []string{
			"Helsinki", "Espoo", "Tampere", "Turku", "Jyväskylä", "Oulu", "Lahti", "Kuopio", "Hämeenlinna", "Vaasa",
			"Seinäjoki", "Rovaniemi", "Mikkeli", "Järvenpää", "Ylöjärvi"},
		postal:  []string{"##### {town}", "##### {TOWN}", "##### {TOWN}", "##### {town}", "FI-##### {town}"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no} A *", "{street} {no} B", "PL *##"},
		phones:  []string{"0*# ### ####", "+358 *# ### ####", "010 ### ####", "(0*) ### ####", "050 ### ## ##"},
		domains: []string{"fi", "fi", "com"},
		forms:   []string{"Oy", "Oy", "Oy", "Oyj", "Ky", "Tmi", "Oy Ab", "Osk", ""},
		iban:    "##############", taxID: alvFI,
	}}
}

// alvFI makes a Finnish business id or the VAT number that contains it (weights 7 9 10 5 8 4 2, check digit modulo
// 11).
func alvFI(r *rand.Rand) string {
	const none = -1
	s := text(mod11(r, none, 0, 7, 9, 10, 5, 8, 4, 2))
	id := s[:7] + "-" + s[7:]
	return pick(r, "FI"+s, id, id, "FI"+s)
}
