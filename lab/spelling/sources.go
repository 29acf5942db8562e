package spelling

import (
	"bufio"
	"fmt"
	"html"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// Source is the source of a language's words: a spelling dictionary, the help of an office program, and the project's
// words.
type Source struct {
	Code string // BCP 47
	list string // in /usr/share/hunspell, of the packages hunspell-*
	help string // in /usr/share/libreoffice/help, of the packages libreoffice-help-*
	// minShare is the minimum information of a tree's node in nats. It is lower for languages with more recognition
	// errors, so the trees are small in total.
	minShare float64
}

// Sources returns the sources of languages with accented letters.
func Sources() []Source {
	return []Source{
		{"pl", "pl_PL", "pl", 3},
		{"cs", "cs_CZ", "cs", 18},
		{"sk", "sk_SK", "sk", 25},
		{"sl", "sl_SI", "sl", 14},
		{"hu", "hu_HU", "hu", 14},
		{"sv", "sv_SE", "sv", 4},
		{"da", "da_DK", "da", 14},
		{"de", "de_DE", "de", 14},
		{"fr", "fr", "fr", 14},
		{"es", "es_ES", "es", 14},
		{"pt", "pt_PT", "pt", 14},
		{"it", "it_IT", "it", 14},
	}
}

// Roots are the folders with the words.
type Roots struct {
	Packages string // where the packages are: "/" if they are installed
	Project  string
}

// Weights of words in a dictionary, and further ones of words of business documents.
const listed, ofPapers = 0.5, 3

// words returns a language's words in lower case with weights: 0.5 for a word of the dictionary, the square root of
// its count for a word of the help, because its texts are repetitive, and three times more for a word of business
// documents in the project's lists.
func (s Source) words(roots Roots, foreign map[string]float64) (map[string]float64, error) {
	out, err := listWords(filepath.Join(roots.Packages, "usr/share/hunspell", s.list))
	if err != nil {
		return nil, err
	}
	for w := range out {
		out[w] = listed
	}
	counts, err := helpWords(roots.Packages, s.help)
	if err != nil {
		return nil, err
	}
	papers, err := paperWords(roots.Project, s.Code)
	if err != nil {
		return nil, err
	}
	for w, n := range counts {
		if foreign[w] == 0 {
			out[w] = math.Sqrt(n)
		}
	}
	for w := range papers {
		if foreign[w] == 0 {
			out[w] += ofPapers
		}
	}
	return out, nil
}

// paperWords returns the words of the engine's lexicon and of synthetic documents, without keys.
func paperWords(project, code string) (map[string]float64, error) {
	out := map[string]float64{}
	key := regexp.MustCompile(`(?m)^[#\[].*|^[a-zA-Z.]+:`)
	for _, pattern := range []string{"engine/text/lexicon/data/" + code + "/*.txt",
		"lab/synth/locale/vocabulary/" + code + "*.txt"} {
		paths, err := filepath.Glob(filepath.Join(project, pattern))
		if err != nil {
			return nil, err
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				return nil, err
			}
			countWords(out, key.ReplaceAllString(string(text), ""))
		}
	}
	return out, nil
}

func countWords(counts map[string]float64, text string) {
	for word := range strings.FieldsFuncSeq(text, func(c rune) bool { return !unicode.IsLetter(c) }) {
		counts[strings.ToLower(word)]++
	}
}

// listWords returns the words of a hunspell list, without inflections.
func listWords(path string) (map[string]float64, error) {
	rules, err := os.ReadFile(path + ".aff")
	if err != nil {
		return nil, err
	}
	file, err := os.Open(path + ".dic")
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	var r io.Reader = file
	switch set := regexp.MustCompile(`(?m)^SET\s+(\S+)`).FindSubmatch(rules); {
	case set == nil || string(set[1]) == "UTF-8":
	case string(set[1]) == "ISO8859-2":
		r = transform.NewReader(file, charmap.ISO8859_2.NewDecoder())
	default:
		return nil, fmt.Errorf("%s: encoded in %s", path, set[1])
	}
	out := map[string]float64{}
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		word, _, _ := strings.Cut(lines.Text(), "/")
		if word = strings.TrimSpace(word); isWord(word) {
			out[strings.ToLower(word)]++
		}
	}
	return out, lines.Err()
}

func helpWords(root, language string) (map[string]float64, error) {
	out := map[string]float64{}
	markup := regexp.MustCompile(`(?s)<script.*?</script>|<style.*?</style>|<head.*?</head>|<[^>]*>`)
	folder := filepath.Join(root, "usr/share/libreoffice/help", language, "text")
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".html" {
			return err
		}
		page, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		countWords(out, html.UnescapeString(markup.ReplaceAllString(string(page), " ")))
		return nil
	})
	return out, err
}

func isWord(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool { return !unicode.IsLetter(c) })
}
