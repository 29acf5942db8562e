package signed_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/engine/internal/readtest"
	"github.com/docmill/docmill/engine/read/signed"
	"github.com/docmill/docmill/engine/read/sniff"
	"github.com/docmill/docmill/libs/assert"
)

// Object identifiers of signed data and of data.
const (
	signedData = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x02"
	plainData  = "\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07\x01"
)

// element is an element of definite length.
func element(tag byte, content string) string {
	n := len(content)
	if n < 0x80 {
		return string([]byte{tag, byte(n)}) + content
	}
	return string([]byte{tag, 0x82, byte(n >> 8), byte(n)}) + content
}

// open is an element of indefinite length.
func open(tag byte, content string) string { return string([]byte{tag, 0x80}) + content + "\x00\x00" }

// message is a signed file of which write makes the outer elements.
func message(write func(tag byte, content string) string, octets string) string {
	content := write(0x30, plainData+write(0xa0, octets))
	return write(0x30, signedData+write(0xa0, write(0x30, "\x02\x01\x01"+write(0x31, "")+content+element(0x31, "signer"))))
}

func TestContent(t *testing.T) {
	t.Parallel()
	const xml = "<a>Müller</a>"
	long := strings.Repeat("x", 1000)
	text := base64.StdEncoding.EncodeToString([]byte(message(element, element(0x04, xml))))
	for name, c := range map[string]struct{ data, want string }{
		"definite":        {message(element, element(0x04, xml)), xml},
		"indefinite":      {message(open, element(0x04, xml)), xml},
		"pieces":          {message(open, open(0x24, element(0x04, long)+element(0x04, xml))), long + xml},
		"definite pieces": {message(element, element(0x24, element(0x04, long)+element(0x04, xml))), long + xml},
		"base64":          {text, xml},
		"base64 in lines": {text[:20] + "\r\n" + text[20:60] + "\r\n" + text[60:], xml},
		"PEM":             {"-----BEGIN PKCS7-----\n" + text + "\n-----END PKCS7-----\n", xml},
		"signed twice":    {message(element, element(0x04, message(open, element(0x04, xml)))), xml},
		"padded":          {message(open, element(0x04, xml)) + strings.Repeat("\x00", 100), xml},
	} {
		got, err := signed.Content([]byte(c.data))
		assert.True(t, err == nil && string(got) == c.want, name, string(got), err)
		kind, _ := sniff.Sniff([]byte(c.data))
		assert.Equal(t, kind, sniff.P7M, name)
	}
	whole := message(element, element(0x04, xml))
	for name, data := range map[string]string{
		"detached": message(element, ""), "cut": whole[:len(whole)/2], "deep": strings.Repeat("\x30\x80", 10_000),
		"empty": "", "text": "Invoice", "no octets": message(open, element(0x0c, xml)),
	} {
		_, err := signed.Content([]byte(data))
		assert.Equal(t, extractionerror.CodeOf(err), extractionerror.CorruptFile, name)
	}
}

func TestManySignatures(t *testing.T) {
	t.Parallel()
	data := "<a/>"
	for range 10 {
		data = message(element, element(0x04, data))
	}
	_, err := signed.Content([]byte(data))
	assert.Equal(t, extractionerror.CodeOf(err), extractionerror.TooComplex, "signed ten times")
}

func FuzzContent(f *testing.F) {
	f.Add([]byte(message(element, element(0x04, "<a/>"))))
	f.Add([]byte(message(open, open(0x24, element(0x04, "<a>")+element(0x04, "</a>")))))
	f.Add([]byte(base64.StdEncoding.EncodeToString([]byte(message(element, element(0x04, "<a/>"))))))
	f.Fuzz(func(t *testing.T, data []byte) {
		content, err := signed.Content(data)
		readtest.Check(t, nil, err)
		if err == nil && len(content) > len(data) {
			t.Fatalf("%d bytes of %d", len(content), len(data))
		}
	})
}
