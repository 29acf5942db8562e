package recognize

// month gives the number of a month by its folded name or abbreviation in
// English, German, French, Spanish, Italian, Dutch, Portuguese and Polish, 0
// for other words. Single names that mean another month in a second language
// do not exist among these eight.
//
//nolint:misspell // words of eight languages
func month(word string) int {
	switch word {
	case "january", "jan", "januar", "janner", "janvier", "janv", "enero", "ene", "gennaio", "gen", "januari", "janeiro",
		"styczen", "stycznia", "sty":
		return 1
	case "february", "feb", "februar", "fevrier", "fevr", "fev", "febrero", "febbraio", "februari", "fevereiro", "luty",
		"lutego", "lut":
		return 2
	case "march", "mar", "marz", "maerz", "mrz", "mars", "marzo", "maart", "mrt", "marco", "marzec", "marca":
		return 3
	case "april", "apr", "avril", "avr", "abril", "abr", "aprile", "kwiecien", "kwietnia", "kwi":
		return 4
	case "may", "mai", "mayo", "maggio", "mag", "mei", "maio", "maj", "maja":
		return 5
	case "june", "jun", "juni", "juin", "junio", "giugno", "giu", "junho", "czerwiec", "czerwca", "cze":
		return 6
	case "july", "jul", "juli", "juillet", "juil", "julio", "luglio", "lug", "julho", "lipiec", "lipca", "lip":
		return 7
	case "august", "aug", "aout", "agosto", "ago", "augustus", "sierpien", "sierpnia", "sie":
		return 8
	case "september", "sep", "sept", "septembre", "septiembre", "settembre", "set", "setembro", "wrzesien", "wrzesnia", "wrz":
		return 9
	case "october", "oct", "oktober", "okt", "octobre", "octubre", "ottobre", "ott", "outubro", "out", "pazdziernik",
		"pazdziernika", "paz":
		return 10
	case "november", "nov", "novembre", "noviembre", "novembro", "listopad", "listopada", "lis":
		return 11
	case "december", "dec", "dezember", "dez", "decembre", "diciembre", "dic", "dicembre", "dezembro", "grudzien", "grudnia",
		"gru":
		return 12
	}
	return 0
}

// dateFiller reports whether a word may stand between the parts of a written
// date: "3 de marzo de 2024", "the 3rd of March".
func dateFiller(word string) bool {
	switch word {
	case "de", "del", "of", "do", "le", "den", "st", "nd", "rd", "th", "er", "eme", "ste", "r":
		return true
	}
	return false
}
