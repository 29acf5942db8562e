package lexicon

// table maps words to numbers of 16 bits. It is a hash table that was made with the
// program and is part of it: a process that starts neither builds nor copies it, and
// all share its pages. indexWriter makes it.
type table struct {
	// slots has 32 bits for each slot, of which there are a power of two: where in
	// entries the slot's word stands, 0 for none.
	slots string
	// entries has, for each word, its number (16 bits), its length (8 bits) and
	// itself; the first byte belongs to none. All numbers are little-endian.
	entries string
}

const (
	slotSize  = 4
	entryHead = 3 // bytes before the word
)

// find returns the number of a word.
func (t table) find(word string) (number int, ok bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	last := uint64(len(t.slots)/slotSize - 1)
	for slot := hash(word) & last; ; slot = (slot + 1) & last {
		s := t.slots[slot*slotSize:]
		at := uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
		if at == 0 {
			return 0, false
		}
		e := t.entries[at:]
		if n := int(e[2]); n == len(word) && e[entryHead:entryHead+n] == word {
			return int(e[0]) | int(e[1])<<8, true
		}
	}
}

// each calls visit with every word.
func (t table) each(visit func(word string)) {
	for e := t.entries[min(1, len(t.entries)):]; len(e) > 0; {
		end := entryHead + int(e[2])
		visit(e[entryHead:end])
		e = e[end:]
	}
}

// hash spreads words over slots: eight bytes at a time, multiplied and folded, as
// Wang Yi's wyhash does, with far less than its quality.
func hash(word string) uint64 {
	const odd = 0x9e3779b97f4a7c15 // the golden ratio
	h := uint64(len(word))
	for ; len(word) >= 8; word = word[8:] {
		h = (h ^ eight(word)) * odd
		h ^= h >> 32
	}
	rest := uint64(0)
	for i := range len(word) {
		rest = rest<<8 | uint64(word[i])
	}
	h = (h ^ rest) * odd
	return h ^ h>>32
}

// eight gives the first eight bytes of a word.
func eight(w string) uint64 {
	_ = w[7]
	return uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
		uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
}
