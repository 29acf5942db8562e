package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/lab/synth/sheet"
)

// pair is a question with its answer.
type pair struct{ key, value string }

// truth is the pairs of a made form. A pair with other is a table's heading and cell, which pairs may have.
type truth struct {
	pair
	other bool
}

// truthOf returns the pairs of a made form.
func truthOf(doc *document.Document, fields sheet.Fields) (out []truth) {
	texts := map[string]string{}
	var ids []string
	for p := range doc.Pages {
		for l := range doc.Pages[p].Lines {
			for w, x := range doc.Pages[p].Lines[l].Words {
				field := fields[p][l][w]
				if texts[field] == "" {
					ids = append(ids, field)
				}
				texts[field] += " " + x.Text
			}
		}
	}
	for _, id := range ids {
		if name, ok := strings.CutPrefix(id, "question:"); ok && texts["answer:"+name] != "" {
			out = append(out, truth{pair{texts[id], texts["answer:"+name]}, false})
		}
		if name, ok := strings.CutPrefix(id, "cell:"); ok {
			table, rest, _ := strings.Cut(name, ".")
			_, column, _ := strings.Cut(rest, ".")
			out = append(out, truth{pair{texts["header:"+table+"."+column], texts[id]}, true})
		}
	}
	return out
}

// score counts pairs.
type score struct{ right, found, want int }

func (s *score) add(found []pair, want []truth, verbose bool) {
	used := make([]bool, len(want))
	for _, p := range found {
		i := -1
		for k, t := range want {
			if !used[k] && isAlikeKey(p.key, t.key) && isAlike(p.value, t.value) {
				i = k
				break
			}
		}
		switch {
		case i < 0:
			s.found++
			if verbose {
				fmt.Printf("wrong\t%q\t%q\n", p.key, p.value)
			}
		case used[i] || want[i].other:
		default:
			s.found++
			s.right++
			used[i] = true
		}
	}
	for i, t := range want {
		if t.other {
			continue
		}
		if s.want++; !used[i] && verbose {
			fmt.Printf("missing\t%q\t%q\n", t.key, t.value)
		}
	}
}

// addValues counts pairs by their values.
func (s *score) addValues(found []pair, want []string, verbose bool) {
	s.found += len(found)
	s.want += len(want)
	for _, v := range want {
		i := slices.IndexFunc(found, func(p pair) bool { return isAlike(p.value, v) })
		if i >= 0 {
			s.right++
			if verbose {
				fmt.Printf("right\t%q\t%q\n", found[i].key, found[i].value)
			}
			found = slices.Delete(slices.Clone(found), i, i+1)
		} else if verbose {
			fmt.Printf("missing\t%q\n", v)
		}
	}
	for _, p := range found {
		if verbose {
			fmt.Printf("wrong\t%q\t%q\n", p.key, p.value)
		}
	}
}

func (s *score) print(title string) {
	p, r := float64(s.right)/float64(max(1, s.found)), float64(s.right)/float64(max(1, s.want))
	fmt.Printf("%-34s precision %.3f recall %.3f F1 %.3f (%d right of %d found, %d wanted)\n", title, p, r,
		2*p*r/max(1e-9, p+r), s.right, s.found, s.want)
}

// isAlikeKey is isAlike for questions, which may begin with their number.
func isAlikeKey(a, b string) bool {
	const maxNumber = 4 // letters
	number, rest, _ := strings.Cut(a, " ")
	return isAlike(a, b) || len(number) <= maxNumber && isAlike(rest, b)
}

// isAlike reports whether at most a fifth of the letters and digits of two texts differ.
func isAlike(a, b string) bool {
	const maxShare = 0.2
	fold := func(c rune) rune {
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			return unicode.ToLower(c)
		}
		return -1
	}
	x, y := []rune(strings.Map(fold, a)), []rune(strings.Map(fold, b))
	row := make([]int, len(y)+1)
	for k := range row {
		row[k] = k
	}
	for i, c := range x {
		before := row[0]
		row[0] = i + 1
		for k, d := range y {
			change := before
			if c != d {
				change++
			}
			before, row[k+1] = row[k+1], min(change, row[k]+1, row[k+1]+1)
		}
	}
	return float64(row[len(y)]) <= maxShare*float64(max(len(x), len(y)))
}

type entry struct {
	File, Collection, Source string
	Truth                    map[string]any
}

// filled returns the file with the fields of a form.
func (e *entry) filled() (string, bool) {
	for _, end := range []string{".flat.pdf", ".scan.pdf"} {
		if name, ok := strings.CutSuffix(e.File, end); ok && e.Collection == "acroforms" {
			return name + ".fill.pdf", true
		}
	}
	return "", false
}

// eachDocument calls do with the forms and scans of a manifest.
func eachDocument(folder string, do func(e entry) error) error {
	manifest, err := os.Open(filepath.Join(folder, "manifest.jsonl"))
	if err != nil {
		return err
	}
	defer func() { _ = manifest.Close() }()
	lines := bufio.NewScanner(manifest)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var e entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			return err
		}
		_, isForm := e.filled()
		if isForm || e.Collection == "fara" || e.Collection == "others" {
			if err := do(e); err != nil {
				return fmt.Errorf("%s: %w", e.File, err)
			}
		}
	}
	return lines.Err()
}

// values returns the texts and numbers of a truth.
func values(all map[string]any) (out []string) {
	for _, v := range all {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case float64:
			out = append(out, strconv.FormatFloat(v, 'f', 2, 64))
		}
	}
	slices.Sort(out)
	return out
}

func fieldValues(filled *document.Document) (out []string) {
	for i := range filled.Pages {
		for _, f := range filled.Pages[i].Fields {
			if f.Value != "" && (f.Type == document.TextField || f.Type == document.ChoiceField) {
				out = append(out, f.Value)
			}
		}
	}
	return out
}
