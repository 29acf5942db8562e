package intake_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
)

func TestCleanName(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"invoice.pdf":                          "invoice.pdf",
		"/etc/passwd":                          "passwd",
		`C:\Users\me\Rechnung März.pdf`:        "Rechnung März.pdf",
		"a/b\\c.pdf":                           "c.pdf",
		"..":                                   "file",
		"../..":                                "file",
		"a/":                                   "file",
		"":                                     "file",
		" \t ":                                 "file",
		"...":                                  "file",
		".htaccess":                            ".htaccess",
		"a\r\nSet-Cookie: x.pdf":               "aSet-Cookie: x.pdf",
		"a\x00b\x7f.pdf":                       "ab.pdf",
		"invoice\u202efdp.exe":                 "invoicefdp.exe",
		"\u2066a\u2069\ufeffb\u200b.pdf":       "ab.pdf",
		"a\u2028b\u2029c":                      "abc",
		"u\u0308ber.pdf":                       "über.pdf",
		"Rechnung M\xe4rz.pdf":                 "Rechnung März.pdf",
		"=?UTF-8?B?UmVjaG51bmcgTcOkcnoucGRm?=": "Rechnung März.pdf",
		"=?UTF-8?Q?..=2F..=2Fx.pdf?=":          "x.pdf",
		"  a.pdf  ":                            "a.pdf",
		"請求書.pdf":                              "請求書.pdf",
		"👩\u200d🔧.png":                         "👩\u200d🔧.png",
		strings.Repeat("x", 300) + ".pdf":      strings.Repeat("x", 251) + ".pdf",
		strings.Repeat("ä", 200) + ".pdf":      strings.Repeat("ä", 125) + ".pdf",
		strings.Repeat("x", 300):               strings.Repeat("x", 255),
		"a." + strings.Repeat("y", 300):        "a." + strings.Repeat("y", 253),
	} {
		assert.Equal(t, intake.CleanName(raw), want, raw, "became")
	}
}

func TestFileNameInDisposition(t *testing.T) {
	t.Parallel()
	in := newIntake(newStore(t))
	send := func(header string) (intake.Document, error) {
		return receive(t, in, strings.NewReader("--"+boundary+"\r\nContent-Disposition: "+header+
			"\r\n\r\n%PDF-1.7 x\r\n--"+boundary+"--\r\n"))
	}
	for header, want := range map[string]string{
		`form-data; name="file"; filename="a b.pdf"`:                                            "a b.pdf",
		`form-data; name=file; filename=a.pdf`:                                                  "a.pdf",
		`form-data; name="file"`:                                                                "file",
		`form-data; name="file"; filename="a\"b.pdf"`:                                           `a"b.pdf`,
		`form-data; name="file"; filename="C:\dir\a.pdf"`:                                       "a.pdf",
		`form-data; name="file"; filename="März.pdf"`:                                           "März.pdf",
		`form-data; name="file"; filename*=UTF-8''M%C3%A4rz.pdf`:                                "März.pdf",
		`form-data; name="file"; filename="M.pdf"; filename*=utf-8'de'M%C3%A4rz.pdf`:            "März.pdf",
		`form-data; name="file"; filename="M.pdf"; filename*=ISO-8859-1'de'M%E4rz.pdf`:          "März.pdf",
		`form-data; name="file"; filename*0="a"; filename*1="b.pdf"`:                            "ab.pdf",
		`form-data; name="file"; filename*0*=UTF-8''M%C3; filename*1*=%A4rz; filename*2=".pdf"`: "März.pdf",
	} {
		doc, err := send(header)
		require.NoError(t, err, header)
		assert.Equal(t, doc.File.Name, want, header)
	}
	for _, header := range []string{
		"", "form-data", `form-data; name=""`, `attachment; name="file"`, `form-data; name="a"; name="b"`,
		`form-data; name="a`,
	} {
		if _, err := send(header); !apierror.Is(err, contract.CodeInvalidRequest) ||
			!strings.Contains(err.Error(), "Content-Disposition") {
			t.Errorf("%s: %v", header, err)
		}
	}
}

func FuzzFileName(f *testing.F) {
	for _, seed := range []string{"../a.pdf", "\xff\u202e", "=?utf-8?q?=2F=00?=", "\u0085\n", "a\\b/..", "u\u0308.pdf"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		name := intake.CleanName(s)
		switch {
		case name == "" || len(name) > 255 || !utf8.ValidString(name):
			t.Errorf("%q became %q", s, name)
		case strings.ContainsAny(name, `/\`) || name == "." || name == "..":
			t.Errorf("%q became the path %q", s, name)
		case strings.ContainsFunc(name, unicode.IsControl) ||
			strings.ContainsAny(name, "\u202a\u202b\u202d\u202e\u2066\u2067\u2069"):
			t.Errorf("%q became the deceptive %q", s, name)
		case !norm.NFC.IsNormalString(name):
			t.Errorf("%q became %q, which is not in NFC", s, name)
		}
	})
}
