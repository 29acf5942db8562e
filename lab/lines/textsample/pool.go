package textsample

import (
	"unicode"

	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/lab/synth"
)

type pool struct {
	texts [scripts][]string
	words [scripts][]string
	// listed are words of word lists.
	listed [scripts][]string
	// having are words by each letter beyond ASCII that they contain.
	having map[rune][]string
}

type script int

const (
	scriptLatin script = iota
	scriptGreek
	scriptCyrillic
	scripts
)

// document makes a document for the pool. Every language is equally frequent, and half are receipts.
func document(seed uint64, k int) *synth.Sample {
	if k%2 == 0 {
		languages := synth.Languages()
		return synth.New(seed, synth.Options{DocumentType: result.TypeReceipt, Language: languages[k/2%len(languages)]})
	}
	languages := synth.TradeLanguages()
	kinds := []result.DocumentType{result.TypeInvoice, result.TypeInvoice, result.TypeCreditNote, result.TypePurchaseOrder,
		result.TypeBankStatement, result.TypeGeneric}
	return synth.New(seed, synth.Options{DocumentType: kinds[k/2%len(kinds)], Language: languages[k/2%len(languages)]})
}

func newPool(n *Normalizer, seed uint64, documents int) *pool {
	p := &pool{having: map[rune][]string{}}
	for k := range documents {
		for _, sheet := range document(seed*1_000_003+uint64(k), k).Sheets { //nolint:gosec // not negative
			for _, m := range sheet.Marks {
				if text, ok := n.Text(m.Text); ok && IsOneScript(text) {
					p.add(text)
				}
			}
		}
	}
	return p
}

// list adds the words of a word list that are of the alphabet.
func (p *pool) list(n *Normalizer, words []string) {
	for _, w := range words {
		if text, ok := n.Text(w); ok && IsOneScript(text) {
			p.listed[scriptOf(text)] = append(p.listed[scriptOf(text)], text)
		}
	}
}

func (p *pool) add(text string) {
	s := scriptOf(text)
	p.texts[s] = append(p.texts[s], text)
	for _, w := range letterWords(text) {
		p.words[s] = append(p.words[s], w)
		for _, c := range w {
			if c > unicode.MaxASCII {
				p.having[c] = append(p.having[c], w)
			}
		}
	}
}
