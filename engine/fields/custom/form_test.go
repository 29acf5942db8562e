package custom_test

import (
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/internal/sheettest"
	"github.com/docmill/docmill/libs/assert"
)

// place is a box on a page of A4 size, from points.
func place(x, y, width float64) document.Box {
	return document.Box{X0: x / 595, Y0: y / 842, X1: (x + width) / 595, Y1: (y + 12) / 842}
}

func textField(name, tooltip, value string, box document.Box) document.FormField {
	return document.FormField{Type: document.TextField, Name: name, Tooltip: tooltip, Value: value, Box: box}
}

func TestFormFields(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 60, 9, "Colour of the fence")
	s.Put(50, 90, 9, "Trade register number")
	s.Put(50, 130, 9, "Preferred garden tool")
	s.Put(70, 160, 9, "Mail")
	s.Put(170, 160, 9, "Telephone")
	s.Put(50, 190, 9, "The undersigned, born in")
	s.Put(330, 190, 9, "on")
	s.Put(50, 220, 9, "Nickname")
	s.Put(200, 220, 9, "Remarks")
	s.Put(302, 500, 9, "Cheap")
	doc := sheettest.Bind(s)
	doc.Pages[0].Fields = []document.FormField{
		textField("f1", "", "green", place(180, 60, 100)),
		textField("f2", "", "HRB 4711", place(180, 90, 100)),
		textField("f3", "", "spade", place(50, 145, 150)),
		textField("applicant.FirstNm", "", "Ada", place(300, 300, 100)),
		textField("spouse.FirstNm", "", "", place(300, 320, 100)),
		textField("x7", "Date of entry", "04.03.2031", place(300, 340, 100)),
		textField("x8", "Fee", "1.240,50", place(300, 360, 100)),
		textField("x9", "Reachable at", "ada@oak.example", place(300, 380, 100)),
		textField("x10", "", "Leeds", place(180, 190, 100)),
		textField("x11", "Nickname", "", place(100, 220, 80)),
		textField("x13", "Marital status", "verheiratet", place(300, 520, 100)),
		textField("x12", "Quality", "Best", place(300, 500, 100)), // the page shows another text
		{Type: document.ChoiceField, Name: "land", Tooltip: "Country", Value: "Austria", Box: place(300, 400, 100)},
		{Type: document.CheckBox, Name: "newsletter_ok", Checked: true, Value: "Yes", Box: place(300, 420, 10)},
		{Type: document.CheckBox, Name: "blind_ind", Box: place(300, 440, 10)},
		{Type: document.RadioButton, Name: "way", Box: place(50, 160, 10)},
		{Type: document.RadioButton, Name: "way", Checked: true, Value: "2", Box: place(150, 160, 10)},
		{Type: document.CheckBox, Name: "eye_color_black", Box: place(300, 460, 10)},
		{Type: document.CheckBox, Name: "eye_color_hazel", Checked: true, Value: "On", Box: place(300, 480, 10)},
	}
	set := wanted(t, doc, `
		"fenceColour":{"type":"string","description":"Colour of the fence"},
		"registerNumber":{"type":"string","description":"Trade register number"},
		"tool":{"type":"string","description":"Preferred garden tool"},
		"applicantFirstName":{"type":"string"},"spouseFirstName":{"type":"string"},
		"entryDate":{"type":"string","format":"date"},"fee":{"type":"number"},
		"email":{"type":"string","description":"Reachable at"},
		"birthPlace":{"type":"string","description":"Born in"},
		"nickname":{"type":"string"},"quality":{"type":"string"},
		"country":{"type":"string"},"newsletter":{"type":"boolean"},"blind":{"type":"boolean"},
		"contactWay":{"type":"string","enum":["mail","telephone"]},
		"maritalStatus":{"type":"string","enum":["single","married"]},
		"eyeColor":{"type":"string","enum":["black","hazel"]}`)
	want := map[string]string{
		"fenceColour": "green", "registerNumber": "HRB 4711", "tool": "spade", "applicantFirstName": "Ada",
		"entryDate": "2031-03-04", "fee": "1240.5", "email": "ada@oak.example", "birthPlace": "Leeds", "country": "Austria",
		"newsletter": "true", "blind": "false", "contactWay": "telephone", "eyeColor": "hazel",
		"maritalStatus": "married",
	}
	for name, v := range set.Scalars {
		assert.Equal(t, want[name], v.Value, name)
		if v.Source != document.SourceForm || v.Page != 1 || v.Box.Empty() {
			t.Errorf("%s: %+v", name, v)
		}
	}
	for name, text := range want {
		if set.Text(name) == "" {
			t.Errorf("%s: no value, want %q", name, text)
		}
	}
}

func TestFormFieldsInSentences(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 60, 9, "nato/a")
	s.Put(90, 60, 9, "a")
	s.Put(250, 60, 9, "il")
	s.Put(50, 90, 9, "Période du")
	s.Put(250, 90, 9, "au")
	s.Put(50, 120, 9, "If married, name of the spouse")
	s.Put(50, 150, 9, "Maiden name of the spouse")
	s.Put(50, 180, 9, "N°")
	s.Put(150, 180, 9, "Rue")
	s.Put(50, 300, 9, "Rue")
	radio := func(name, value string, x, y float64, checked bool) document.FormField {
		return document.FormField{Type: document.RadioButton, Name: name, Tooltip: "Membership", Value: value,
			Checked: checked, Box: place(x, y, 10)}
	}
	s.Put(65, 240, 9, "monthly")
	s.Put(165, 240, 9, "once a year")
	s.Put(65, 270, 9, "monthly")
	s.Put(165, 270, 9, "once a year")
	doc := sheettest.Bind(s)
	doc.Pages[0].Fields = []document.FormField{
		textField("t1", "", "Pavia", place(110, 60, 130)), textField("t2", "", "04.03.1961", place(270, 60, 100)),
		textField("t3", "", "01/02/2031", place(130, 90, 100)), textField("t4", "", "31/03/2031", place(280, 90, 100)),
		textField("t5", "", "Ada Oak", place(230, 120, 100)), textField("t6", "", "", place(230, 150, 100)),
		textField("t7", "", "12", place(80, 180, 50)), textField("t8", "", "rue du Lac", place(180, 180, 100)),
		textField("t9", "", "", place(80, 300, 100)),
		radio("fee1", "", 50, 240, false), radio("fee1", "x", 150, 240, true),
		radio("fee2", "x", 50, 270, true), radio("fee2", "", 150, 270, false),
	}
	sheettest.Expect(t, "gaps", wanted(t, doc, `"birthPlace":{"type":"string","description":"Luogo di nascita"},
		"birthDate":{"type":"string","format":"date","description":"Data di nascita"},
		"periodStart":{"type":"string","format":"date","description":"Début de la période"},
		"periodEnd":{"type":"string","format":"date","description":"Fin de la période"},
		"spouseName":{"type":"string","description":"Name of the spouse"},
		"streetNumber":{"type":"string","description":"Numéro dans la rue"},
		"street":{"type":"string","description":"Rue"},
		"membership":{"type":"string","enum":["monthly","once a year"]}`),
		"birthPlace=Pavia", "birthDate=1961-03-04", "periodStart=2031-02-01", "periodEnd=2031-03-31",
		"spouseName=Ada Oak", "streetNumber=12", "street=rue du Lac", "membership=once a year")
}

func TestPrintedCheckBoxes(t *testing.T) {
	t.Parallel()
	s := sheettest.A4()
	s.Put(50, 60, 9, "☒ Newsletter")
	s.Put(50, 90, 9, "Eye color:")
	s.Put(150, 90, 9, "☐ black")
	s.Put(250, 90, 9, "☒ hazel")
	s.Put(50, 120, 9, "Do you receive a pension?")
	s.Put(250, 120, 9, "☐ Yes (go to question 2)")
	s.Put(400, 120, 9, "☒ No (go to question 3)")
	s.Put(50, 150, 9, "Do you receive a grant?")
	s.Put(250, 150, 9, "☐ Yes")
	s.Put(350, 150, 9, "☐ No")
	sheettest.Expect(t, "printed", wanted(t, sheettest.Bind(s), `"newsletter":{"type":"boolean"},
		"eyeColor":{"type":"string","enum":["black","hazel"]},
		"receivesPension":{"type":"boolean","description":"Receives a pension"},
		"receivesGrant":{"type":"boolean","description":"Receives a grant"}`),
		"newsletter=true", "eyeColor=hazel", "receivesPension=false")
}
