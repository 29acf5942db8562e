package read_test

import (
	"fmt"
	"testing"

	"github.com/docmill/docmill/lab/pdfgen"
)

// A dynamic form has no pages, but states its values and their captions.
func TestDynamicForm(t *testing.T) {
	t.Parallel()
	doc := pdfgen.New()
	doc.AddPage(600, 800).Text(60, 100, 12, "Please wait...")
	doc.Catalog("/NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 90 0 R (datasets) 91 0 R] >>")
	data := doc.Bytes()
	for i, packet := range []string{
		`<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template><subform name="form1">
			<field name="Given"><caption><value><text>Given name:</text></value></caption></field>
			<field name="Town"><assist><toolTip>Town of birth</toolTip></assist></field>
			<field name="Empty"><caption><value><text>Fax</text></value></caption></field></subform></template>`,
		`<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form1><Given>Ada</Given>
			<Town>Port &amp; Quay</Town><Empty/><Code>7</Code></form1></xfa:data></xfa:datasets></xdp:xdp>`,
	} {
		data = fmt.Appendf(data, "%d 0 obj\n<< /Length %d >>\nstream\n%s\nendstream\nendobj\n", 90+i, len(packet), packet)
	}
	if got, want := mustRead(t, data).Text(), "Given name: Ada\nTown of birth: Port & Quay\nCode: 7\n"; got != want {
		t.Errorf("read %q, want %q", got, want)
	}
	if _, err := reader(t).Picture(t.Context(), data, 1, 400); err != nil {
		t.Error(err)
	}
}
