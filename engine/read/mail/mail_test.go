package mail_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/readtest"
	"github.com/docmill/docmill/engine/read/mail"
	"github.com/docmill/docmill/libs/assert"
)

// multi makes a multipart of parts, each with its header.
func multi(kind, boundary string, parts ...string) string {
	var sb strings.Builder
	fmt.Fprintf(&sb, "Content-Type: multipart/%s; boundary=\"%s\"\r\n\r\npreamble\r\n", kind, boundary)
	for _, p := range parts {
		sb.WriteString("--" + boundary + "\r\n" + p + "\r\n")
	}
	return sb.String() + "--" + boundary + "--\r\nepilogue"
}

const head = "From: =?utf-8?Q?M=C3=BCller?= <a@example.com>\r\nTo: b@example.org\r\nSubject: " +
	"=?iso-8859-1?B?UmVjaG51bmcg/A==?=\r\n" +
	" =?utf-8?q?folded?=\r\nDate: Fri, 20 Nov 2026 10:00:00 +0100\r\nMIME-Version: 1.0\r\n"

func describe(m *mail.Message) string {
	var out []string
	for _, b := range m.Bodies {
		kind := "text"
		if b.HTML {
			kind = "html"
		}
		out = append(out, kind+":"+strings.TrimSpace(string(b.Data)))
	}
	for _, a := range m.Attachments {
		kind := "file"
		if a.Inline {
			kind = "inline"
		}
		out = append(out, kind+" "+a.Name+":"+string(a.Data))
	}
	return strings.Join(out, "|")
}

const (
	plain = "Content-Type: text/plain\r\n\r\nplain"
	html  = "Content-Type: text/html\r\n\r\n<p>html"
	pdf   = "Content-Type: application/pdf; name=\"a.pdf\"\r\nContent-Disposition: attachment; " +
		"filename*=utf-8''R%C3%A9.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBE\r\nRi0=\r\n"
)

func TestRead(t *testing.T) {
	t.Parallel()
	nested := func(inner string) string { return "Content-Type: message/rfc822\r\n\r\n" + inner }
	for name, c := range map[string]struct{ content, want string }{
		"plain":   {plain, "text:plain"},
		"no type": {"\r\nplain", "text:plain"},
		"quoted-printable": {"Content-Type: text/plain\r\nContent-Transfer-Encoding: " +
			"Quoted-Printable\r\n\r\na=3Db=\r\nc", "text:a=bc"},
		"base64": {"Content-Type: text/html\r\nContent-Transfer-Encoding: base64\r\n\r\nPHA+\r\n " +
			"!aA==trailing", "html:<p>h"},
		"alternatives":           {multi("alternative", "x", plain, html), "html:<p>html"},
		"alternatives, reversed": {multi("alternative", "x", html, plain), "html:<p>html"},
		"empty alternative":      {multi("alternative", "x", plain, "Content-Type: text/html\r\n\r\n"), "text:plain"},
		"attachment":             {multi("mixed", "x", plain, pdf), "text:plain|file Ré.pdf:%PDF-"},
		"mixed texts":            {multi("mixed", "x", plain, html), "text:plain|html:<p>html"},
		"multiparts within": {multi("mixed", "x", multi("related", "y", multi("alternative", "z", plain, html),
			"Content-Type: image/png\r\nContent-ID: <1>\r\n\r\nlogo"), pdf), "html:<p>html|inline :logo|file Ré.pdf:%PDF-"},
		"boundary of another": {multi("mixed", "x", multi("mixed", "xx", plain), pdf), "text:plain|file Ré.pdf:%PDF-"},
		"attached text": {multi("mixed", "x", plain,
			"Content-Type: text/csv\r\nContent-Disposition: attachment; filename=\"a.csv\"\r\n\r\na;b"),
			"text:plain|file a.csv:a;b"},
		"attached mail": {multi("mixed", "x", plain, nested("From: c@example.com\r\n"+multi("mixed", "y", html, pdf))),
			"text:plain|html:<p>html|file Ré.pdf:%PDF-"},
		"mail as a file": {multi("mixed", "x",
			"Content-Type: application/octet-stream; name=\"m.eml\"\r\n\r\nFrom: x\r\n\r\ninner"), "text:inner"},
		"mails within": {nested(nested(nested(nested(plain)))), "file :" + plain},
		"cut off": {strings.TrimSuffix(multi("mixed", "x", plain, pdf), "--x--\r\nepilogue"),
			"text:plain|file Ré.pdf:%PDF-"},
		"malformed type": {"Content-Type: multipart/mixed; boundary=\"x\"; bad bad\r\n\r\n--x\r\n" + plain +
			"\r\n--x--", "text:plain"},
		"malformed header": {"Content-Type: text/html\r\nno field\r\n: none\r\n\r\n<p>html", "html:<p>html"},
		"lines of line feeds": {strings.ReplaceAll(multi("mixed", "x", plain, pdf), "\r\n", "\n"),
			"text:plain|file Ré.pdf:%PDF-"},
		"name in encoded word": {multi("mixed", "x",
			"Content-Type: application/pdf; name=\"=?utf-8?Q?R=C3=A9.pdf?=\"\r\n\r\nx"), "file Ré.pdf:x"},
	} {
		m, err := mail.Read([]byte(head + c.content))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		assert.Equal(t, describe(m), c.want, name)
		if h := m.Header; h["From"] != "Müller <a@example.com>" || h["Subject"] != "Rechnung üfolded" || h["Date"] == "" ||
			h["Received"] != "" {
			t.Errorf("%s: header %q", name, h)
		}
	}
}

func TestReadMbox(t *testing.T) {
	t.Parallel()
	m, err := mail.Read([]byte("From a@example.com Fri Nov 20\nSubject: S\xfc\xdf\n\nx"))
	if err != nil || m.Header["Subject"] != "Süß" || describe(m) != "text:x" {
		t.Errorf("%+v, %v", m, err)
	}
}

func TestReadBombs(t *testing.T) {
	t.Parallel()
	deep := plain
	for i := range 25 {
		deep = multi("mixed", fmt.Sprint("b", i, "b"), deep)
	}
	opened := plain // multiparts that no boundary ends, each in the one before
	for i := range 6000 {
		opened = fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i) + opened
	}
	packed := base64.StdEncoding.EncodeToString(make([]byte, 60<<20))
	large := "Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n" + packed
	for name, content := range map[string]string{
		"many parts": multi("mixed", "x", strings.Split(strings.Repeat(plain+"\x00", 1100), "\x00")...),
		"deep":       deep,
		"never ends": opened,
		"empty":      multi("mixed", "x", strings.Repeat("--x\r\n\r\n", 300_000)),
		"large":      multi("mixed", "x", large, large),
	} {
		if _, err := mail.Read([]byte(head + content)); extractionerror.CodeOf(err) != extractionerror.TooComplex {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, content := range map[string]string{
		"fields":  strings.Repeat("X: y\r\n", 500_000) + "\r\nx",
		"folds":   "X: " + strings.Repeat("\r\n y", 500_000) + "\r\n\r\nx",
		"marks":   multi("mixed", "x", strings.Repeat("--xy\r\n", 500_000)),
		"no ends": "Content-Type: multipart/mixed; boundary=\"\"\r\n\r\n--\r\n",
	} {
		if _, err := mail.Read([]byte(head + content)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add([]byte(head + multi("mixed", "x", multi("alternative", "y", plain, html), pdf)))
	f.Add([]byte(head + "Content-Type: message/rfc822\r\n\r\n" + plain))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := mail.Read(data)
		readtest.Check(t, nil, err)
		if err == nil {
			size := 0
			for _, a := range m.Attachments {
				size += len(a.Data)
			}
			if size > len(data) {
				t.Fatalf("%d bytes of attachments in %d bytes", size, len(data))
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	data := []byte(head + multi("mixed", "x", multi("alternative", "y", plain, html),
		"Content-Type: application/pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n"+
			base64.StdEncoding.EncodeToString(make([]byte, 100<<10))))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if _, err := mail.Read(data); err != nil {
			b.Fatal(err)
		}
	}
}
