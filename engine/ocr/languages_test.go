package ocr_test

import (
	"context"
	"image"
	imagedraw "image/draw"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"

	"github.com/docmill/docmill/engine/ocr"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

// papers are lines of business papers by Tesseract's name of their language.
func papers() map[string][]string {
	return map[string][]string{
		"eng": {"Invoice number 4711", "Customer account balance", "Please pay within thirty days",
			"Amount due for this period 119.00", "Thank you for your order"},
		"deu": {"Rechnung Nr. 4711 für Frau Müller", "Straße der Möglichkeiten 8, Köln",
			"Zahlbar bis zum Monatsende ohne Abzug", "Überweisung auf unser Konto 119,00", "Mit freundlichen Grüßen"},
		"fra": {"Facture 4711 du mois de février", "Société Générale, Besançon", "Votre commande reçue le même jour",
			"Montant à régler à la livraison 119,00", "Conditions de règlement à réception"},
		"spa": {"Factura 4711 del año en curso", "Compañía de Diseño, Logroño", "Descripción del artículo y precio",
			"Importe de la operación española 119,00", "Gracias por su confianza, señora Muñoz"},
		"ita": {"Fattura 4711 della società", "La quantità è pagata alla consegna", "Perché il prezzo è già ridotto",
			"Importo più imposta della fattura 119,00", "Così sarà dovuto entro trenta giorni"},
		"nld": {"Factuur 4711 voor de klant", "Wij danken u voor uw bestelling", "Te betalen binnen dertig dagen",
			"Totaal bedrag met korting 119,00", "Met vriendelijke groet van ons kantoor"},
		"por": {"Fatura 4711 da sua encomenda", "Descrição do serviço de São João", "Não está incluída a taxa de avaliação",
			"Preço com os descontos da operação 119,00", "Obrigado pela sua atenção e confiança"},
		"pol": {"Faktura nr 4711 dla nabywcy", "Ilość i wartość zamówienia są poprawne", "Płatność w ciągu trzydziestu dni",
			"Kwota do zapłaty łącznie 119,00", "Dziękujemy za współpracę, źródło Łódź"},
	}
}

// paper draws lines as a scanner sees them.
func paper(t *testing.T, lines ...string) *image.Gray {
	t.Helper()
	parsed, err := opentype.Parse(goregular.TTF)
	require.NoError(t, err)
	face, err := opentype.NewFace(parsed, &opentype.FaceOptions{Size: 11, DPI: dpi})
	require.NoError(t, err)
	const margin, step = 120, 64 // pixels
	img := image.NewGray(image.Rect(0, 0, 1400, 2*margin+step*len(lines)))
	imagedraw.Draw(img, img.Rect, image.White, image.Point{}, imagedraw.Src)
	pen := font.Drawer{Dst: img, Src: image.Black, Face: face}
	for i, line := range lines {
		pen.Dot = fixed.P(margin, margin+step*i)
		pen.DrawString(line)
	}
	return img
}

// share is the fraction of wanted words that were read, of those that keep selects.
func share(reading *ocr.Reading, want []string, keep func(string) bool) float64 {
	var got []string
	for _, l := range reading.Lines {
		got = append(got, strings.Fields(l.Text())...)
	}
	all, right := 0, 0
	for _, word := range strings.Fields(strings.Join(want, " ")) {
		if !keep(word) {
			continue
		}
		all++
		if slices.Contains(got, word) {
			right++
		}
	}
	return float64(right) / float64(max(all, 1))
}

func hasAccent(word string) bool {
	return strings.ContainsFunc(word, func(r rune) bool { return r > 127 })
}

func TestPageLanguage(t *testing.T) {
	t.Parallel()
	r := recognizer(t)
	for name, text := range papers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			img := paper(t, text...)
			reading, err := r.Recognize(t.Context(), img, dpi, "")
			require.NoError(t, err)
			passes := 2 // the first detects the language
			if name == "eng" {
				passes = 1
			}
			assert.True(t, reading.Language == name && reading.Passes == passes,
				"read in", reading.Language, "by", reading.Passes, "passes")
			const most = 0.9
			if s := share(reading, text, hasAccent); s < most && name != "eng" && name != "nld" {
				t.Errorf("%.2f of the words with accents were read: %q", s, lines(reading.Lines))
			}
			if s := share(reading, text, func(string) bool { return true }); s < most {
				t.Errorf("%.2f of all words were read: %q", s, lines(reading.Lines))
			}
			// A page that follows begins with the language found.
			next, err := r.Recognize(t.Context(), img, dpi, reading.Language)
			if err != nil || next.Passes != 1 || !slices.Equal(lines(next.Lines), lines(reading.Lines)) {
				t.Errorf("the next page: %d passes, %v, %q", next.Passes, err, lines(next.Lines))
			}
		})
	}
}

// A page in another language than the one before it is found out like any other.
func TestPreviousPageLanguage(t *testing.T) {
	t.Parallel()
	text := papers()["eng"]
	reading, err := recognizer(t).Recognize(t.Context(), paper(t, text...), dpi, "pol")
	require.NoError(t, err, "language")
	assert.Equal(t, reading.Language, "eng", "language")
	if reading, err = recognizer(t).Recognize(t.Context(), paper(t, text...), dpi, "tlh"); err != nil ||
		reading.Language != "eng" || reading.Passes != 1 {
		t.Errorf("after a language that is not known: %+v, %v", reading, err)
	}
}

func TestListedLanguagesOnly(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ list, page, want string }{
		{"eng", "deu", "eng"},
		{"eng+fra", "deu", "eng"},
		{"deu+eng", "nld", "deu"},
		{"fra+deu", "deu", "deu"},
		{"osd+fra+deu", "deu", "deu"}, // what words do not tell goes with each
	} {
		t.Run(c.list+" "+c.page, func(t *testing.T) {
			t.Parallel()
			r, err := ocr.New(t.Context(), ocr.Options{Engine: ocr.Tesseract, Languages: c.list})
			require.NoError(t, err)
			reading, err := r.Recognize(t.Context(), paper(t, papers()[c.page]...), dpi, "")
			require.NoError(t, err, "language")
			assert.Equal(t, reading.Language, c.want, "language")
		})
	}
}

// dataOf is a folder with the data of some languages alone.
func dataOf(t *testing.T, names ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "tesseract", "--list-langs").Output()
	require.NoError(t, err)
	_, rest, _ := strings.Cut(string(out), `"`)
	installed, _, _ := strings.Cut(rest, `"`)
	dir := t.TempDir()
	links := []string{"configs"}
	for _, name := range names {
		links = append(links, name+".traineddata")
	}
	for _, name := range links {
		require.NoError(t, os.Symlink(filepath.Join(installed, name), filepath.Join(dir, name)))
	}
	return dir
}

// Data that is missing costs the letters of its language, never a document.
func TestMissingLanguageData(t *testing.T) {
	t.Parallel()
	r, err := ocr.New(t.Context(), ocr.Options{Engine: ocr.Tesseract, DataDir: dataOf(t, "eng", "fra")})
	require.NoError(t, err)
	for page, want := range map[string]string{"deu": "eng", "fra": "fra"} {
		reading, err := r.Recognize(context.Background(), paper(t, papers()[page]...), dpi, "")
		assert.True(t, err == nil && reading.Language == want && len(reading.Lines) != 0, page, reading, err)
	}
	r, err = ocr.New(t.Context(), ocr.Options{Engine: ocr.Tesseract, DataDir: dataOf(t, "pol")})
	require.NoError(t, err, "without the first language")
	reading, err := r.Recognize(t.Context(), paper(t, papers()["pol"]...), dpi, "")
	assert.True(t, err == nil && reading.Language == "pol", reading, err)
}

func TestCheckMissingLanguages(t *testing.T) {
	t.Parallel()
	if missing, err := ocr.Check(t.Context(), ""); err != nil || len(missing) > 0 {
		t.Fatalf("%v, %v", missing, err)
	}
	missing, err := ocr.Check(t.Context(), "eng+tlh+chi_xyz")
	if err != nil || !slices.Equal(missing, []string{"tlh", "chi_xyz"}) ||
		ocr.Packages(missing) != "tesseract-ocr-tlh tesseract-ocr-chi-xyz" {
		t.Errorf("two of three: %v, %v", missing, err)
	}
	_, err = ocr.Check(t.Context(), "tlh")
	assert.True(t, err != nil && strings.Contains(err.Error(), "apt-get install tesseract-ocr-tlh"), "the only one", err)
	_, err = ocr.New(t.Context(), ocr.Options{Languages: "--help"})
	assert.Error(t, err, "an option passes for a language")
	_, err = ocr.New(t.Context(), ocr.Options{Engine: ocr.Tesseract, DataDir: t.TempDir()})
	assert.Error(t, err, "an empty data folder passes")
}
