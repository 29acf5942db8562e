package recognize

// months gives the number of a month by its folded name or abbreviation in
// English, German, French, Spanish, Italian, Dutch, Portuguese and Polish.
// Single names that mean another month in a second language do not exist
// among these eight.
var months = map[string]int{
	"january": 1, "jan": 1, "januar": 1, "janner": 1, "janvier": 1, "janv": 1, "enero": 1, "ene": 1,
	"gennaio": 1, "gen": 1, "januari": 1, "janeiro": 1, "styczen": 1, "stycznia": 1, "sty": 1,
	"february": 2, "feb": 2, "februar": 2, "fevrier": 2, "fevr": 2, "fev": 2, "febrero": 2, "febbraio": 2,
	"februari": 2, "fevereiro": 2, "luty": 2, "lutego": 2, "lut": 2,
	"march": 3, "mar": 3, "marz": 3, "maerz": 3, "mrz": 3, "mars": 3, "marzo": 3, "maart": 3, "mrt": 3,
	"marco": 3, "marzec": 3, "marca": 3,
	"april": 4, "apr": 4, "avril": 4, "avr": 4, "abril": 4, "abr": 4, "aprile": 4, "kwiecien": 4,
	"kwietnia": 4, "kwi": 4,
	"may": 5, "mai": 5, "mayo": 5, "maggio": 5, "mag": 5, "mei": 5, "maio": 5, "maj": 5, "maja": 5,
	"june": 6, "jun": 6, "juni": 6, "juin": 6, "junio": 6, "giugno": 6, "giu": 6, "junho": 6,
	"czerwiec": 6, "czerwca": 6, "cze": 6,
	"july": 7, "jul": 7, "juli": 7, "juillet": 7, "juil": 7, "julio": 7, "luglio": 7, "lug": 7, "julho": 7,
	"lipiec": 7, "lipca": 7, "lip": 7,
	"august": 8, "aug": 8, "aout": 8, "agosto": 8, "ago": 8, "augustus": 8, "sierpien": 8, "sierpnia": 8,
	"sie":       8,
	"september": 9, "sep": 9, "sept": 9, "septembre": 9, "septiembre": 9, "settembre": 9, "set": 9,
	"setembro": 9, "wrzesien": 9, "wrzesnia": 9, "wrz": 9,
	"october": 10, "oct": 10, "oktober": 10, "okt": 10, "octobre": 10, "octubre": 10, "ottobre": 10,
	"ott": 10, "outubro": 10, "out": 10, "pazdziernik": 10, "pazdziernika": 10, "paz": 10,
	"november": 11, "nov": 11, "novembre": 11, "noviembre": 11, "novembro": 11, "listopad": 11,
	"listopada": 11, "lis": 11,
	"december": 12, "dec": 12, "dezember": 12, "dez": 12, "decembre": 12, "diciembre": 12, "dic": 12,
	"dicembre": 12, "dezembro": 12, "grudzien": 12, "grudnia": 12, "gru": 12,
}

// dateFillers may stand between the parts of a written date: "3 de marzo de
// 2024", "the 3rd of March".
var dateFillers = map[string]bool{
	"de": true, "del": true, "of": true, "do": true, "le": true, "den": true,
	"st": true, "nd": true, "rd": true, "th": true, "er": true, "eme": true, "ste": true, "r": true,
}
