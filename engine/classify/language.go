package classify

import (
	"strings"
	"sync"

	"github.com/docmill/docmill/engine/layout"
)

// stopWords are frequent folded words that few other languages of the list share.
func stopWords() map[string]string {
	return map[string]string{
		"en": "the and of to for is are with this your you from by on at be invoice date please thank any not amount number payment due",
		"de": "der die das und ist nicht mit den von fur auf wir sie zu im dem bei ein eine werden nach oder ihre rechnung datum betrag bitte",
		"fr": "le la les des et est une pour dans du au vous nous par sur avec votre cette sont facture montant prix ou numero date",
		"es": "el los las y es una por con del para se su factura fecha importe cantidad al como este numero precio sus no",
		"it": "il gli della di e per con del una che dei nel alla fattura importo quantita sono data prezzo vostro pagamento alle",
		"nl": "het een en van voor met op zijn wij uw niet bij aan factuur datum bedrag aantal te door dat worden naar deze",
		"pt": "o os as e do da dos das para com uma por nao em ao fatura quantidade valor preco sua pagamento data numero total",
		"pl": "i w na z do nie sie jest dla oraz od za faktura data kwota ilosc cena razem nr sprzedawca nabywca zaplaty wartosc",
	}
}

// leastStopWords is how many hits a language needs to be named.
const leastStopWords = 4

// languageOf gives the languages that have a word.
//
//nolint:gochecknoglobals // built once, then only read
var languageOf = sync.OnceValue(func() map[string][]string {
	m := map[string][]string{}
	for lang, words := range stopWords() {
		for w := range strings.FieldsSeq(words) {
			m[w] = append(m[w], lang)
		}
	}
	return m
})

// Language gives the BCP 47 code of a document's main language, or "" where
// the words do not tell. A word that several languages share counts less.
func Language(lay *layout.Layout) string {
	votes := map[string]float64{}
	index := languageOf()
	for _, s := range lay.Segments {
		words, _ := s.Folded()
		for _, w := range words {
			langs := index[w]
			for _, l := range langs {
				votes[l] += 1 / float64(len(langs))
			}
		}
	}
	best, second := "", 0.0
	for lang, n := range votes {
		switch {
		case best == "" || n > votes[best] || n == votes[best] && lang < best:
			if best != "" {
				second = max(second, votes[best])
			}
			best = lang
		default:
			second = max(second, n)
		}
	}
	if best == "" || votes[best] < leastStopWords || votes[best] < 1.15*second {
		return ""
	}
	return best
}
