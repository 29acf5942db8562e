package extractor_test

import (
	"bytes"
	"runtime"
	"testing"

	"github.com/docmill/docmill/services/extractor"
)

// What a large document took is given back, which is more than a child may hold that is
// used again.
func TestMemoryOfALargeDocumentIsGivenBack(t *testing.T) {
	t.Parallel()
	const large, others = 512 << 20, 128 << 20 // other tests take some meanwhile
	before := extractor.Held()
	document := bytes.Repeat([]byte{1}, large)
	runtime.KeepAlive(document)
	if took := extractor.Held(); took < before+large-others {
		t.Fatalf("%d MiB are held, and were %d: the document took too little", took>>20, before>>20)
	}
	extractor.GiveBack()
	if left := extractor.Held(); left > before+others {
		t.Errorf("%d MiB are held, and were %d before the document", left>>20, before>>20)
	}
}
