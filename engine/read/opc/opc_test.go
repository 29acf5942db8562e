package opc_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/readtest"
	"github.com/docmill/docmill/engine/read/opc"
	"github.com/docmill/docmill/lab/officegen"
	"github.com/docmill/docmill/libs/require"
)

func open(t *testing.T, parts ...officegen.Part) *opc.Package {
	t.Helper()
	p, err := opc.Open(officegen.Zip(parts...))
	require.NoError(t, err)
	return p
}

func TestPart(t *testing.T) {
	t.Parallel()
	p := open(t, officegen.Part{Name: `Word\Document.XML`, Content: "text"})
	in, err := p.Part("/word/document.xml")
	require.NoError(t, err)
	if data, err := io.ReadAll(in); string(data) != "text" || err != nil {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := p.Part("none"); !errors.Is(err, opc.ErrNoPart) {
		t.Errorf("a part that is missing gives %v", err)
	}
}

func TestRelationships(t *testing.T) {
	t.Parallel()
	rels := `<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/header" ` +
		`Target="h.xml"/>` +
		`<Relationship Id="b" Type="x/image" Target="/media/i.png"/><Relationship Id="c" Type="x/hyperlink" ` +
		`Target="http://example.com" TargetMode="External"/>` +
		`<Relationship Id="d" Type="x/up" Target="../../../up.xml"/></Relationships>`
	p := open(t, officegen.Part{Name: "word/_rels/document.xml.rels", Content: rels},
		officegen.Part{Name: "_rels/bad.rels", Content: "<a"})
	got, err := p.Relationships("word/document.xml")
	if err != nil || len(got) != 3 {
		t.Fatalf("%v, %v", got, err)
	}
	if got[0].Target != "word/h.xml" || !got[0].Is("header") || got[0].Is("eader") || got[1].Target != "media/i.png" {
		t.Errorf("%v", got)
	}
	if none, err := p.Relationships("other.xml"); len(none) != 0 || err != nil {
		t.Errorf("%v, %v", none, err)
	}
	if _, err := p.Relationships("bad"); extractionerror.CodeOf(err) != extractionerror.CorruptFile {
		t.Errorf("damaged relationships give %v", err)
	}
	if _, err := p.Main(); extractionerror.CodeOf(err) != extractionerror.CorruptFile {
		t.Errorf("a package without a main part gives %v", err)
	}
}

func TestInflateLimit(t *testing.T) {
	t.Parallel()
	large := strings.Repeat("0123456789abcdef", 1<<20) // 16 MB that pack well
	p := open(t, officegen.Part{Name: "a", Content: large})
	in, err := p.Part("a")
	require.NoError(t, err)
	if n, err := io.Copy(io.Discard, in); extractionerror.CodeOf(err) != extractionerror.TooComplex || n > 11<<20 {
		t.Errorf("%d bytes of a part that packs well, %v", n, err)
	}

	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, err := z.CreateHeader(&zip.FileHeader{Name: "a", Method: zip.Store})
	if err == nil {
		_, err = w.Write(make([]byte, 50<<20))
	}
	if err == nil {
		err = z.Close()
	}
	require.NoError(t, err)
	if p, err = opc.Open(b.Bytes()); err != nil {
		t.Fatal(err)
	}
	var total int64
	for range 5 { // a package may name a part as often as it likes
		if in, err = p.Part("a"); err != nil {
			t.Fatal(err)
		}
		var n int64
		n, err = io.Copy(io.Discard, in)
		total += n
	}
	if extractionerror.CodeOf(err) != extractionerror.TooComplex || total > opc.MaxInflated+1<<20 {
		t.Errorf("%d bytes in all, %v", total, err)
	}
}

func TestDecoder(t *testing.T) {
	t.Parallel()
	wide := []byte{0xff, 0xfe}
	for _, r := range `<?xml version="1.0" encoding="UTF-16"?><a><b x="1">é</b></a>` {
		wide = append(wide, byte(r), byte(r>>8))
	}
	for name, data := range map[string]string{
		"utf-8":  `<?xml version="1.0" encoding="UTF-8"?><!-- c --><a><b x="1">é</b></a>`,
		"utf-16": string(wide),
	} {
		d := opc.NewDecoder(strings.NewReader(data))
		root, err := d.Root()
		if err != nil || root.Name.Local != "a" {
			t.Fatalf("%s: %v, %v", name, root, err)
		}
		text := ""
		if err := d.Children(func(e xml.StartElement) error {
			text = opc.Attr(e, "x")
			more, err := d.Text()
			text += more
			return err
		}); err != nil || text != "1é" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	for data, want := range map[string]extractionerror.Code{
		`<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>`: extractionerror.CorruptFile,
		"<a><b></b>":                extractionerror.CorruptFile,
		"<a>&unknown;</a>":          extractionerror.CorruptFile,
		strings.Repeat("<a>", 1000): extractionerror.TooComplex,
		"":                          extractionerror.CorruptFile,
	} {
		d := opc.NewDecoder(strings.NewReader(data))
		_, err := d.Root()
		if err == nil {
			err = d.Skip()
		}
		if extractionerror.CodeOf(err) != want {
			t.Errorf("%.20s: %v, want %s", data, err, want)
		}
	}
}

// FuzzParts changes the relationships and the properties of a package. The ZIP around them
// is read by the standard library.
func FuzzParts(f *testing.F) {
	f.Add(`<Relationships><Relationship Id="a" Type="/officeDocument" Target="b/c"/></Relationships>`, "")
	f.Add(`<r><Relationship Type="/core-properties" Target="core.xml" TargetMode="External"/></r>`, "")
	f.Add(`<r><Relationship Type="/core-properties" Target="/core.xml"/></r>`, "<c><title>a</title></c>")
	f.Fuzz(func(t *testing.T, relationships, core string) {
		p := open(t, officegen.Part{Name: "_rels/.rels", Content: relationships},
			officegen.Part{Name: "core.xml", Content: core})
		_, err := p.Properties()
		if err == nil {
			_, err = p.Main()
		}
		readtest.Check(t, nil, err)
	})
}

// FuzzDecoder compares elements as the decoder visits them with their tags.
func FuzzDecoder(f *testing.F) {
	f.Add([]byte(`<a x="1">b<c/>d<!-- e --></a>`))
	f.Add([]byte("\xff\xfe<\x00a\x00/\x00>\x00"))
	f.Add([]byte("<a><a><a>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		d := opc.NewDecoder(bytes.NewReader(data))
		_, err := d.Root()
		if err == nil {
			err = d.Children(func(e xml.StartElement) error {
				if e.Name.Local == "a" {
					return d.Skip()
				}
				_, err := d.Text()
				return err
			})
		}
		readtest.Check(t, nil, err)
	})
}
