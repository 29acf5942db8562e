package lexicon

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

type indexWriter struct {
	out []byte
	err error // the first error
}

func (w *indexWriter) writeNumber(n int) {
	w.out = binary.AppendUvarint(w.out, uint64(n)) //nolint:gosec // counts and lengths
}

func (w *indexWriter) text(s string) {
	w.writeNumber(len(s))
	w.out = append(w.out, s...)
}

func (w *indexWriter) mask(m mask) {
	for _, v := range m {
		w.bits(v)
	}
}

func (w *indexWriter) bits(v uint64) { w.out = binary.LittleEndian.AppendUint64(w.out, v) }

func (w *indexWriter) float(v float64) { w.bits(math.Float64bits(v)) }

func (w *indexWriter) term(t Term) {
	w.text(string(t.Role))
	w.float(t.Weight)
}

func (w *indexWriter) vote(v Vote) {
	w.text(v.Type)
	w.float(v.Weight)
}

func (w *indexWriter) half(h half) {
	w.text(h.text)
	w.writeNumber(int(h.heads))
	w.writeNumber(int(h.marks))
}

// Limits of a table.
const (
	maxNumber    = math.MaxUint16
	maxWordBytes = math.MaxUint8 // bytes of a word
)

// table writes a hash table with at least a third of its slots free, so lookups of missing words end early.
func (w *indexWriter) table(numbers map[string]int) {
	n := 1
	for 2*n <= 3*len(numbers) {
		n *= 2
	}
	slots, entries := make([]byte, n*slotSize), []byte{0}
	for _, word := range slices.Sorted(maps.Keys(numbers)) {
		number := numbers[word]
		if number > maxNumber || len(word) > maxWordBytes {
			w.err = fmt.Errorf("%q (%d) is too long or its number too great for the index", word, number)
			return
		}
		slot := int(hash(word) & uint64(n-1)) //nolint:gosec // below n
		for binary.LittleEndian.Uint32(slots[slot*slotSize:]) != 0 {
			slot = (slot + 1) % n
		}
		binary.LittleEndian.PutUint32(slots[slot*slotSize:], uint32(len(entries))) //nolint:gosec // below 4 GiB
		entries = append(entries, byte(number), byte(number>>8), byte(len(word)))
		entries = append(entries, word...)
	}
	w.text(string(slots))
	w.text(string(entries))
}

func writeList[T any](w *indexWriter, all []T, one func(T)) {
	w.writeNumber(len(all))
	for _, v := range all {
		one(v)
	}
}

// writePhrases writes phrases. Phrases with equal meanings share one list.
func writePhrases[T any](w *indexWriter, x *phraseMap[T], meaning func(T)) {
	numbers, known := map[string]int{}, map[string]int{}
	var lists [][]T
	for _, phrase := range slices.Sorted(maps.Keys(x.entries)) {
		key := fmt.Sprintf("%v", x.entries[phrase])
		n, ok := known[key]
		if !ok {
			n = len(lists)
			known[key] = n
			lists = append(lists, x.entries[phrase])
		}
		numbers[phrase] = n
	}
	w.table(numbers)
	writeList(w, lists, func(list []T) { writeList(w, list, meaning) })
	w.table(x.opening)
}
