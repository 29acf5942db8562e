package docx_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/readtest"
	"github.com/docmill/docmill/engine/read/docx"
	"github.com/docmill/docmill/lab/officegen"
	"github.com/docmill/docmill/lab/xmlgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func run(text string) string { return "<w:r><w:t>" + text + "</w:t></w:r>" }

func p(content string) string { return "<w:p>" + content + "</w:p>" }

func field(mark string) string { return `<w:r><w:fldChar w:fldCharType="` + mark + `"/></w:r>` }

func TestRead(t *testing.T) {
	t.Parallel()
	cell := func(properties, text string) string {
		return "<w:tc><w:tcPr>" + properties + "</w:tcPr>" + officegen.Paragraph(text) + "</w:tc>"
	}
	for name, c := range map[string]struct{ body, want string }{
		"paragraphs": {officegen.Paragraph("One two") + officegen.Paragraph("three\nfour"), "One two\nthree\nfour\n"},
		"parted words": {p(run("in") + "<w:r><w:rPr><w:b/></w:rPr><w:t>voice</w:t></w:r>" + "<w:bookmarkStart/>"),
			"invoice\n"},
		"characters": {p(`<w:r><w:t>a</w:t><w:noBreakHyphen/><w:t>b</w:t><w:softHyphen/><w:sym w:char="20AC"/><w:sym ` +
			`w:char="F0B7"/><w:cr/><w:t>c</w:t></w:r>`), "a-b€\nc\n"},
		"tabs": {strings.Replace(officegen.Paragraph("a\tb"), "<w:p>",
			`<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="2000"/></w:tabs></w:pPr>`, 1), "a                   b\n"},
		"tracked": {p("<w:ins>" + run("new") +
			"</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom>" + run("away") +
			"</w:moveFrom><w:moveTo>" + run("here") + "</w:moveTo>"), "newhere\n"},
		"hidden": {p("<w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t></w:r>" +
			`<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t>y</w:t></w:r>`), "y\n"},
		"field": {p(field("begin") + "<w:r><w:instrText>PAGE</w:instrText></w:r>" + run("code") + field("separate") +
			run("7") + field("end") + run("!")), "7!\n"},
		"field in code": {p(field("begin") + field("begin") + field("separate") + run("x") + field("end") +
			field("separate") + run("y") + field("end")), "y\n"},
		"simple field": {p("<w:fldSimple>" + run("8") + "</w:fldSimple><w:hyperlink>" + run("link") + "</w:hyperlink>"),
			"8link\n"},
		"controls": {"<w:sdt><w:sdtPr><w:alias/></w:sdtPr><w:sdtContent>" +
			p("<w:sdt><w:sdtContent>"+run("v")+"</w:sdtContent></w:sdt>") + "</w:sdtContent></w:sdt>", "v\n"},
		"table": {officegen.Table([]string{"Item", "Amount"}, []string{"Name", "1.00"}), "Item   Amount\nName   1.00\n"},
		"merged": {"<w:tbl><w:tr>" + cell(`<w:vMerge w:val="restart"/>`, "a\nb") + cell("", "x") + "</w:tr><w:tr>" +
			cell("<w:vMerge/>", "") + cell("", "y") +
			"</w:tr><w:tr>" + cell(`<w:gridSpan w:val="2"/>`, "wide text") + cell("", "z") + "</w:tr></w:tbl>",
			"a   x\nb\n    y\nwide text   z\n"},
		"late row": {`<w:tbl><w:tr><w:trPr><w:gridBefore w:val="1"/></w:trPr>` + cell("", "x") + "</w:tr><w:tr>" + cell("",
			"a") + cell("", "b") + "</w:tr></w:tbl>", "    x\na   b\n"},
		"deleted row": {"<w:tbl><w:tr><w:trPr><w:del/></w:trPr>" + cell("", "x") + "</w:tr><w:tr>" + cell("", "a") +
			"</w:tr></w:tbl>", "a\n"},
		"inner table": {"<w:tbl><w:tr><w:tc>" + officegen.Table([]string{"a", "b"}) + p("") + "</w:tc>" + cell("", "c") +
			"</w:tr></w:tbl>", "a   b   c\n"},
		"pages": {officegen.Paragraph("a") + p(`<w:r><w:br w:type="page"/></w:r>`) +
			p("<w:pPr><w:pageBreakBefore/></w:pPr>"+run("b")), "a\n--\nb\n"},
		"text box": {p("<w:r><mc:AlternateContent><mc:Choice><w:drawing><wps:txbx><w:txbxContent>" +
			officegen.Paragraph("box") +
			"</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict><v:textbox><w:txbxContent>" +
			officegen.Paragraph("box") +
			"</w:txbxContent></v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>" + run("text")), "box\ntext\n"},
		"old text box": {p("<w:r><w:pict><v:textbox><w:txbxContent>" + officegen.Paragraph("box") +
			"</w:txbxContent></v:textbox></w:pict></w:r>"), "box\n"},
	} {
		doc, err := docx.Read(t.Context(), officegen.DOCX(c.body))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := readtest.Draw(doc.Pages); got != c.want {
			t.Errorf("%s:\n%swant\n%s", name, got, c.want)
		}
		if doc.Info["Title"] != "A title" || doc.Info["Author"] != "An author" {
			t.Errorf("info %v", doc.Info)
		}
	}
}

func numbered(level, text string) string {
	return p(`<w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="1"/></w:numPr></w:pPr>` + run(text))
}

func TestReadParts(t *testing.T) {
	t.Parallel()
	body := numbered("0", "one") + numbered("1", "deep") + numbered("0", "two") + numbered("2", "dot") +
		p(`<w:pPr><w:pStyle w:val="H"/></w:pPr>`+run("Head")+`<w:r><w:footnoteReference w:id="2"/></w:r>`) +
		`<w:sectPr><w:headerReference w:type="first" r:id="header1"/><w:headerReference w:type="default" r:id="header2"/>` +
		`<w:footerReference w:type="first" r:id="footer1"/><w:titlePg/></w:sectPr>`
	doc, err := docx.Read(t.Context(), officegen.DOCX(
		body,
		officegen.Part{Name: "header1", Content: officegen.Paragraph("first head")},
		officegen.Part{Name: "header2", Content: officegen.Paragraph("other head")},
		officegen.Part{Name: "footer1", Content: officegen.Paragraph("foot")},
		officegen.Part{
			Name: "footnotes",
			Content: `<w:footnote w:id="1">` + officegen.Paragraph(
				"unused",
			) + `</w:footnote><w:footnote w:id="2">` + officegen.Paragraph(
				"note",
			) + `</w:footnote>`,
		},
		officegen.Part{
			Name: "styles",
			Content: `<w:style w:type="paragraph" w:styleId="B"><w:rPr><w:b/><w:sz w:val="40"/></w:rPr></w:style><w:style ` +
				`w:type="paragraph" w:styleId="H"><w:basedOn w:val="B"/></w:style>`,
		},
		officegen.Part{
			Name: "numbering",
			Content: `<w:abstractNum w:abstractNumId="5"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt ` +
				`w:val="upperRoman"/><w:lvlText w:val="%1."/></w:lvl>` +
				`<w:lvl w:ilvl="1"><w:start w:val="3"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%1.%2)"/></w:lvl><w:lvl ` +
				`w:ilvl="2"><w:numFmt w:val="bullet"/></w:lvl></w:abstractNum>` +
				`<w:num w:numId="1"><w:abstractNumId w:val="5"/></w:num>`,
		},
	))
	require.NoError(t, err)
	const want = "first head\nI. one\nI.c) deep\nII. two\n• dot\nHead\nnote\nfoot\n"
	assert.Equal(t, readtest.Draw(doc.Pages), want)
	head := doc.Pages[0].Lines[5].Words[0]
	if plain := doc.Pages[0].Lines[1].Words[1]; !head.Bold || plain.Bold || head.Box.Height() < 1.9*plain.Box.Height() {
		t.Errorf("head %+v, plain %+v", head, plain)
	}
}

// bombs are documents that are damaged, protected or too large.
func bombs() map[string]struct {
	data []byte
	want extractionerror.Code
} {
	type bomb = struct {
		data []byte
		want extractionerror.Code
	}
	valid := officegen.DOCX(officegen.Paragraph("x"))
	var many []officegen.Part
	for range 2001 {
		many = append(many, officegen.Part{Name: "x"})
	}
	entities := `<!DOCTYPE a [<!ENTITY b "x">]><a>&b;</a>`
	body := func(xml string) officegen.Part {
		return officegen.Part{Name: "word/document.xml", Content: xml}
	}
	rels := officegen.Part{
		Name:    "_rels/.rels",
		Content: officegen.Relationships(officegen.Part{Name: "a", Content: "officeDocument word/document.xml"}),
	}
	return map[string]bomb{
		"nothing":         {nil, extractionerror.CorruptFile},
		"cut":             {valid[:len(valid)-30], extractionerror.CorruptFile},
		"no main part":    {officegen.Zip(rels), extractionerror.CorruptFile},
		"no relations":    {officegen.Zip(body("<a/>")), extractionerror.CorruptFile},
		"broken XML":      {officegen.Zip(rels, body("<a><b></a>")), extractionerror.CorruptFile},
		"cut XML":         {officegen.Zip(rels, body("<w:document><w:body><w:p>")), extractionerror.CorruptFile},
		"document type":   {officegen.Zip(rels, body(entities)), extractionerror.CorruptFile},
		"many parts":      {officegen.Zip(many...), extractionerror.TooComplex},
		"large part":      {officegen.DOCX(strings.Repeat("<w:p> </w:p>", 1<<20)), extractionerror.TooComplex},
		"high ratio":      {officegen.DOCX(strings.Repeat(" ", 20<<20)), extractionerror.TooComplex},
		"many paragraphs": {officegen.DOCX(paragraphs(300_001)), extractionerror.TooComplex},
		"many pages": {
			officegen.DOCX(strings.Repeat(p(run("x")+`<w:r><w:br w:type="page"/></w:r>`), 2001)),
			extractionerror.TooManyPages,
		},
		"deep": {officegen.DOCX(strings.Repeat("<w:sdt>", 500)), extractionerror.TooComplex},
		"deep tables": {
			officegen.DOCX(
				strings.Repeat("<w:tbl><w:tr><w:tc>", 60) + officegen.Paragraph("x") + strings.Repeat("</w:tc></w:tr></w:tbl>", 60),
			),
			extractionerror.TooComplex,
		},
		"large numbers": {officegen.DOCX(strings.Repeat(numbered("0", "x"), 20_000), officegen.Part{
			Name: "numbering", Content: `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:lvlText w:val="` +
				strings.Repeat("%1", 1<<12) +
				`"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`,
		}), 0},
	}
}

// paragraphs are so many that differ: they compress less than a hundredfold.
func paragraphs(n int) string {
	var sb strings.Builder
	for i := range n {
		sb.WriteString("<w:p>" + noise(i) + "</w:p>")
	}
	return sb.String()
}

func noise(i int) string {
	const letters = "abcdefghijklmnop"
	h := uint32(i) * 2654435761
	return string([]byte{letters[h>>28], letters[h>>24&15], letters[h>>20&15], letters[h>>16&15]})
}

func TestReadBombs(t *testing.T) {
	t.Parallel()
	for name, c := range bombs() {
		_, err := docx.Read(t.Context(), c.data)
		if extractionerror.CodeOf(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
}

func TestReadProtected(t *testing.T) {
	t.Parallel()
	data := officegen.DOCX(officegen.Paragraph("x"))
	at := strings.Index(string(data), "PK\x01\x02") // the first entry of the directory
	data[at+8] |= 1
	if _, err := docx.Read(t.Context(), data); extractionerror.CodeOf(err) != extractionerror.PasswordProtected {
		t.Errorf("Read = %v", err)
	}
}

func TestReadDeadline(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := docx.Read(ctx, officegen.DOCX(officegen.Paragraph("x"))); !errors.Is(err, context.Canceled) {
		t.Errorf("Read = %v", err)
	}
}

// FuzzRead changes the body and the numbering of a document, which stay well-formed.
func FuzzRead(f *testing.F) {
	samples := []string{
		officegen.Paragraph("a\tb\nc") + officegen.Table([]string{"a", "b"}),
		numbered("1", "x") + field("begin") + field("separate") + field("end"),
		`<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge/><w:gridSpan w:val="9"/></w:tcPr></w:tc></w:tr></w:tbl>`,
		`<w:p><w:pPr><w:tabs><w:tab w:val="left" w:pos="720"/></w:tabs><w:pageBreakBefore/></w:pPr><w:r><w:rPr>` +
			`<w:vanish/></w:rPr><w:sym w:char="F0A7"/><w:noBreakHyphen/><w:br w:type="page"/></w:r></w:p>`,
		`<w:p><w:del><w:r><w:t>x</w:t></w:r></w:del><mc:AlternateContent><mc:Fallback><w:pict>` +
			`<w:txbxContent><w:p/></w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:p>`,
		`<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
	}
	numbering := `<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="1"><w:numFmt w:val="upperRoman"/>` +
		`<w:lvlText w:val="%1%2"/><w:start w:val="3"/></w:lvl></w:abstractNum><w:num w:numId="1">` +
		`<w:abstractNumId w:val="1"/></w:num>`
	words := xmlgen.NewDictionary(append(samples, numbering)...)
	for _, sample := range samples {
		f.Add(words.Program(sample), []byte{})
	}
	f.Add(words.Program(samples[1])[:10], words.Program(numbering))
	f.Fuzz(func(t *testing.T, body, numbering []byte) {
		doc, err := docx.Read(t.Context(), officegen.DOCX(
			words.XML(body)+`<w:sectPr><w:headerReference w:type="default" r:id="header1"/></w:sectPr>`,
			officegen.Part{Name: "header1", Content: officegen.Paragraph("head")},
			officegen.Part{Name: "numbering", Content: words.XML(numbering)},
			officegen.Part{Name: "footnotes", Content: `<w:footnote w:id="2"><w:p/></w:footnote>`},
		))
		readtest.Check(t, doc, err)
	})
}

func BenchmarkRead(b *testing.B) {
	rows := [][]string{{"Item", "Quantity", "Price", "Amount"}}
	for range 50 {
		rows = append(rows, []string{"An article with a name", "2", "12.00", "24.00"})
	}
	data := officegen.DOCX(officegen.Paragraph("Invoice") + officegen.Table(rows...))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := docx.Read(b.Context(), data); err != nil {
			b.Fatal(err)
		}
	}
}
