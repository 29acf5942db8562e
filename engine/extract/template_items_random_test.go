package extract_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/docmill/docmill/engine/document"
	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
)

func randomBill(r *rand.Rand, number int) wareBill {
	names := []string{"Steel bracket", "Garden hose", "Paint roller", "Copper pipe", "Wall anchor", "Tool box 12 kg"}
	b := wareBill{heads: [][5]string{strange(), foreign(), {}}[r.IntN(3)], number: fmt.Sprintf("A-%d", 100+number)}
	for range 1 + r.IntN(6) {
		w := ware{names[r.IntN(len(names))], "", 1 + r.IntN(12), 100 + r.IntN(90_000), 5 * r.IntN(6)}
		if r.IntN(3) == 0 {
			w.remark = "colour: red, brushed"
		}
		b.wares = append(b.wares, w)
	}
	if r.IntN(3) == 0 {
		b.foot = "Zelna grava"
	}
	return b
}

// spoiled randomly breaks the rows of a correction.
func spoiled(r *rand.Rand, rows []any) []any {
	for _, row := range rows {
		members := row.(map[string]any)
		for _, member := range []string{"description", "quantity", "unitPrice", "discount", "amount"} {
			switch r.IntN(12) {
			case 0:
				members[member] = "777.77"
			case 1:
				members[member] = members["amount"]
			case 2:
				delete(members, member)
			}
		}
	}
	return rows[:r.IntN(len(rows)+1)]
}

func garbled(r *rand.Rand, l template.Example) template.Example {
	if l.Items == nil {
		return l
	}
	items := *l.Items
	items.Columns = append([]template.Column{}, items.Columns...)
	fields := []string{"", "description", "quantity", "unitPrice", "discount", "amount", "unit", "none"}
	for i := range items.Columns {
		c := &items.Columns[i]
		switch r.IntN(6) {
		case 0:
			c.Field, c.Missed = fields[r.IntN(len(fields))], 2
		case 1:
			c.Meaning = r.IntN(40) - 20
		case 2:
			c.At, c.Cells = [2]int{r.IntN(3000) - 1000, r.IntN(3000) - 1000}, [2]int{r.IntN(3000) - 1000, r.IntN(3000) - 1000}
		}
	}
	items.Lines = []template.Lines{"", template.LinesOne, template.LinesMore, "none"}[r.IntN(4)]
	items.Missed = r.IntN(2) == 0
	l.Items = &items
	return l
}

// Wrong corrections and templates add no failed check; items come from the page, and results are deterministic.
func TestLearnedItemsOnPage(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(5, 11)) //nolint:gosec // the same bills every time
	learned := 0
	for i := range 120 {
		a, b := randomBill(r, 2*i), randomBill(r, 2*i+1)
		b.heads = a.heads
		rows := a.rows()
		if r.IntN(2) == 0 {
			rows = spoiled(r, rows)
		}
		l := garbled(r, lessonOf(t, a, rows, "lineItems"))
		without, _ := readBy(b)
		with, _ := readBy(b, l)
		again, _ := readBy(b, l)
		require.True(t, reflect.DeepEqual(with, again), b, "is read in two ways")
		checkAnchors(t, b.document(), with)
		failed := map[string]bool{}
		for _, c := range without.Checks {
			failed[c.Name] = !c.Passed
		}
		for _, c := range with.Checks {
			if known, ok := failed[c.Name]; !c.Passed && !known && ok {
				t.Errorf("%+v by %+v: %s fails", b, l.Items, c.Detail)
			}
		}
		for path, f := range with.Fields {
			if strings.HasPrefix(path, "lineItems.") && f.Source == document.SourceLearned {
				learned++
			}
		}
	}
	assert.NotEqual(t, learned, 0, "nothing is learned at all")
}

// The largest example of columns stays within the size limit.
func TestColumnExampleSizeLimit(t *testing.T) {
	t.Parallel()
	items := template.Items{Lines: template.LinesMore, Missed: true, Ends: []uint32{1 << 31, 1 << 31, 1 << 31, 1 << 31}}
	for range template.MaxColumns {
		items.Columns = append(items.Columns, template.Column{Field: "description", Meaning: 16, Head: 1<<32 - 1,
			At: [2]int{1000, 1000}, Cells: [2]int{1000, 1000}, Missed: 99, Sure: true})
	}
	data, err := json.Marshal(items)
	assert.NoError(t, err, "bytes")
	assert.True(t, len(data) <= template.MaxExampleBytes/3, len(data), "bytes")
}
