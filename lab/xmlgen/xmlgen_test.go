package xmlgen_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/docmill/docmill/lab/xmlgen"
)

func TestDocumentProgram(t *testing.T) {
	t.Parallel()
	const document = `<a x="1"><b>text</b><c></c></a>`
	d := xmlgen.NewDictionary(document)
	if got := d.XML(d.Program(document)); got != document {
		t.Errorf("%s, want %s", got, document)
	}
	// An unknown start tag is omitted, but its end closes the element before it.
	const want = `<a x="1"></a><b></b>`
	if got := d.XML(d.Program(`<a x="1"><unknown/><b>`)); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzXML(f *testing.F) {
	d := xmlgen.NewDictionary(`<a x="1"><b>text</b><c/></a>`)
	f.Add([]byte{1, 2, 3, 0, 0, 0, 4})
	f.Fuzz(func(t *testing.T, program []byte) {
		in := xml.NewDecoder(strings.NewReader(d.XML(program)))
		for {
			if _, err := in.Token(); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatal(err)
			}
		}
	})
}
