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

// DefaultLanguages is what Tesseract reads pages in where nothing else is asked
// for. The first is tried first.
const DefaultLanguages = "eng+deu+fra+spa+ita+nld+por+pol"

// names are Tesseract's names of the languages that package language can tell
// apart, by their codes in BCP 47.
func names() map[string]string {
	names := map[string]string{}
	for _, l := range lexicon.Languages() {
		names[l.Code] = l.Tesseract
	}
	return names
}

// isOwn tells whether this package's own networks read a language, by its name
// for Tesseract: their alphabet has the letters of all that the lexicon holds.
func isOwn(name string) bool {
	for _, own := range names() {
		if name == own {
			return true
		}
	}
	return false
}

// languageNames keeps what goes on a command line to what Tesseract names
// languages like: "eng", "chi_sim", "script/Latin".
var languageNames = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_/]*(\+[A-Za-z][A-Za-z0-9_/]*)*$`)

// languages are those that pages may be read in.
type languages struct {
	// first is what a page is read in before its words are known.
	first string
	// codes of the languages that a page is read in once its words say so.
	codes map[string]string // Tesseract's name by code
	// always are those that no words tell, joined to each of the others.
	always []string
}

// newLanguages sorts a list, as far as its data is installed.
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

// argument is what Tesseract is told to read a page in.
func (l *languages) argument(name string) string {
	return strings.Join(append([]string{name}, l.always...), "+")
}

// has reports whether pages may be read in a language of this name.
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

// Another language than the one that a page was read in is believed from so many
// votes on, and where it has that many times those of any other.
const (
	minVotes = 3.0
	muchMore = 1.5
)

// ofPage returns the language that the words of a page are in, the one that they
// were read in where they do not say.
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

// Packages are Debian's names of what holds the data of languages.
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

// chooseLanguages keeps those wanted whose data is installed. missing are
// the others; with none left it is an error.
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

// Check reports what this machine lacks to recognise text in images in the given
// languages, for the operator: missing are those that Tesseract is to read without
// having their data, in place of which pages are read in the others. With an error
// no image can be read: Tesseract is not there, or the program's own networks are
// damaged.
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
