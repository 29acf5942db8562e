package fields

import (
	"strings"
	"sync"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/misread"
	"github.com/docmill/docmill/engine/recognize"
)

// respelled are the fields whose words may be put right.
func respelled() []string {
	return []string{"vendorName", "customerName", "vendorAddress", "customerAddress", "shippingAddress"}
}

// Bounds of putting words right.
const (
	surelyRead    = 0.93 // the certainty of words that are left as they are
	leastAnyEdit  = 6    // letters of a word in which any one letter may be wrong
	leastLikeEdit = 3    // … in which one may be, that looks like the right one
)

// respell puts words of names and addresses right that text recognition got
// wrong by one letter: company forms, and words that many addresses have. What
// the page was read to say stays the value's raw text.
func (r *reading) respell(set *Set) {
	var sure map[string]bool
	for _, name := range respelled() {
		v, ok := set.Scalars[name]
		if !ok || v.Source != document.SourceOCR {
			continue
		}
		if sure == nil {
			sure = r.surely()
		}
		v.Value = respell(v.Value, sure)
		set.Scalars[name] = v
	}
}

// surely gives the words that were read with certainty.
func (r *reading) surely() map[string]bool {
	sure := map[string]bool{}
	for _, s := range r.lay.Segments {
		for i, w := range s.Words {
			if s.Tokens[i].Confidence >= surelyRead {
				sure[bare(w)] = true
			}
		}
	}
	return sure
}

// bare is a word without the signs around it.
func bare(w string) string {
	return strings.TrimFunc(w, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) })
}

func respell(text string, sure map[string]bool) string {
	words := strings.Fields(text)
	for i := range words {
		if i > 0 {
			words[i-1], words[i] = companyForm(words[i-1], words[i])
		}
	}
	malaysianForm(words)
	for i, w := range words {
		pieces := strings.FieldsFunc(w, func(c rune) bool { return c == ',' || c == '.' || c == '-' })
		for _, piece := range pieces {
			if right, ok := knownWord(piece, sure); ok {
				words[i] = strings.Replace(words[i], piece, right, 1)
			}
		}
	}
	return strings.Join(words, " ")
}

// companyForm puts a company's form of two words right if no more than one
// letter of each is wrong: "SON BHD".
func companyForm(first, second string) (a, b string) {
	x, y := strings.ToUpper(bare(first)), strings.ToUpper(bare(second))
	for _, form := range [][2]string{{"SDN", "BHD"}, {"PTE", "LTD"}, {"PTY", "LTD"}, {"PVT", "LTD"}} {
		if x == form[0] && y == form[1] || len(x) < 2 || len(y) < 3 {
			continue
		}
		if (x == form[0] || misread.Alike(x, form[0])) && (y == form[1] || misread.Alike(y, form[1])) {
			return strings.Replace(first, bare(first), cased(form[0], bare(first)), 1), strings.Replace(second, bare(second), cased(form[1], bare(second)), 1)
		}
	}
	return first, second
}

// malaysianForm puts what is left of a company's form right where the rest of it
// tells: nothing else stands behind "SDN", and little else in front of "BHD"; "S/B"
// is short for both.
func malaysianForm(words []string) {
	n := len(words)
	if n < 3 {
		return
	}
	const most = 3 // letters of what may have been read for one of the two
	x, y := bare(words[n-2]), bare(words[n-1])
	switch {
	case strings.ToUpper(x) == "SDN" && strings.ToUpper(y) != "BHD" && len(y) > 0 && len(y) <= most:
		words[n-1] = cased("BHD", x)
	case strings.ToUpper(y) == "BHD" && strings.ToUpper(x) != "SDN" && len(x) > 0 && len(x) <= most && strings.ContainsAny(x[:1], "Ss5$"):
		words[n-2] = cased("SDN", y)
	case len(words[n-1]) == len("S/B") && words[n-1][1] == '/' && strings.ContainsAny(words[n-1][:1], "S5$") && strings.ContainsAny(words[n-1][2:], "B8R3"):
		words[n-1] = "S/B"
	}
}

// knownWord gives the one known word that a word is a letter away from.
func knownWord(w string, sure map[string]bool) (string, bool) {
	w = bare(w)
	upper := strings.ToUpper(w)
	if len(w) < leastLikeEdit || sure[w] || recognize.CountDigits(w) > 1 || knownWords()[upper] {
		return "", false
	}
	found := ""
	for known := range knownWords() {
		if !misread.Alike(upper, known) && (len(known) < leastAnyEdit || upper[0] != known[0] || !misread.Near(upper, known)) {
			continue
		}
		if found != "" {
			return "", false
		}
		found = known
	}
	if found == "" {
		return "", false
	}
	return cased(found, w), true
}

// cased writes a word in the case of the one whose place it takes.
func cased(word, like string) string {
	switch {
	case strings.ToUpper(like) == like:
		return word
	case strings.ToLower(like) == like:
		return strings.ToLower(word)
	}
	return word[:1] + strings.ToLower(word[1:])
}

// knownWords are words that names and addresses of many countries have: what
// streets and quarters are called, states and large towns, trades.
//
//nolint:gochecknoglobals // built once, then only read
var knownWords = sync.OnceValue(func() map[string]bool {
	known := map[string]bool{}
	for w := range strings.FieldsSeq("STREET AVENUE BOULEVARD ROAD SQUARE TERRACE CRESCENT HIGHWAY FLOOR LEVEL GROUND BUILDING BLOCK SUITE UNIT CENTRE CENTER PLAZA TOWER MARKET " +
		"INDUSTRIAL ESTATE PARK COMPLEX SHOPPING JALAN JLN LORONG TAMAN TMN BANDAR KAMPUNG KAWASAN PERINDUSTRIAN PERSIARAN SEKSYEN SECTION BATU MUKIM PUSAT LEBUH LEBUHRAYA " +
		"MENARA WISMA BANGUNAN STRASSE PLATZ ALLEE GASSE RUE CHEMIN IMPASSE PLACE ROUTE QUAI CALLE AVENIDA PASEO PLAZA CARRETERA POLIGONO VIALE PIAZZA CORSO STRADA " +
		"STRAAT LAAN WEG PLEIN TRAVESSA LARGO PRACA ESTRADA ULICA ALEJA OSIEDLE " +
		"SELANGOR JOHOR KEDAH KELANTAN MELAKA NEGERI SEMBILAN PAHANG PENANG PINANG PULAU PERAK PERLIS SABAH SARAWAK TERENGGANU DARUL EHSAN TAKZIM " +
		"KUALA LUMPUR PUTRAJAYA PETALING JAYA KLANG PUCHONG CHERAS AMPANG KEPONG SUBANG SHAH ALAM BAHRU IPOH SEREMBAN KUCHING KOTA KINABALU MALAYSIA SINGAPORE " +
		"INDONESIA THAILAND AUSTRALIA GERMANY DEUTSCHLAND FRANCE ESPANA ITALIA NEDERLAND PORTUGAL POLSKA LONDON MANCHESTER BIRMINGHAM DUBLIN EDINBURGH GLASGOW " +
		"BERLIN HAMBURG MUNCHEN FRANKFURT STUTTGART DUSSELDORF LEIPZIG DRESDEN HANNOVER NURNBERG PARIS MARSEILLE TOULOUSE BORDEAUX NANTES STRASBOURG " +
		"MADRID BARCELONA VALENCIA SEVILLA ZARAGOZA MALAGA BILBAO MILANO TORINO NAPOLI BOLOGNA FIRENZE GENOVA AMSTERDAM ROTTERDAM UTRECHT EINDHOVEN LISBOA PORTO " +
		"COIMBRA WARSZAWA KRAKOW WROCLAW POZNAN GDANSK CALIFORNIA TEXAS FLORIDA CHICAGO HOUSTON PHOENIX DALLAS SEATTLE BOSTON " +
		"RESTAURANT RESTORAN RESTAURANTE RISTORANTE CAFE BAKERY BAKERIES BAECKEREI PHARMACY APOTHEKE SUPERMARKET HYPERMARKET SUPERMERCADO MARKETING TRADING ENTERPRISE " +
		"ENTERPRISES HARDWARE STATIONERY BOOKSTORE BOOKSTORES ELECTRICAL ELECTRONICS INTERNATIONAL INDUSTRIES DISTRIBUTOR RETAIL HOLDINGS SERVICES SEAFOOD MOTOR HOUSE " +
		"HOTEL LIMITED COMPANY CORPORATION GESELLSCHAFT SDN BHD") {
		known[w] = true
	}
	return known
})
