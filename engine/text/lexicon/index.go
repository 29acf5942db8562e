package lexicon

import (
	_ "embed"
	"math"
	"sync"
)

// indexFile is the output of BuildIndex. A test checks that it is current.
//
//go:generate go run ./indexing index.bin
//go:embed index.bin
var indexFile string

// Sections of the index, in order: one for each kind of file.
const (
	sectionLabels = iota
	sectionStatements
	sectionPairs
	sectionColumns
	sectionLedger
	sectionParties
	sectionTypes
	sectionMonths
	sectionSynonyms
	sectionLists
	sections
)

// index holds the sections of the index, which are read in place.
//
//nolint:gochecknoglobals // found once, then only read
var index = sync.OnceValue(func() (all [sections]string) {
	r := indexReader{indexFile}
	for i := range all {
		all[i] = r.text()
	}
	return all
})

func section(number int) *indexReader { return &indexReader{index()[number]} }

// indexReader consumes a section from the front. It checks no lengths, because the index is embedded.
type indexReader struct{ rest string }

func (r *indexReader) take(n int) string {
	s := r.rest[:n]
	r.rest = r.rest[n:]
	return s
}

func (r *indexReader) readNumber() int {
	v := 0
	for shift := 0; ; shift += 7 {
		b := r.take(1)[0]
		v |= int(b&0x7f) << shift
		if b < 0x80 {
			return v
		}
	}
}

func (r *indexReader) text() string { return r.take(r.readNumber()) }

func (r *indexReader) table() table { return table{slots: r.text(), entries: r.text()} }

func (r *indexReader) texts() []string { return readList(r, r.text) }

func (r *indexReader) bits() uint64 { return eight(r.take(8)) }

func (r *indexReader) mask() (m mask) {
	for i := range m {
		m[i] = r.bits()
	}
	return m
}

func (r *indexReader) float() float64 { return math.Float64frombits(r.bits()) }

func (r *indexReader) term() Term { return Term{Role(r.text()), r.float()} }

func (r *indexReader) vote() Vote { return Vote{r.text(), r.float()} }

func (r *indexReader) half() half {
	return half{text: r.text(), heads: uint16(r.readNumber()), marks: uint16(r.readNumber())} //nolint:gosec // of 16 bits
}

// readList reads a count and that many values.
func readList[T any](r *indexReader, one func() T) []T {
	all := make([]T, r.readNumber())
	for i := range all {
		all[i] = one()
	}
	return all
}

func readPhrases[T any](r *indexReader, meaning func() T) *Phrases[T] {
	return &Phrases[T]{
		entries:  r.table(),
		meanings: readList(r, func() []T { return readList(r, meaning) }),
		opening:  r.table(),
	}
}
