package ocr

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/docmill/docmill/engine/text/language"
	"github.com/docmill/docmill/engine/text/lexicon"
	"github.com/docmill/docmill/engine/text/recognize"
)

// DefaultLanguages are Tesseract's languages by default. The first is tried first.
const DefaultLanguages = "eng+deu+fra+spa+ita+nld+por+pol"

// names maps BCP 47 codes of the languages that package language detects to Tesseract's names.
func names() map[string]string {
	names := map[string]string{}
	for _, l := range lexicon.Languages() {
		names[l.Code] = l.Tesseract
	}
	return names
}

// isOwn reports whether the built-in networks read a language, by Tesseract's name. They cover the
// alphabets of all languages in the lexicon.
func isOwn(name string) bool {
	for _, own := range names() {
		if name == own {
			return true
		}
	}
	return false
}

// languageNames validates command-line arguments: "eng", "chi_sim", "script/Latin".
var languageNames = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_/]*(\+[A-Za-z][A-Za-z0-9_/]*)*$`)

// languages are the possible languages of pages.
type languages struct {
	// first is the language of the first pass.
	first string
	// codes are the languages that a page's words can select.
	codes map[string]string // Tesseract's name by code
	// always are languages without word lists, added to each of the others.
	always []string
}

// newLanguages sorts a list, without languages whose data is missing.
func newLanguages(list, installed []string) languages {
	l := languages{codes: map[string]string{}}
	for _, name := range list {
		if !slices.Contains(installed, name) {
			continue
		}
		known := false
		for code, tesseract := range names() {
			if tesseract == name {
				l.codes[code], known = name, true
			}
		}
		switch {
		case !known:
			l.always = append(l.always, name)
		case l.first == "":
			l.first = name
		}
	}
	if l.first == "" && len(l.always) > 0 {
		l.first, l.always = l.always[0], l.always[1:]
	}
	return l
}

func (l *languages) argument(name string) string {
	return strings.Join(append([]string{name}, l.always...), "+")
}

// has reports whether pages may be read in this language.
func (l *languages) has(name string) bool {
	if name == l.first {
		return true
	}
	for _, known := range l.codes {
		if known == name {
			return true
		}
	}
	return false
}

// A page changes its language at this many votes, and this many times those of any other language.
const (
	minVotes = 3.0
	muchMore = 1.5
)

// ofPage returns the language of a page's words, or by default the one it was read in.
func (l *languages) ofPage(p *pass, readIn string) string {
	if len(l.codes) < 2 {
		return readIn
	}
	votes := language.NewVotesOfPaper()
	for i := range p.units {
		for _, w := range p.units[i].words {
			for _, folded := range recognize.FoldWords(w.Text) {
				if len(folded) > 1 { // single letters are as often misread rules and dots
					votes.Add(folded)
				}
			}
		}
	}
	code, most, second := votes.Winner()
	if name := l.codes[code]; name != "" && most >= minVotes && most >= muchMore*second {
		return name
	}
	return readIn
}

// Packages returns the Debian packages with the data of languages.
func Packages(languages []string) string {
	packages := make([]string, len(languages))
	for i, name := range languages {
		packages[i] = "tesseract-ocr-" + strings.ReplaceAll(name, "_", "-")
	}
	return strings.Join(packages, " ")
}

// installedLanguages asks Tesseract once.
func (r *tesseract) installedLanguages(ctx context.Context) ([]string, error) {
	const patience = time.Minute // reading a directory, on however busy a machine
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	out, err := r.run(ctx, nil, "--list-langs")
	if err != nil {
		return nil, fmt.Errorf("ocr: %s does not start: %w", r.program, err)
	}
	return strings.Fields(string(out)), nil
}

// chooseLanguages keeps the languages with installed data and returns the others as missing. It returns an
// error if none is left.
func (r *tesseract) chooseLanguages(ctx context.Context) (missing []string, err error) {
	installed, err := r.installedLanguages(ctx)
	if err != nil {
		return nil, err
	}
	wanted := strings.Split(r.wanted, "+")
	for _, name := range wanted {
		if !slices.Contains(installed, name) {
			missing = append(missing, name)
		}
	}
	if len(missing) == len(wanted) {
		return missing, fmt.Errorf("ocr: tesseract has no data for %s (Debian: apt-get install %s)",
			strings.Join(missing, ", "), Packages(missing))
	}
	r.languages = newLanguages(wanted, installed)
	return missing, nil
}

// Check reports to the operator what this machine lacks to recognize the languages: missing are those
// without data, which are ignored. An error means that no image can be read: Tesseract is missing, or the
// built-in networks are damaged.
func Check(ctx context.Context, list string) (missing []string, err error) {
	o := Options{Languages: list}
	switch engine, err := o.engine(); {
	case err != nil:
		return nil, err
	case engine == Own:
		_, err := newNetworks()
		return nil, err
	}
	r, err := find(o)
	if err != nil {
		return nil, err
	}
	return r.chooseLanguages(ctx)
}
