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

// composeTables places one table of the theme or none.
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

// tableLook holds the properties of a table's layout.
type tableLook struct {
	widths       []float64 // of the columns
	number, lead float64   // width of the column of row numbers; space around lines
	rules        string
	heads, body  ink
	rightHeads   bool // headings of numbers end at the right
}

func (f *form) drawTableLook(t *table) tableLook {
	look := tableLook{rules: random.Pick(f.Rand, "", "", "head", "rows", "all", "all"), heads: f.base, body: f.filled,
		lead: random.Pick(f.Rand, 1.0, 2, 4, 7), rightHeads: f.Chance(0.7)}
	look.heads.bold, look.body.bold = f.Chance(0.7), false
	if f.Chance(0.3) {
		look.number = 22
	}
	sum := 0.0
	for _, c := range t.columns {
		w := 1 + 1.2*f.Float64()
		if c.kind == "product" || c.kind == "text" || c.kind == "address" {
			w += 1.5
		}
		look.widths = append(look.widths, w)
		sum += w
	}
	for i := range look.widths {
		look.widths[i] *= (f.right - f.left - look.number) / sum
	}
	return look
}

// tableLine returns the headings or a row. Cells are the texts with their fields.
func (f *form) tableLine(t *table, look tableLook, mark string, cells []run, isHead bool) piece {
	w := f.right - f.left
	p := piece{w: w}
	p.set(2, look.lead/2, run{ink: look.body, text: mark, field: fieldOther})
	x := look.number
	for k, c := range t.columns {
		cell := cells[k]
		if isNumber(c.kind) && (!isHead || look.rightHeads) {
			cell.align = 1
		}
		cell.whole = !isHead && !(&question{concept: c}).canBreak()
		p.flow(x+2, look.lead/2, look.widths[k]-6, cell)
		x += look.widths[k]
	}
	p.h += look.lead / 2
	x = look.number
	for _, column := range look.widths {
		if look.rules == "all" {
			p.box(x, 0, x+column, p.h)
		}
		x += column
	}
	if look.rules == "rows" || isHead && look.rules != "" {
		p.rule(0, p.h, w, p.h)
	}
	return p
}

func (f *form) placeTable(t *table, gap float64) {
	w := f.right - f.left
	look := f.drawTableLook(t)
	var heads []run
	for _, c := range t.columns {
		heads = append(heads, run{ink: look.heads, text: f.tableHeading(c), field: "header:" + t.name + "." + c.name})
	}
	head := f.tableLine(t, look, "", heads, true)
	if k := f.IntN(len(look.widths)); f.Chance(0.15) && k > 0 { // a heading over several columns
		span := piece{w: w}
		i := look.heads
		i.align = 0.5
		x := w - look.widths[len(look.widths)-1] - look.widths[k]*min(1, float64(len(look.widths)-1-k))
		text := f.phrase(random.Pick(f.Rand, f.theme.groups...).name)
		span.flow(x, look.lead/2, w-x, run{ink: i, text: text, field: fieldHeading})
		span.rule(x, span.h+1, w, span.h+1)
		head = stack([]piece{span, head}, 1)
	}
	details := random.Pick(f.Rand, 0, 0, 0, 0, 0.3, 1)
	for i, row := range t.rows {
		mark := ""
		if look.number > 0 {
			mark = strconv.Itoa(i + 1)
		}
		var cells []run
		for k, v := range row {
			field := fmt.Sprintf("cell:%s.%d.%s", t.name, i, t.columns[k].name)
			cells = append(cells, run{ink: look.body, text: v.lines[0], field: field})
		}
		p := f.tableLine(t, look, mark, cells, false)
		if f.Chance(details) {
			detail := run{ink: look.body.scaled(0.8), text: f.detail(), field: fieldOther}
			p.flow(look.number+12, p.h, w-look.number-12, detail)
		}
		if i == 0 {
			p = stack([]piece{head, p}, 1)
		}
		f.put(p, gap)
		gap = 0
	}
	f.placeSum(t, look.widths, w)
}

// matrix returns questions with an answer and a sum of the year, as pay statements have them.
func (f *form) matrix(questions []*question, st style, w float64) []piece {
	answers, sums := 0.5*w, 0.75*w
	if f.Chance(0.3) {
		answers, sums = sums, answers
	}
	column, right := 0.25*w-6, f.filled
	right.align = 1
	head := piece{w: w}
	i := st.labelInk
	i.align = 1
	head.flow(answers, 0, column, run{ink: i, text: f.word("current"), field: "header:toDate.current"})
	head.flow(sums, 0, column, run{ink: i, text: f.word("toDate"), field: "header:toDate.total"})
	out := []piece{head}
	st.labels, st.atEdge = 0, true
	for k, q := range questions {
		if !isNumber(q.kind) || q.form != written || q.pair != nil {
			out = append(out, f.cell(q, style{family: "left", tab: 0.4, labelInk: st.labelInk, underside: st.underside}, w, 0))
			continue
		}
		p := piece{w: w}
		p.add(f.label(q, st, 0.48*w), 0, 0)
		p.add(f.answered(q, st, column), answers, 0)
		field := fmt.Sprintf("cell:toDate.%d.total", k)
		p.flow(sums, 0, column, run{ink: right, text: f.makeNumber(q.concept).lines[0], field: field, whole: true})
		if st.ruled {
			p.rule(0, p.h, w, p.h)
		}
		out = append(out, p)
	}
	return out
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
