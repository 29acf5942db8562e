package text_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/failure"
	"github.com/docmill/docmill/engine/read/text"
)

func texts(lines []document.Line) []string {
	var out []string
	for _, l := range lines {
		out = append(out, l.Text())
	}
	return out
}

func TestRead(t *testing.T) {
	t.Parallel()
	want := []string{"Rechnung für Müller", "Summe 12,00 €"}
	for name, data := range map[string]string{
		"utf-8":        "Rechnung für\tMüller\r\n\r\n Summe  12,00 €",
		"utf-8 BOM":    "\xef\xbb\xbfRechnung für Müller\nSumme 12,00 €\n",
		"windows-1252": "Rechnung f\xfcr M\xfcller\rSumme 12,00 \x80\r",
		"utf-16le":     "\xff\xfe" + wide("Rechnung für Müller\fSumme 12,00 €", false),
		"utf-16be":     "\xfe\xff" + wide("Rechnung für Müller\nSumme 12,00 €", true),
	} {
		got, err := text.Read([]byte(data))
		if err != nil || !slices.Equal(texts(got), want) {
			t.Errorf("%s: %q, %v", name, texts(got), err)
		}
	}
}

// wide encodes characters of the basic plane as UTF-16.
func wide(s string, bigEndian bool) string {
	var sb strings.Builder
	for _, r := range s {
		hi, lo := byte(r>>8), byte(r)
		if bigEndian {
			sb.Write([]byte{hi, lo})
		} else {
			sb.Write([]byte{lo, hi})
		}
	}
	return sb.String()
}

func TestReadCSV(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		data string
		want []string
	}{
		"semicolons":        {"Datum;Text;Betrag\n1.2.2026;\"Miete; Mai\";-500,00\n", []string{"Datum Text Betrag", "1.2.2026 Miete; Mai -500,00"}},
		"cell of two lines": {"a,b\n\"x\ny\",z\n", []string{"a b", "x y z"}},
		"tabs":              {"a\tb\n", []string{"a b"}},
	} {
		got, err := text.ReadCSV([]byte(c.data))
		if err != nil || !slices.Equal(texts(got), c.want) {
			t.Errorf("%s: %q, %v", name, texts(got), err)
		}
	}
}

func TestReadTooLong(t *testing.T) {
	t.Parallel()
	_, err := text.Read(make([]byte, 21<<20))
	var f *failure.Error
	if !errors.As(err, &f) || f.Code != failure.TooComplex {
		t.Fatalf("Read = %v, want TOO_COMPLEX", err)
	}
}

func FuzzReadCSV(f *testing.F) {
	f.Add([]byte("a;b\n\"c;d\";e"))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := text.ReadCSV(data)
		var fe *failure.Error
		if err != nil && !errors.As(err, &fe) {
			t.Fatalf("not a failure: %v", err)
		}
	})
}
