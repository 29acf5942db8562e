package textsample

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

const (
	capitals = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	ascii    = "abcdefghijklmnopqrstuvwxyz"
	mixed    = capitals + "0123456789"
	// confusing are letters and digits that are often confused.
	confusing = "O0QDI1lL|5S8B2Z6G9g7T4AVUWNMRKPFECce"
)

func code(r *rand.Rand) string {
	switch r.IntN(9) {
	case 0:
		return draw(r, 3+r.IntN(10), mixed)
	case 1:
		return draw(r, 3+r.IntN(8), confusing)
	case 2:
		return draw(r, 1+r.IntN(4), capitals) + pick(r, "", "-", "/", " ", ".") + digits(r, 2+r.IntN(9))
	case 3:
		return digits(r, 2+r.IntN(6)) + pick(r, "-", "/", ".", " ", "_") + digits(r, 1+r.IntN(6)) +
			pick(r, "", "-"+draw(r, 1, capitals))
	case 4:
		return digits(r, 4+r.IntN(14))
	case 5:
		return draw(r, 8+r.IntN(20), ascii+capitals+"0123456789")
	case 6:
		return pick(r, "#", "No.", "Nr. ", "№ ", "N° ", "Inv# ", "(", "REF:", "ID ", "*") + draw(r, 3+r.IntN(8), mixed) +
			pick(r, "", "", ")")
	case 7:
		return strings.ToLower(draw(r, 8, "0123456789abcdef") + "-" + draw(r, 4, "0123456789abcdef"))
	}
	return draw(r, 2, capitals) + digits(r, 2) + " " + fours(r, mixed)
}

func fours(r *rand.Rand, from string) string {
	groups := make([]string, 2+r.IntN(5))
	for i := range groups {
		groups[i] = draw(r, 4, from)
	}
	return strings.Join(groups, " ")
}

func account(r *rand.Rand) string {
	switch r.IntN(6) {
	case 0:
		return pick(r, "IBAN ", "IBAN: ", "") + draw(r, 2, capitals) + digits(r, 2) + " " +
			fours(r, "0123456789") + " " + digits(r, 2)
	case 1:
		return pick(r, "**** **** **** ", "XXXX-XXXX-XXXX-", "************", "xxxxxxxxxxxx") + digits(r, 4)
	case 2:
		return pick(r, "ATU", "DE", "FR", "ESB", "IT", "NL", "PL", "CZ", "HU", "RO", "BG", "EL", "SI", "GB", "CHE-") +
			digits(r, 8+r.IntN(4)) + pick(r, "", "", "B01", " MWST")
	case 3:
		return pick(r, "Tel ", "TEL: ", "Tel.: ", "T ", "Fax ", "☎", "Phone ", "") + phone(r)
	case 4:
		return pick(r, "GST ID: ", "NIP ", "IČO: ", "DIČ: CZ", "USt-IdNr. ", "CIF ", "Adószám: ", "ΑΦΜ ", "ЕИК ", "NIF: ",
			"P.IVA ") + digits(r, 8+r.IntN(5))
	}
	return draw(r, 4, capitals) + draw(r, 2, capitals) + draw(r, 2, mixed) + pick(r, "", "XXX")
}

func phone(r *rand.Rand) string {
	switch r.IntN(4) {
	case 0:
		return fmt.Sprintf("+%d %s %s %s", 1+r.IntN(420), digits(r, 2+r.IntN(2)), digits(r, 3), digits(r, 3+r.IntN(2)))
	case 1:
		return fmt.Sprintf("(%s) %s-%s", digits(r, 3), digits(r, 3), digits(r, 4))
	case 2:
		return "0" + digits(r, 2+r.IntN(2)) + pick(r, "/", "-", " ", " / ") + digits(r, 5+r.IntN(4))
	}
	return digits(r, 3) + pick(r, "-", ".", " ") + digits(r, 3) + pick(r, "-", ".", " ") + digits(r, 4)
}

func address(r *rand.Rand, word func() string) string {
	end := pick(r, ".com", ".de", ".fr", ".it", ".es", ".pl", ".cz", ".hu", ".co.uk", ".eu", ".net", ".org",
		".ro", ".gr", ".nl")
	host := plain(word()) + pick(r, "", "-"+plain(word())) + end
	switch r.IntN(4) {
	case 0:
		return plain(word()) + pick(r, "", ".", "_", "-") + plain(word()) + "@" + host
	case 1:
		return "www." + host
	case 2:
		return pick(r, "https://", "http://") + pick(r, "", "www.") + host +
			pick(r, "", "/"+draw(r, 6, ascii+"0123456789"), "/?id="+digits(r, 4))
	}
	return pick(r, "info@", "E-Mail: office@", "mail: ", "@") + host
}

func plain(word string) string {
	out := strings.Map(func(c rune) rune {
		if c >= 'a' && c <= 'z' || c >= '0' && c <= '9' {
			return c
		}
		return -1
	}, strings.ToLower(word))
	if out == "" {
		return "shop"
	}
	return out
}

func ruler(r *rand.Rand) string {
	sign := pick(r, "-", "-", "-", "=", "=", "*", "*", ".", "_", "#", "+", "~", "- ", "* ", "=-", "/")
	out := strings.TrimSpace(strings.Repeat(sign, 3+r.IntN(38)))
	if r.IntN(4) == 0 {
		return out + pick(r, " ", "") + pick(r, "TOTAL", "COPY", "Danke", "***", "EUR", "FIN") + pick(r, " ", "") + out
	}
	return out
}
