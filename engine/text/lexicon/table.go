package lexicon

// table maps words to 16-bit numbers. It is an embedded hash table that indexWriter makes. Processes neither build nor
// copy it, and share its pages.
type table struct {
	// slots has 32 bits per slot: the offset of the slot's word in entries, or 0. The number of slots is a power of
	// two.
	slots string
	// entries has, for each word, its number (16 bits), its length (8 bits) and its bytes. The first byte is unused.
	// Numbers are little-endian.
	entries string
}

const (
	slotSize  = 4
	entryHead = 3 // bytes before the word
)

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

func (t table) each(visit func(word string)) {
	for e := t.entries[min(1, len(t.entries)):]; len(e) > 0; {
		end := entryHead + int(e[2])
		visit(e[entryHead:end])
		e = e[end:]
	}
}

// hash is a reduced wyhash (Wang Yi): eight bytes at a time, multiplied and folded.
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

func eight(w string) uint64 {
	_ = w[7]
	return uint64(w[0]) | uint64(w[1])<<8 | uint64(w[2])<<16 | uint64(w[3])<<24 |
		uint64(w[4])<<32 | uint64(w[5])<<40 | uint64(w[6])<<48 | uint64(w[7])<<56
}
