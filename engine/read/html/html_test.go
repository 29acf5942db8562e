package html_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document/grid"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/readtest"
	"github.com/docmill/docmill/engine/read/html"
)

func TestRead(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ page, want string }{
		"text":            {"<p>One\n  two</p><p>three<br>four &amp; &euro;5</p>", "One two\nthree\nfour & €5\n"},
		"inline":          {"<b>in</b>voice <i>no</i>. <span>1</span>", "invoice no. 1\n"},
		"pre":             {"<pre>a   b\nc</pre>", "a   b\nc\n"},
		"no-break spaces": {"a&nbsp;&nbsp;&nbsp;b", "a   b\n"},
		"left out ends":   {"<table><tr><td>a<td>b<tr><td>c<td>d</table>e<ul><li>f<li>g</ul>", "a   b\nc   d\ne\nf\ng\n"},
		"loose cells":     {"<table><td>a</td><td>b</td></table>", "a   b\n"},
		"nested tables":   {"<table><tr><td><table><tr><td>a<td>b</table><td>c</table>", "a   b   c\n"},
		"spans": {"<table><tr><td colspan=2>a long title<td>x<tr><td>a<td>b<td>c</table>",
			"a long title   x\na   b          c\n"},
		"caption": {"<table><caption>Items</caption><tr><td>a</table>", "Items\na\n"},
		"numbers": {`<ol start="3"><li>a<li>b</ol>`, "3. a\n4. b\n"},
		"terms":   {"<dl><dt>Total<dd>1.00<dt>Date<dd>today</dl>", "Total   1.00\nDate    today\n"},
		"controls": {`<input value="A-1"> <input type=hidden value=x> <select><option>a<option ` +
			`selected>b</select><textarea>c</textarea>`, "A-1 b c\n"},
		"flex":        {`<div style="display:flex"><div>a<br>b</div><div>c</div></div>`, "a   c\nb\n"},
		"flex column": {`<div style="display:flex;flex-direction:column"><div>a</div><div>c</div></div>`, "a\nc\n"},
		"floats":      {`<div><p style="float:left">a</p> <p style="float: right">b</p></div>c`, "a   b\nc\n"},
		"table by style": {`<style>.t{display:table}.r{display:table-row}.c{display:table-cell}</style><div class=t><div ` +
			`class=r><div class=c>a</div><div class=c>b</div></div></div>`, "a   b\n"},
		"outlook":          {"<p class=MsoNormal>a<o:p></o:p></p><v:shape><p>b</p></v:shape>", "a\nb\n"},
		"wrong order":      {"<b><p>a</b></p>c<table><tr><td>d</div></td></tr></table></p>e", "a\nc\nd\ne\n"},
		"conditional":      {"<!--[if mso]><p>x</p><![endif]-->a<![if !mso]>b<![endif]>", "ab\n"},
		"nothing but tags": {"<table><tr><td></table><div></div>", ""},
	} {
		doc, err := html.Read([]byte(page(c.page)), "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := readtest.Draw(doc.Pages); got != c.want {
			t.Errorf("%s:\n%swant\n%s", name, got, c.want)
		}
	}
}

func page(body string) string { return "<!DOCTYPE html><html><body>" + body }

func TestReadHiddenContent(t *testing.T) {
	t.Parallel()
	for _, body := range []string{
		"<script>x</script>", "<style>x</style>", "<template>x</template>", "<iframe>x</iframe>", "<title>x</title>",
		"<svg><text>x</text></svg>",
		"<p hidden>x</p>", `<p style="display: none !important">x</p>`, `<p style="visibility:hidden">x</p>`,
		`<p style="opacity:0">x</p>`,
		`<p style="font-size:0px">x</p>`, `<p style="mso-hide:all">x</p>`, `<p style="max-height:0; overflow:hidden">x</p>`,
		`<p style="position:absolute; left:-9999px">x</p>`,
		"<style>.h, #y {display:none}</style><p class='a h'>x</p><p id=Y>x</p>",
		"<style>@import url(x); p.h{display:none}</style><p class=h>x</p>", `<table><tr style="display:none"><td>x</table>`,
		`<div hidden><table><tr><td>x</table></div>`, "<!-- x -->", `<img alt="x" src="http://127.0.0.1:1/x">`,
	} {
		doc, err := html.Read([]byte(page(body)), "")
		if err != nil || readtest.Draw(doc.Pages) != "" {
			t.Errorf("%s shows %q, %v", body, readtest.Draw(doc.Pages), err)
		}
	}
	shown := "<style>.a{display:none} @media print{p{display:none}} .b p{display:none} " +
		".c{display:none}.c{display:block}</style><p class=c>x</p>"
	if doc, err := html.Read([]byte(page(shown)), ""); err != nil || readtest.Draw(doc.Pages) != "x\n" {
		t.Errorf("shown: %v", err)
	}
}

func TestReadEncodings(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ data, contentType string }{
		"declared by the page":   {"<meta charset=iso-8859-1>M\xfcller", ""},
		"declared by the header": {"M\xfcller", "text/html; charset=iso-8859-1"},
		"declared by nobody":     {"M\xfcller", ""},
		"declared wrongly":       {"<meta charset=utf-8>M\xfcller", ""},
		"utf-8":                  {"Müller", ""},
		"byte order mark":        {"\xef\xbb\xbf<meta charset=iso-8859-1>Müller", ""},
	} {
		doc, err := html.Read([]byte(c.data), c.contentType)
		if err != nil || readtest.Draw(doc.Pages) != "Müller\n" {
			t.Errorf("%s: %q, %v", name, readtest.Draw(doc.Pages), err)
		}
	}
}

func TestReadTitle(t *testing.T) {
	t.Parallel()
	doc, err := html.Read([]byte("<title>Invoice\n 1 &amp; 2</title><h1>Big</h1><p>small <b>bold</b>"), "")
	if err != nil || doc.Info["Title"] != "Invoice 1 & 2" {
		t.Fatalf("%v, %v", doc.Info, err)
	}
	lines := doc.Pages[0].Lines
	if big, small := lines[0].Words[0], lines[1].Words[0]; !big.Bold || small.Bold || !lines[1].Words[1].Bold ||
		big.Box.Height() < 1.9*small.Box.Height() {
		t.Errorf("lines %+v", lines)
	}
}

// bombs are pages that grow when they are read, or are deep or long.
func bombs() map[string][]byte {
	attributes := func(n int) string {
		var sb strings.Builder
		for i := range n {
			fmt.Fprintf(&sb, "<b id=%d>", i)
		}
		return sb.String()
	}
	return map[string][]byte{
		"misnested":  []byte("<p>" + attributes(400) + "</p>" + strings.Repeat("<p>x", 100_000)),
		"deep":       []byte(strings.Repeat("<div>", 500_000) + "x"),
		"tables":     []byte(strings.Repeat("<table><tr><td>", 40) + "x"),
		"wide spans": []byte("<table>" + strings.Repeat("<tr><td colspan=1000 rowspan=65534>x", 20_000)),
		"styles": []byte("<style>" + strings.Repeat(".a{display:block}", 50_000) + "</style>" +
			strings.Repeat("<i class=a>x</i>", 50_000)),
		"hidden":   []byte(strings.Repeat("<i hidden></i>", 200_000) + "x"),
		"entities": []byte(strings.Repeat("&CounterClockwiseContourIntegral;", 100_000)),
		"comment":  []byte("x<!--" + strings.Repeat("-", 5<<20)),
		"css":      []byte("<style>" + strings.Repeat("a{", 500_000) + "</style>x"),
	}
}

func TestReadBombs(t *testing.T) {
	t.Parallel()
	for name, data := range bombs() {
		doc, err := html.Read(data, "")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(doc.Pages[0].Lines) == 0 {
			t.Errorf("%s: no text", name)
		}
	}
	for name, data := range map[string][]byte{
		"long":        make([]byte, 51<<20),
		"many nodes":  []byte(strings.Repeat("<i>", 2_000_001)),
		"many words":  []byte(strings.Repeat("a ", grid.MaxWords+1)),
		"deep tables": []byte(strings.Repeat("<table><tr><td>", 60) + "x"),
	} {
		if _, err := html.Read(data, ""); extractionerror.CodeOf(err) != extractionerror.TooComplex {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(page("<table><tr><td colspan=2>a<td rowspan=3><dl><dt>b<dd>c</dl><ol start=9><li>d")),
		"text/html; charset=x")
	f.Add([]byte("<style>.a{display:flex}/*</style><div class=a><p style='float:left'>x</p><p style='float:right'>"), "")
	f.Add([]byte("\xff\xfe<\x00p\x00>\x00x\x00"), "")
	f.Fuzz(func(t *testing.T, data []byte, contentType string) {
		doc, err := html.Read(data, contentType)
		readtest.Check(t, doc, err)
	})
}

func BenchmarkRead(b *testing.B) {
	var sb strings.Builder
	for i := range 50 {
		fmt.Fprintf(&sb, "<tr><td>%d<td>An article with a name<td>2<td>12.00<td>24.00</tr>", i)
	}
	data := []byte(page("<h1>Invoice</h1><p>Number: 1</p><table>" + sb.String() + "</table>"))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := html.Read(data, ""); err != nil {
			b.Fatal(err)
		}
	}
}
