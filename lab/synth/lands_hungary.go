package synth

import (
	"math/rand/v2"
	"strconv"
)

func hungarianLands() []land {
	return []land{{
		code: "HU", weight: 1, name: "Magyarország", currency: "HUF", symbols: []string{"Ft", "Ft", "HUF", "Ft"},
		symbolAt: symbolAfter,
		dates: []string{"2006.01.02.", "2006.01.02.", "2006. 01. 02.", "2006.01.02", "2006-01-02", "2006. January 2.",
			"2006. Jan 2."},
		numbers:  []string{" ,", " ,", " ,", ".,", ","},
		taxNames: []string{"ÁFA", "Áfa", "áfa", "ÁFA"}, taxRates: "27 5 18",
		towns: []string{"Budapest", "Debrecen", "Szeged", "Miskolc", "Pécs", "Győr", "Nyíregyháza", "Kecskemét",
			"Székesfehérvár", "Szombathely", "Érd", "Tatabánya", "Kőszeg", "Hódmezővásárhely", "Zalaegerszeg"},
		postal: []string{"*### {town}", "*### {town}", "*### {town}", "H-*### {town}", "*### {TOWN}"},
		streets: []string{"{street} {no}.", "{street} {no}.", "{street} {no}/A", "{street} {no}. *. em.",
			"{street} {no}-*#.", "{street} {no}. fsz. *."},
		phones:  []string{"+36 1 ### ####", "06-*#-###-###", "+36 *# ### ####", "(06-1) ###-####", "+36-*#/###-####"},
		domains: []string{"hu", "hu", "com", "eu"},
		forms:   []string{"Kft.", "Kft.", "Kft.", "Zrt.", "Bt.", "Nyrt.", "e.v.", "Kkt.", ""},
		iban:    "########################", taxID: adoHU,
	}}
}

// adoHU makes a Hungarian tax number, in the domestic form with tax type and county at the end, or in the EU form
// (weights 9 7 3 1 9 7 3, check digit modulo 10).
func adoHU(r *rand.Rand) string {
	d := digitsOf(r, 7)
	s := text(append(d, (10-dot(d, 9, 7, 3, 1, 9, 7, 3)%10)%10))
	home := s + "-" + strconv.Itoa(1+r.IntN(5)) + "-" + twoDigits(2+r.IntN(19))
	return pick(r, home, home, home, "HU"+s)
}
