package synth

import "math/rand/v2"

func norwegianLands() []land {
	return []land{{
		code: "NO", weight: 1, name: "Norge", currency: "NOK", symbols: []string{"kr", "NOK", "NOK", "kr", "Kr"},
		symbolAt: symbolEither,
		dates: []string{"02.01.2006", "02.01.2006", "02.01.2006", "2.1.2006", "2. January 2006", "2006-01-02", "02.01.06",
			"2. Jan 2006", "02/01/2006"},
		numbers:  []string{" ,", " ,", " ,", ",", ".,"},
		taxNames: []string{"mva", "MVA", "mva.", "Mva", "merverdiavgift"}, taxRates: "25 15 12",
		towns: []string{"Oslo", "Bergen", "Trondheim", "Stavanger", "Tromsø", "Ålesund", "Bodø", "Kristiansand", "Hønefoss",
			"Lillehammer", "Mo i Rana", "Sandnes", "Drammen", "Førde", "Nesttun"},
		postal:  []string{"*### {town}", "*### {town}", "*### {TOWN}", "NO-*### {town}", "0#*# Oslo"},
		streets: []string{"{street} {no}", "{street} {no}", "{street} {no}B", "{street} {no} A", "Postboks *##"},
		phones:  []string{"## ## ## ##", "+47 ## ## ## ##", "### ## ###", "+47 ### ## ###", "########"},
		domains: []string{"no", "no", "com"},
		forms:   []string{"AS", "AS", "AS", "ASA", "ANS", "DA", "ENK", "SA", ""},
		iban:    "###########", taxID: mvaNO,
	}}
}

// mvaNO makes the number of a Norwegian organization with its check digit (weights 3 2 7 6 5 4 3 2, modulo 11),
// usually followed by MVA, which means that it is registered for the tax.
func mvaNO(r *rand.Rand) string {
	const none = -1
	s := text(mod11(r, none, 0, 3, 2, 7, 6, 5, 4, 3, 2))
	spaced := s[:3] + " " + s[3:6] + " " + s[6:]
	return pick(r, "NO "+s+" MVA", "NO"+s+"MVA", "NO "+spaced+" MVA", s+" MVA", spaced+" MVA", s, spaced, s+"MVA")
}
