package tagging_test

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/annotate/tag"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/eval"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/result"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/synth"
	"github.com/docmill/docmill/lab/tagging"
	"github.com/docmill/docmill/lab/train"
	"github.com/docmill/docmill/libs/require"
)

func letter(lines ...string) *document.Document {
	p := document.Page{Number: 1, Width: 595, Height: 842}
	for i, l := range lines {
		y := (60 + 14*float64(i)) / p.Height
		x := 50.0
		line := document.Line{}
		for w := range strings.FieldsSeq(l) {
			end := x + 5*float64(len(w))
			line.Words = append(line.Words, document.Word{Text: w, Confidence: 1, Size: 10, Source: document.SourceText,
				Box: document.Box{X0: x / p.Width, Y0: y, X1: end / p.Width, Y1: y + 10/p.Height}})
			x = end + 3
		}
		p.Lines = append(p.Lines, line)
	}
	return &document.Document{Pages: []document.Page{p}}
}

// masks returns the classes of each unit of a labeled document, by its text.
func masks(l *train.Labeled) map[string]tagging.Mask {
	doc := annotate.New(layout.Analyze(l.Document))
	o := tagger.Observe(doc)
	out := map[string]tagging.Mask{}
	for i, m := range tagging.Align(doc, o, l) {
		out[o.Units[i].Text()] = m
	}
	return out
}

func bit(classes ...tag.Class) tagging.Mask {
	m := tagging.Mask(0)
	for _, c := range classes {
		m |= 1 << c
	}
	return m
}

func TestAlign(t *testing.T) {
	t.Parallel()
	l := &train.Labeled{
		Document: letter("Marlow Timber Ltd", "6 Quay Street, Leeds LS1 4AP", "VAT No.: GB123456782", "",
			"Bill to: Hollis Joinery Ltd", "12 Mill Lane", "York YO1 7HH", "", "Invoice No.: A-1001", "Thank you"),
		DocumentType: result.TypeInvoice, Complete: true,
		Truth: eval.Truth{Scalars: map[string]string{
			"vendorName": "Marlow Timber Ltd", "vendorAddress": "6 Quay Street, Leeds LS1 4AP", "vendorTaxId": "GB123456782",
			"customerName": "Hollis Joinery Ltd", "customerAddress": "12 Mill Lane, York YO1 7HH", "invoiceNumber": "A-1001",
		}},
	}
	got := masks(l)
	for text, want := range map[string]tagging.Mask{
		"Marlow Timber Ltd": bit(tag.VendorName), "6 Quay Street,": bit(tag.VendorAddress),
		"Leeds LS1 4AP": bit(tag.VendorAddress), "GB123456782": bit(tag.VendorTaxID), "Bill to:": bit(tag.Other),
		"Hollis Joinery Ltd": bit(tag.CustomerName), "12 Mill Lane": bit(tag.CustomerAddress),
		"York YO1 7HH": bit(tag.CustomerAddress), "A-1001": bit(tag.Number), "Thank you": bit(tag.Other),
	} {
		if got[text] != want {
			t.Errorf("%q: %b, want %b", text, got[text], want)
		}
	}
	// A truth in another form than on the page does not fix a wrong class.
	l.Truth.Scalars["customerAddress"] = "12 Mill Ln, YO1 7HH York"
	if got := masks(l); got["12 Mill Lane"]&bit(tag.CustomerAddress) == 0 {
		t.Errorf("an address that was not found: %b", got["12 Mill Lane"])
	}
	// An unknown truth allows every class.
	l.Complete = false
	delete(l.Truth.Scalars, "customerName")
	if got := masks(l); got["Hollis Joinery Ltd"] != got["Thank you"] || got["Thank you"]&bit(tag.CustomerName) == 0 {
		t.Errorf("an unknown name: %b", got["Hollis Joinery Ltd"])
	}
}

// Recognition errors do not hide an address.
func TestAlignMisread(t *testing.T) {
	t.Parallel()
	doc := letter("Marlow Tlmber Ltd", "6 Quay Strcet", "Leeds LS1 4AP")
	for i := range doc.Pages[0].Lines {
		for k := range doc.Pages[0].Lines[i].Words {
			doc.Pages[0].Lines[i].Words[k].Source = document.SourceOCR
		}
	}
	got := masks(&train.Labeled{Document: doc, DocumentType: result.TypeInvoice, Complete: true, Truth: eval.Truth{
		Scalars: map[string]string{"vendorName": "Marlow Timber Ltd", "vendorAddress": "6 Quay Street, Leeds LS1 4AP"}}})
	if got["Marlow Tlmber Ltd"] != bit(tag.VendorName) || got["6 Quay Strcet"] != bit(tag.VendorAddress) {
		t.Errorf("%v", got)
	}
}

// Synthetic documents know the field of each word.
func TestDrawn(t *testing.T) {
	t.Parallel()
	named := 0
	for seed := range uint64(20) {
		s := synth.New(seed, synth.Options{DocumentType: result.TypeInvoice, Design: synth.DesignRandom, Language: "en"})
		doc, fields := s.DocumentFields()
		o := tagger.Observe(annotate.New(layout.Analyze(doc)))
		for i, m := range tagging.Drawn(doc, fields, s.DocumentType, o) {
			if m == bit(tag.VendorName) {
				named++
				if !strings.Contains(s.Truth.Scalars["vendorName"], strings.Trim(o.Units[i].Text(), " ,;|·")) {
					t.Errorf("seed %d: %q is no part of %q", seed, o.Units[i].Text(), s.Truth.Scalars["vendorName"])
				}
			}
		}
	}
	if named < 10 {
		t.Errorf("%d names", named)
	}
}

// The written data has the lengths that its header states.
func TestWriter(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	w := tagging.NewWriter(&out)
	w.AddMade(6)
	require.NoError(t, w.Close())
	for _, want := range []int{len(tag.Names()), len(synth.Types())} {
		if line, err := out.ReadString('\n'); err != nil || len(strings.Fields(line)) != want {
			t.Fatalf("%q, %v; want %d names", line, err, want)
		}
	}
	var head [4]int32
	read(t, &out, &head)
	documents := 0
	for out.Len() > 0 {
		var d [4]int32
		read(t, &out, &d)
		n := int(d[0])
		if n < 1 || d[1] < 0 || d[1] >= int32(len(synth.Types())) || d[2] != -1 {
			t.Fatalf("%v", d)
		}
		rest := n * (2 + 4 + int(head[0]) + 2*int(head[2]) + int(head[2])*int(head[3]))
		if len(out.Next(rest)) != rest {
			t.Fatal("the last document is cut off")
		}
		documents++
	}
	if documents < 3 {
		t.Errorf("%d documents", documents)
	}
}

func read(t *testing.T, from *bytes.Buffer, into any) {
	t.Helper()
	require.NoError(t, binary.Read(from, binary.LittleEndian, into))
}
