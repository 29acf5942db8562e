package main

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/docmill/docmill/engine/annotate"
	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/formrole"
	"github.com/docmill/docmill/engine/layout"
	"github.com/docmill/docmill/engine/pagegraph"
	"github.com/docmill/docmill/engine/tagger"
	"github.com/docmill/docmill/lab/synth/form"
	"github.com/docmill/docmill/lab/tagging"
)

// score counts words by true and found role. Words that may be answers or cells count as answers, and words that are
// neither as prose.
type score struct {
	words        [formrole.Roles][formrole.Roles]int
	known, found int // words of known values, and those found as answers or cells
	// sure holds the probability of being a value, for words of values and for printed ones.
	sure [2][]float32
}

func (s *score) add(n *pagegraph.Network, doc *document.Document, roles tagging.Roles) {
	analyzed := annotate.New(layout.Analyze(doc))
	of := formrole.With(n, analyzed)
	values := tagging.Mask(1<<formrole.Answer | 1<<formrole.Cell)
	for _, p := range analyzed.Layout.Pages {
		for _, u := range of.Units(p) {
			best := u.Best()
			value := u.Probabilities[formrole.Answer] + u.Probabilities[formrole.Cell]
			isValue := best == formrole.Answer || best == formrole.Cell
			for k := u.First; k <= u.Last; k++ {
				m := roles(p.Number, &u.Segment.Tokens[k])
				for r := range formrole.Roles {
					if m == 1<<r {
						s.words[r][best]++
					}
				}
				switch {
				case m == values:
					s.known++
					if isValue {
						s.found++
					}
					s.words[formrole.Answer][best]++
					s.sure[0] = append(s.sure[0], value)
				case m != 0 && m&values == 0 && m&(m-1) != 0:
					s.words[formrole.Prose][best]++
					s.sure[1] = append(s.sure[1], value)
				}
			}
		}
	}
}

func (s *score) print(title string) {
	fmt.Printf("%s\n%10s", title, "")
	names := formrole.Names()
	right, all := 0, 0
	for _, n := range names {
		fmt.Printf(" %8s", n)
	}
	fmt.Printf(" %8s %8s\n", "recall", "precision")
	for r, n := range names {
		row, column := 0, 0
		fmt.Printf("%10s", n)
		for k := range names {
			fmt.Printf(" %8d", s.words[r][k])
			row += s.words[r][k]
			column += s.words[k][r]
		}
		right += s.words[r][r]
		all += row
		fmt.Printf(" %8.3f %8.3f\n", share(s.words[r][r], row), share(s.words[r][r], column))
	}
	fmt.Printf("right %.3f of %d words; known values %.3f of %d words\n\n", share(right, all), all,
		share(s.found, s.known), s.known)
}

// answers prints recall and precision of values against printed words.
func (s *score) answers(title string) {
	var found, values, called, printed int
	for r := range formrole.Roles {
		for k := range formrole.Roles {
			n := s.words[r][k]
			isValue := k == formrole.Answer || k == formrole.Cell
			switch {
			case r == formrole.Answer && isValue:
				found += n
				values += n
			case r == formrole.Answer:
				values += n
			case isValue:
				called += n
				printed += n
			default:
				printed += n
			}
		}
	}
	for _, least := range []float32{0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98} {
		var n [2]int
		for i, all := range s.sure {
			for _, p := range all {
				if p >= least {
					n[i]++
				}
			}
		}
		r, p := share(n[0], len(s.sure[0])), share(n[0], n[0]+n[1])
		fmt.Printf("  %.2f: recall %.3f precision %.3f F1 %.3f\n", least, r, p, 2*r*p/max(1e-9, r+p))
	}
	recall, precision := share(found, values), share(found, found+called)
	fmt.Printf("%s: answers recall %.3f precision %.3f F1 %.3f of %d words; printed words called answers %.3f of %d\n",
		title, recall, precision, 2*recall*precision/max(1e-9, recall+precision), values, share(called, printed), printed)
}

func share(n, of int) float64 { return float64(n) / float64(max(1, of)) }

func measure(ctx context.Context, file, folds string, made int, folder string) error {
	data, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	n, err := formrole.Parse(data)
	if err != nil {
		return err
	}
	const firstSeed = 1_000_000
	var native, foreign score
	for i := range made {
		s := form.New(firstSeed+uint64(i), form.Options{}) //nolint:gosec // not negative
		doc, fields := s.DocumentFields()
		if tagging.IsForeign(s.Language) {
			foreign.add(n, doc, tagging.DrawnRoles(doc, fields))
		} else {
			native.add(n, doc, tagging.DrawnRoles(doc, fields))
		}
	}
	native.print("made forms")
	foreign.print("made forms in languages that training can leave out")
	if folder == "" {
		return nil
	}
	var all score
	byCluster := map[string]*score{}
	err = eachReal(ctx, folder, func(e entry, doc, filled *document.Document) {
		fold := strconv.Itoa(tagging.FoldOf(e.Cluster))
		if folds != "" && !strings.Contains(folds, fold) {
			return
		}
		if filled == nil {
			if byCluster[e.Cluster] == nil {
				byCluster[e.Cluster] = &score{}
			}
			byCluster[e.Cluster].add(n, doc, tagging.ValueRoles(doc, printed(e.Truth)))
			return
		}
		var s score
		s.add(n, doc, tagging.FilledRoles(filled))
		s.answers("fold " + fold + " " + e.Cluster)
		all.add(n, doc, tagging.FilledRoles(filled))
		printTime(n, doc)
	})
	all.answers("all forms")
	for cluster, s := range byCluster {
		fmt.Printf("%s: known values called answers or cells %.3f of %d\n", cluster, share(s.found, s.known), s.known)
	}
	return err
}

// printTime compares the processor time of roles with that of the tagger on the first page.
func printTime(n *pagegraph.Network, doc *document.Document) {
	analyzed := annotate.New(layout.Analyze(doc))
	if len(analyzed.Layout.Pages) == 0 {
		return
	}
	tags, err := tagger.Embedded()
	if err != nil {
		return
	}
	page, units := analyzed.Layout.Pages[0], 0
	cpu := func(work func()) time.Duration {
		const times = 10
		start := cpuTime()
		for range times {
			work()
		}
		return (cpuTime() - start) / times
	}
	roles := cpu(func() { units = len(formrole.With(n, analyzed).Units(page)) })
	tagging := cpu(func() { tags.Tag(analyzed) })
	words := 0
	for _, row := range page.Rows {
		for _, s := range row.Segments {
			words += len(s.Words)
		}
	}
	fmt.Printf("  %d words, %d units: roles %v, tagger %v\n", words, units, roles.Round(time.Microsecond),
		tagging.Round(time.Microsecond))
}

// cpuTime returns the time of the processor that the program used, which does not depend on other programs.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
