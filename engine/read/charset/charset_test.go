package charset_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"

	"github.com/docmill/docmill/engine/read/charset"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

const (
	german = "Rechnung für Müller & Söhne, Hauptstraße 4\nGesamtbetrag: 1.234,50 €, fällig in 14 Tagen\n"
	french = "Facture numéro 12, échéance à réception\nQuantité: 3, désignation: fenêtre\n"
	danish = "Faktura til Sørensen, Nørregade 4\nBeløb: 1.200,00 kr, moms på ydelsen\n"
	polish = "Faktura VAT nr 12, data sprzedaży\nSprzedawca: Żółw i Spółka, ul. Łąkowa 3\nDo zapłaty: 120,00 zł, " +
		"termin płatności\n"
	czech     = "Faktura číslo 12\nOdběratel: Příbor a spol., Dlouhá třída 4\nCelkem k úhradě: 1 200,00 Kč\n"
	hungarian = "Számla száma: 12\nFizetendő összeg: 12 000 Ft, határidő 14 nap\nVevő: Szűcs Győző\n"
	russian   = "Счет-фактура номер 12\nИтого: 1200,00 руб. Дата 1 мая\n"
	greek     = "Τιμολόγιο αριθμός 12\nΣύνολο: 120,00\n"
)

func TestDecode(t *testing.T) {
	t.Parallel()
	utf16 := func(e unicode.Endianness, p unicode.BOMPolicy) encoding.Encoding { return unicode.UTF16(e, p) }
	for _, c := range []struct {
		name     string
		encoding encoding.Encoding
		declared string
		text     string
	}{
		{"utf-8", unicode.UTF8, "", polish},
		{"utf-8 BOM", unicode.UTF8BOM, "iso-8859-1", german},
		{"utf-8 declared as latin", unicode.UTF8, "iso-8859-1", german},
		{"utf-16le BOM", utf16(unicode.LittleEndian, unicode.UseBOM), "", russian},
		{"utf-16be BOM", utf16(unicode.BigEndian, unicode.UseBOM), "utf-8", german},
		{"utf-16le", utf16(unicode.LittleEndian, unicode.IgnoreBOM), "", german},
		{"utf-16be", utf16(unicode.BigEndian, unicode.IgnoreBOM), "", german},
		{"windows-1252 declared as utf-8", charmap.Windows1252, "utf-8", german},
		{"windows-1252", charmap.Windows1252, "", german},
		{"windows-1252 French", charmap.Windows1252, "", french},
		{"iso-8859-1 Danish", charmap.ISO8859_1, "", danish},
		{"iso-8859-15", charmap.ISO8859_15, "", german},
		{"windows-1250 Polish", charmap.Windows1250, "", polish},
		{"iso-8859-2 Polish", charmap.ISO8859_2, "", polish},
		{"windows-1250 Czech", charmap.Windows1250, "", czech},
		{"iso-8859-2 Czech", charmap.ISO8859_2, "", czech},
		{"windows-1250 Hungarian", charmap.Windows1250, "", hungarian},
		{"windows-1251", charmap.Windows1251, "", russian},
		{"koi8-r", charmap.KOI8R, "", russian},
		{"windows-1253", charmap.Windows1253, "", greek},
		{"declared", japanese.ShiftJIS, "Shift_JIS", "請求書 番号 12\n合計 1,200円\n"},
		{"seven bits", japanese.ISO2022JP, "iso-2022-jp", "請求書 番号 12\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			data, err := c.encoding.NewEncoder().Bytes([]byte(c.text))
			require.NoError(t, err)
			assert.Equal(t, charset.Decode(data, c.declared), c.text)
		})
	}
}

func TestDecodeUnknownName(t *testing.T) {
	t.Parallel()
	assert.Equal(t, charset.Decode([]byte("S\xfc\xdf"), "no-such-charset"), "Süß")
	assert.Equal(t, charset.Decode(nil, ""), "", "nothing")
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(german), "utf-8")
	f.Add([]byte("\xff\xfeR\x00"), "")
	f.Add([]byte("\x1b$B@A"), "iso-2022-jp")
	f.Fuzz(func(t *testing.T, data []byte, declared string) {
		if got := charset.Decode(data, declared); !utf8.ValidString(got) || len(got) > 3*len(data)+3 {
			t.Fatalf("Decode of %d bytes as %s gives %d", len(data), strings.ToValidUTF8(declared, "?"), len(got))
		}
	})
}
