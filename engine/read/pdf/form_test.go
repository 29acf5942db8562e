package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/lab/pdfgen"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func inside(b document.Box, x0, y0, x1, y1 float64) bool {
	const hair = 0.001
	return b.X0 >= x0-hair && b.Y0 >= y0-hair && b.X1 <= x1+hair && b.Y1 <= y1+hair
}

func TestFormFieldsWithoutAppearance(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Text(60, 100, 12, "Name:")
	p.Text(60, 130, 12, "Plan:")
	p.Text(60, 160, 12, "Remarks:")
	p.Text(60, 300, 12, "Secret:")
	p.Text(125, 100, 12, "..........................")
	const look = " /F 4 /DA (/F1 10 Tf 0 g) "
	p.Widget("/FT /Tx /T (name) /V (Ada Lovelace)" + look + "/Rect [120 695 320 710]")
	p.Widget("/FT /Ch /T (plan) /Ff 131072 /Opt [[(s) (Small plan)] [(l) (Large plan)]] /V (l)" + look +
		"/Rect [120 665 320 680]")
	p.Widget("/FT /Tx /T (remarks) /Ff 4096 /V (" + strings.Repeat("word ", 40) + ")" + look + "/Rect [120 550 320 650]")
	p.Widget("/FT /Tx /T (secret) /Ff 8192 /V (hunter2)" + look + "/Rect [120 495 320 510]")
	p.Widget("/FT /Tx /T (gone) /V (gone)" + strings.Replace(look, "/F 4", "/F 2", 1) + "/Rect [120 445 320 460]")
	page := firstPage(t, doc)
	all := strings.Join(lines(page), "|")
	for _, want := range []string{"Ada Lovelace", "Plan: Large plan", "Secret:"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in %q", want, all)
		}
	}
	if strings.Contains(all, "hunter2") || strings.Contains(all, "gone") || strings.Count(all, "word") != 40 {
		t.Errorf("read %q", all)
	}
	if b := find(t, page, "Lovelace").Box; !inside(b, 120.0/600, 90.0/800, 320.0/600, 105.0/800) {
		t.Errorf("box %+v", b)
	}
}

// The file states names, tooltips, values and states of fields, also of those that are empty.
func TestStatedFormFields(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Text(60, 100, 12, "Name:")
	const look = " /F 4 /DA (/F1 10 Tf 0 g) "
	p.Widget("/FT /Tx /T (name) /TU (Given name) /V (Ada)" + look + "/Rect [120 695 320 710]")
	p.Widget("/FT /Tx /T (town) /V ()" + look + "/Rect [120 665 320 680]")
	p.Widget("/FT /Ch /T (plan) /Ff 131072 /Opt [[(s) (Small plan)] [(l) (Large plan)]] /V (l)" + look +
		"/Rect [120 635 320 650]")
	p.Widget("/FT /Tx /T (secret) /Ff 8192 /V (hunter2)" + look + "/Rect [120 495 320 510]")
	p.Widget("/FT /Btn /T (box) /V /Yes /AS /Yes /F 4 /Rect [60 590 70 600] /AP << /N << /Yes << >> /Off << >> >> >>")
	p.Widget("/FT /Btn /Ff 32768 /T (way) /V /a /AS /Off /F 4 /Rect [60 560 70 570] " +
		"/AP << /N << /b << >> /Off << >> >> >>")
	got := ""
	for _, f := range firstPage(t, doc).Fields {
		got += fmt.Sprintf("%s %s %q %q %v\n", f.Type, f.Name, f.Tooltip, f.Value, f.Checked)
		if f.Box.Empty() || f.Box.X1 > 1 || f.Box.Y1 > 1 {
			t.Errorf("%s: box %+v", f.Name, f.Box)
		}
	}
	want := `text name "Given name" "Ada" false
text town "" "" false
choice plan "" "Large plan" false
checkbox box "" "Yes" true
radio way "" "" false
`
	assert.Equal(t, got, want, "fields")
}

func TestButtons(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	for i, state := range []string{"Yes", "Off"} {
		y := 100 + float64(i)*20
		p.Text(80, y, 12, []string{"Paid", "Open"}[i])
		p.Widget(fmt.Sprintf("/FT /Btn /T (box%d) /V /%s /AS /%[2]s /F 4 /Rect [60 %g 70 %g] /AP << /N << /Yes %s /Off %s "+
			">> >>",
			i, state, 800-y, 810-y, "<< >>", "<< >>"))
	}
	p.Widget("/FT /Btn /Ff 32768 /T (radio) /V /a /AS /a /F 4 /Rect [60 655 70 665] /AP << /N << /a << >> /Off << >> >> " +
		">>")
	p.Text(80, 143, 12, "Bank transfer")
	page := firstPage(t, doc)
	require.Equal(t, fmt.Sprintf("%q", lines(page)), `["☒ Paid" "☐ Open" "☒ Bank transfer"]`, "lines")
	if b := find(t, page, "☐").Box; !inside(b, 60.0/600, 110.0/800, 70.0/600, 120.0/800) {
		t.Errorf("box %+v", b)
	}
}

// A comb field shows each character in a separate cell.
func TestCombFields(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	for i, r := range "DE02120300" {
		p.Text(100+float64(i)*30, 100, 12, string(r))
	}
	p.Widget("/FT /Tx /T (iban) /Ff 16777216 /MaxLen 10 /V (DE02120300) /DA (/F1 12 Tf) /F 4 /Rect [95 690 400 715]")
	page := firstPage(t, doc)
	require.Equal(t, fmt.Sprint(lines(page)), "[DE02120300]", "lines")
	near(t, "right", find(t, page, "DE02120300").Box.X1, (100+9*30+6.7)/600, 0.005)
}

func TestFreeText(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Text(60, 100, 12, "Total 119.00")
	p.Annotation("/Subtype /FreeText /Contents (Approved by Grace) /DA (/F1 12 Tf) /F 4 /Rect [300 600 500 640]")
	p.Annotation("/Subtype /Text /Contents (A note that shows as an icon) /F 4 /Rect [300 500 320 520]")
	p.Annotation("/Subtype /Link /Rect [60 690 150 710] /A << /S /URI /URI (https://example.com) >>")
	page := firstPage(t, doc)
	require.Equal(t, fmt.Sprintf("%q", lines(page)), `["Total 119.00" "Approved by Grace"]`, "lines")
	if b := find(t, page, "Grace").Box; !inside(b, 300.0/600, 160.0/800, 500.0/600, 200.0/800) {
		t.Errorf("box %+v", b)
	}
}

func TestFieldsOnRotatedPage(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(600, 800)
	p.Rotate(90)
	p.Widget("/FT /Tx /T (name) /V (Ada) /DA (/F1 10 Tf) /F 4 /Rect [100 100 120 300]")
	b := find(t, firstPage(t, doc), "Ada").Box
	if !inside(b, 100.0/800, 100.0/600, 300.0/800, 120.0/600) {
		t.Errorf("box %+v", b)
	}
}

// Squares of one path or four lines and circles are check boxes, unless they are side by side.
func TestDrawnCheckBoxes(t *testing.T) {
	t.Parallel()
	p := pdfgen.New()
	page := p.AddPage(600, 800)
	page.Text(60, 100, 12, "Options")
	page.Raw("50 600 10 10 re S 50 580 10 10 re S 51 581 m 59 589 l S 51 589 m 59 581 l S")
	page.Raw("300 600 12 12 re S 312 600 12 12 re S 324 600 12 12 re S 1 g 50 560 10 10 re f 0 g 53 563 4 4 re f")
	for _, x := range []float64{50, 60} {
		page.Rule(x, 260, x, 270)
		page.Rule(50, 210+x, 60, 210+x)
	}
	got := ""
	for _, m := range firstPage(t, p).Marks {
		got += fmt.Sprintf("%.0f,%.0f %v; ", m.Box.CenterX()*600, m.Box.CenterY()*800, m.Checked)
	}
	if got != "55,265 false; 55,195 false; 55,215 true; 55,235 true; " {
		t.Errorf("check boxes at %s", got)
	}
}

// Thin shapes are rules, and boxes have four, unless they are white areas.
func TestRules(t *testing.T) {
	t.Parallel()
	p := pdfgen.New()
	page := p.AddPage(600, 800)
	page.Text(60, 100, 12, "Options")
	page.Rule(60, 120, 300, 120)
	page.Raw("0 g 60 500 2 100 re f 1 g 100 500 50 50 re f 0 0 0 RG 200 500 100 40 re S 400 500 5 5 re S")
	page.Raw("0 600 1e39 1 re f -1e39 610 m 1e39 610 l S")
	got := ""
	for _, r := range firstPage(t, p).Rules {
		got += fmt.Sprintf("%.0f,%.0f-%.0f,%.0f; ", r.X0*600, r.Y0*800, r.X1*600, r.Y1*800)
	}
	if got != "60,120-300,120; 60,200-62,300; 200,260-300,260; 200,300-300,300; 200,260-200,300; 300,260-300,300; " {
		t.Errorf("rules at %s", got)
	}
}

// A field shows as much of a long value as fits; the rest does not cover what is below it or beside it.
func TestClippedFormFields(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	p := doc.AddPage(595, 842)
	p.Text(60, 300, 10, "Signature of the applicant")
	long := strings.Repeat("word ", 2000)
	for i, flags := range []string{"/Ff 4096", "", ""} {
		p.Widget(fmt.Sprintf("/FT /Tx /T (remarks%d) %s /V (%s) /DA (/F1 10 Tf) /F 4 /Rect [60 %d 260 %d]", i, flags, long,
			700-60*i, 740-60*i))
	}
	page := firstPage(t, doc)
	shown := 0
	for _, l := range page.Lines {
		for _, w := range l.Words {
			if w.Text == "word" && !w.Hidden {
				shown++
			}
		}
	}
	assert.True(t, shown > 20 && shown < 150, "words shown", shown)
	assert.Equal(t, page.Fields[0].Value, strings.TrimSpace(long), "value")
	assert.Contains(t, strings.Join(lines(page), "|"), "Signature of the applicant|")
}
