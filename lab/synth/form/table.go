package form

import (
	"fmt"
	"strconv"

	"github.com/docmill/docmill/lab/synth/random"
)

// table is a list of items with headings.
type table struct {
	name    string
	columns []*concept
	rows    [][]value
}

// composeTables places one or no table of the theme.
func (f *form) composeTables(gap float64) {
	if len(f.theme.tables) == 0 || f.Chance(0.3) {
		return
	}
	drawn := random.Pick(f.Rand, f.theme.tables...)
	t := &table{name: drawn.name}
	most := 2 + f.IntN(5)
	for _, name := range drawn.concepts {
		share := float64(most+1) / float64(len(drawn.concepts)-len(t.columns))
		if f.g.isQuestion(name) && len(t.columns) < most && f.Chance(share) {
			t.columns = append(t.columns, f.g.concepts[name])
		}
	}
	if len(t.columns) < 2 {
		return
	}
	f.tables = append(f.tables, t)
	f.truth.Tables[t.name] = nil
	empty := random.Pick(f.Rand, 0, 0, 0.1, 0.4)
	for range 1 + f.IntN(random.Pick(f.Rand, 4, 8, 20)) {
		var row []value
		truth := map[string]string{}
		for _, c := range t.columns {
			v := f.makeValue(c)
			if v.lines, v.unit = []string{v.printed()}, ""; f.Chance(empty) && len(row) > 0 {
				v = value{lines: []string{""}}
			} else {
				truth[c.name] = v.normal
			}
			row = append(row, v)
		}
		t.rows = append(t.rows, row)
		f.truth.Tables[t.name] = append(f.truth.Tables[t.name], truth)
	}
	f.placeTable(t, gap)
}

func isNumber(kind string) bool {
	switch kind {
	case "amount", "number", "integer", "percent", "weight":
		return true
	}
	return false
}

func (f *form) placeTable(t *table, gap float64) {
	w := f.right - f.left
	number, sum := 0.0, 0.0
	if f.Chance(0.3) {
		number = 22
	}
	widths := make([]float64, len(t.columns))
	for i, c := range t.columns {
		widths[i] = 1 + 1.2*f.Float64()
		if c.kind == "product" || c.kind == "text" || c.kind == "address" {
			widths[i] += 1.5
		}
		sum += widths[i]
	}
	for i := range widths {
		widths[i] *= (w - number) / sum
	}
	rules := random.Pick(f.Rand, "", "", "head", "rows", "all", "all", "ends")
	lead := random.Pick(f.Rand, 1.0, 2, 4, 7)
	bold := f.base
	bold.bold = f.Chance(0.7)
	rightHeads := f.Chance(0.7)
	line := func(text func(int) (string, string), mark string, i ink, heads bool) piece {
		p := piece{w: w}
		p.set(2, lead/2, run{ink: i, text: mark, field: fieldOther})
		x := number
		for k, c := range t.columns {
			one := i
			if isNumber(c.kind) && (!heads || rightHeads) {
				one.align = 1
			}
			content, field := text(k)
			whole := !heads && !(&question{concept: c}).canBreak()
			p.flow(x+2, lead/2, widths[k]-6, run{ink: one, text: content, field: field, whole: whole})
			x += widths[k]
		}
		p.h += lead / 2
		if rules == "all" {
			x := number
			for _, column := range widths {
				p.box(x, 0, x+column, p.h)
				x += column
			}
		}
		if rules == "rows" || heads && rules != "" {
			p.rule(0, p.h, w, p.h)
		}
		return p
	}
	head := line(func(k int) (string, string) {
		return f.tableHeading(t.columns[k]), "header:" + t.name + "." + t.columns[k].name
	}, "", bold, true)
	if k := f.IntN(len(widths)); f.Chance(0.15) && k > 0 {
		span := piece{w: w}
		middle := bold
		middle.align = 0.5
		x := w - widths[len(widths)-1] - widths[k]*min(1, float64(len(widths)-1-k))
		heading := f.phrase(random.Pick(f.Rand, f.theme.groups...).name)
		span.flow(x, lead/2, w-x, run{ink: middle, text: heading, field: fieldHeading})
		span.rule(x, span.h+1, w, span.h+1)
		head = stack([]piece{span, head}, 1)
	}
	body := f.filled
	body.bold = false
	details := random.Pick(f.Rand, 0, 0, 0, 0, 0.3, 1)
	for i, row := range t.rows {
		mark := ""
		if number > 0 {
			mark = strconv.Itoa(i + 1)
		}
		p := line(func(k int) (string, string) {
			return row[k].lines[0], fmt.Sprintf("cell:%s.%d.%s", t.name, i, t.columns[k].name)
		}, mark, body, false)
		if f.Chance(details) {
			detail := run{ink: body.scaled(0.8), text: f.detail(), field: fieldOther}
			p.flow(number+12, p.h, w-number-12, detail)
		}
		if i == 0 {
			p = stack([]piece{head, p}, 1)
		}
		f.put(p, gap)
		gap = 0
	}
	f.placeSum(t, widths, w)
}

// detail returns a line below an item that belongs to no column.
func (f *form) detail() string {
	day := f.place.RandomDay()
	return random.Pick(f.Rand, f.place.Label("more"), f.place.NumericDate(day)+" "+random.Fill(f.Rand, "*# *## --@@@--"),
		f.phrase("serialNumber")+" "+random.Fill(f.Rand, "@@####"), f.place.Label("goods"))
}

func (f *form) tableHeading(c *concept) string {
	text := random.Pick(f.Rand, c.phrases...)
	if f.labels[fold(text)] == "" {
		f.labels[fold(text)] = "table:" + c.name
	}
	return text
}

// placeSum places a total below a last column of amounts.
func (f *form) placeSum(t *table, widths []float64, w float64) {
	last := len(t.columns) - 1
	if _, isAsked := f.truth.Values["total"]; isAsked || t.columns[last].kind != "amount" || f.Chance(0.4) {
		return
	}
	q := f.newQuestion("total")
	if q == nil {
		return
	}
	q.id, q.role, q.hint, q.second = "total", "items", "", ""
	q.value = f.makeValue(q.concept)
	f.truth.Values[q.id], f.truth.Printed[q.id] = q.value.normal, q.value.printed()
	p := piece{w: w}
	i, v := f.base, f.filled
	v.align, i.bold = 1, true
	p.rule(w-widths[last], 0, w, 0)
	p.flow(max(0, w-widths[last]-120), 2, 120, run{ink: i, text: q.label + f.colon, field: "question:total"})
	p.flow(w-widths[last], 2, widths[last]-4, run{ink: v, text: q.value.lines[0], field: "answer:total", whole: true})
	f.questions = append(f.questions, q)
	f.put(p, 1)
}
