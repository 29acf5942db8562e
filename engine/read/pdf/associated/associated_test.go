package associated_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/pdf/associated"
	"github.com/docmill/docmill/libs/assert"
)

const budget = 1 << 20

func deflated(s string) string {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write([]byte(s))
	_ = w.Close()
	return b.String()
}

func stream(entries, content string) string {
	return fmt.Sprintf("<< %s /Length %d >>\nstream\n%s\nendstream", entries, len(content), content)
}

// packed is a file as PDF 1.5 writes it: catalog and file specification in an
// object stream.
func packed(filter string) []byte {
	catalog, spec := "<< /Type /Catalog /AF 12 0 R >>",
		`<< /Type /Filespec /UF <FEFF00E9> /F (e.xml) /EF << /F 5 0 R >> >>`
	list := "[ 11 0 R ]"
	header := fmt.Sprintf("10 0 11 %d 12 %d ", len(catalog)+1, len(catalog)+len(spec)+2)
	content := header + catalog + " " + spec + " " + list
	entries := fmt.Sprintf("/Type /ObjStm /N 3 /First %d", len(header))
	body := content
	if filter != "" {
		entries, body = entries+" /Filter "+filter, deflated(content)
	}
	return []byte("%PDF-1.7\n4 0 obj\n" + stream(entries, body) + "\nendobj\n" +
		"5 0 obj\n" + stream("/Type /EmbeddedFile", "<old/>") + "\nendobj\n" +
		"5 0 obj\n" + stream("/Type /EmbeddedFile /Subtype /text#2Fxml", "<new/>") + "\nendobj\n" +
		"6 0 obj\n" + stream("/Type /XRef /Root 10 0 R", "") + "\nendobj\nstartxref\n0\n%%EOF")
}

func TestAssociatedFilesInObjectStreams(t *testing.T) {
	t.Parallel()
	for _, filter := range []string{"", "/FlateDecode", "[ /FlateDecode ]"} {
		got := associated.Files(packed(filter), 10, budget)
		if len(got) != 1 || got[0].Name != "é" || string(got[0].Data) != "<new/>" {
			t.Errorf("filter %q: %q", filter, got)
		}
	}
}

func TestAssociatedFilesBudget(t *testing.T) {
	t.Parallel()
	bomb := "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /AF [ 2 0 R ] >>\nendobj\n2 0 obj\n<< /EF << /F 3 0 R >> " +
		">>\nendobj\n3 0 obj\n" +
		stream("/Type /EmbeddedFile /Filter /FlateDecode", deflated(strings.Repeat(" ", 2*budget))) +
		"\nendobj\ntrailer\n<< /Root 1 0 R >>"
	if got := associated.Files([]byte(bomb), 10, budget); len(got) != 0 {
		t.Errorf("%d attachments", len(got))
	}
	encrypted := bytes.Replace(packed(""), []byte("/Root 10 0 R"), []byte("/Root 10 0 R /Encrypt 9 0 R"), 1)
	if got := associated.Files(encrypted, 10, budget); len(got) != 0 {
		t.Errorf("%d attachments of an encrypted file", len(got))
	}
}

// Files of annotations come behind the associated ones. A file of both comes once.
func TestAnnotatedFiles(t *testing.T) {
	t.Parallel()
	note := "\n20 0 obj\n<< /Type /Annot /Subtype /FileAttachment /FS 11 0 R >>\nendobj\n" +
		"21 0 obj\n<< /Subtype /FileAttachment /FS << /F (n.xml) /EF << /F 22 0 R >> >> >>\nendobj\n" +
		"22 0 obj\n" + stream("", "<note/>") + "\nendobj\n23 0 obj\n<< /Subtype /FileAttachment >>\nendobj\n"
	for catalog, want := range map[string][]string{"/Type /Catalog /AF": {"<new/>", "<note/>"},
		"/Type /Catalog /XX": {"<new/>", "<note/>"}} {
		data := bytes.Replace(packed(""), []byte("/Type /Catalog /AF"), []byte(catalog), 1)
		var got []string
		for _, a := range associated.Files(append(data, note...), 10, budget) {
			got = append(got, string(a.Data))
		}
		assert.EqualSlices(t, got, want)
	}
}

func FuzzAssociated(f *testing.F) {
	f.Add([]byte("1 0 obj<</Subtype/FileAttachment/FS 2 0 R>>2 0 obj<</EF<</F 3 0 R>>>>3 0 obj<</Length 1>>stream\nx\n" +
		"endstream trailer<</Root 4 0 R>>4 0 obj<<>>"))
	f.Add([]byte("/EmbeddedFile 1 0 obj<</AF[2 0 R]>>2 0 obj<</F(a\\051)/EF<</F 3 0 R>>>>3 0 obj<</Length 1>>stream\nx\n" +
		"endstream trailer<</Root 1 0 R>>"))
	f.Add([]byte("1 0 obj<</Type/ObjStm/N 1/First 4>>stream\n2 0 <</AF[<</EF<</F 1 0 R>>>>]>>\nendstream " +
		"trailer<</Root 2 0 R>>/EmbeddedFile"))
	f.Add([]byte("/EmbeddedFile 1 0 obj<</AF[<</EF<</F 1 0 R>>>>]>>trailer<</Root 1 0 R>>"))
	f.Fuzz(func(t *testing.T, data []byte) {
		total := 0
		for _, a := range associated.Files(data, 10, budget) {
			total += len(a.Data)
		}
		if total > budget {
			t.Errorf("%d bytes", total)
		}
	})
}
