package eval

type pooled struct {
	scalars, cells, amounts, lines Tally
}

func (p *pooled) add(d *Document) {
	for i := range d.Scores {
		s := &d.Scores[i]
		switch {
		case s.Row == 0:
			p.scalars.count(s.Verdict)
			continue
		case s.Field == lineItems+".amount":
			p.amounts.count(s.Verdict)
		}
		p.cells.count(s.Verdict)
	}
	for _, l := range d.Lines {
		p.lines.count(l.Verdict)
	}
}

func (d *Document) rightLines() int {
	n := 0
	for _, l := range d.Lines {
		if l.Verdict == Right {
			n++
		}
	}
	return n
}

// compare counts a document that was read without and with learned layouts.
func (l *ItemsLearning) compare(without, with *Document) {
	if len(without.Lines) == 0 {
		return
	}
	l.Documents++
	switch a, b := without.rightLines(), with.rightLines(); {
	case b > a:
		l.Improved++
	case b < a:
		l.Broken++
	}
}

func (t *learningTally) close() {
	t.Without, t.With = t.without.scalars.F1(), t.with.scalars.F1()
	change := func(of func(*pooled) Tally) Change {
		return Change{of(&t.without).F1(), of(&t.with).F1()}
	}
	t.Items.Cells = change(func(p *pooled) Tally { return p.cells })
	t.Items.Amounts = change(func(p *pooled) Tally { return p.amounts })
	t.Items.Lines = change(func(p *pooled) Tally { return p.lines })
}
