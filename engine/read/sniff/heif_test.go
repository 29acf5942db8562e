package sniff_test

import (
	"encoding/binary"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/read/sniff"
)

// ftyp makes the box that files of ISO/IEC 14496-12 begin with, and the start
// of the next one.
func ftyp(brand string, compatible ...string) string {
	body := "ftyp" + brand + "\x00\x00\x00\x00" + strings.Join(compatible, "")
	return string(binary.BigEndian.AppendUint32(nil, uint32(4+len(body)))) + body + "\x00\x00\x02\x00meta"
}

func TestSniffHEIF(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		head string
		want sniff.Format
	}{
		{"photo of an iPhone", ftyp("heic", "mif1", "miaf", "MiHB", "heic"), sniff.HEIC},
		{"photo of ten bits", ftyp("heix", "mif1"), sniff.HEIC},
		{"burst", ftyp("hevc", "msf1"), sniff.HEIC},
		{"layered", ftyp("heim"), sniff.HEIC},
		{"layered, of ten bits", ftyp("heis"), sniff.HEIC},
		{"layered burst", ftyp("hevm"), sniff.HEIC},
		{"layered burst of ten bits", ftyp("hevs"), sniff.HEIC},
		{"container's brand first", ftyp("mif1", "heic"), sniff.HEIC},
		{"container's brand alone", ftyp("msf1"), sniff.HEIC},
		{"unknown brand first", ftyp("MiHE", "mif1"), sniff.HEIC},
		{"avif", ftyp("avif", "mif1", "miaf"), sniff.AVIF},
		{"avif, container's brand first", ftyp("mif1", "avif"), sniff.AVIF},
		{"animated avif", ftyp("avis", "msf1"), sniff.AVIF},
		{"box longer than what is there", "\x00\x00\x04\x00ftypheic\x00\x00\x00\x00", sniff.HEIC},
		{"video", ftyp("isom", "iso2", "mp41"), ""},
		{"film of an iPhone", ftyp("qt  "), ""},
		{"brand behind the box", ftyp("isom")[:16] + "heic", ""},
		{"box without brands", "\x00\x00\x00\x08ftypheic\x00\x00\x00\x00", ""},
		{"cut in the box", "\x00\x00\x00\x18ftypheic", ""},
		{"text about it", "....ftypheic and mif1 are brands\n", sniff.Text},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got, ok := sniff.Sniff([]byte(c.head))
			if got != c.want || ok != (c.want != "") {
				t.Fatalf("Sniff = %q, %v; want %q", got, ok, c.want)
			}
		})
	}
}

func TestUnsupportedPhotoAdvice(t *testing.T) {
	t.Parallel()
	for kind, advice := range map[sniff.Format]string{
		sniff.HEIC: "Settings → Camera → Formats → Most Compatible",
		sniff.AVIF: "JPEG or PNG",
	} {
		if sniff.IsAccepted(kind) || sniff.IsReadable(kind) || !strings.Contains(sniff.RefusalMessage(kind), advice) {
			t.Errorf("%s: accepted %v, readable %v, %q", kind, sniff.IsAccepted(kind), sniff.IsReadable(kind),
				sniff.RefusalMessage(kind))
		}
	}
	for _, kind := range []sniff.Format{sniff.JPEG, sniff.OLE, ""} {
		if got := sniff.RefusalMessage(kind); got != "" {
			t.Errorf("%q is refused: %s", kind, got)
		}
	}
}
