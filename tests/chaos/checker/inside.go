package checker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/docmill/docmill/libs/blob"
)

// erasures: no part of an erased document is found anywhere.
func (c *check) erasures() {
	for _, id := range c.sorted {
		f := c.facts[id]
		if !c.erased(f) {
			continue
		}
		if _, listed := c.state.Documents[id]; listed {
			c.broken(CameBack, id, "the API lists it")
		}
		if gone, asked := c.state.Gone[id]; asked && !gone {
			c.broken(CameBack, id, "the API answers with it")
		}
		if c.state.Inside != nil {
			c.erasedInside(id)
		}
	}
}

// mark is the prefix of objects whose keys identify erased documents, for a restored database.
const mark = "erased/"

func (c *check) erasedInside(id string) {
	in := c.state.Inside
	if _, kept := in.Rows[id]; kept {
		c.broken(CameBack, id, "the database has its row")
	}
	key, noted := in.Erasures[id]
	if !noted && in.NotesKept {
		c.broken(CameBack, id, "nothing says what the second look is to remove")
	}
	if _, kept := in.Objects[key]; kept && noted {
		c.broken(CameBack, id, "the object store has %s", key)
	}
	_, uuid, _ := strings.Cut(id, "_")
	for object := range in.Objects {
		if object != key && object != blob.Foldered(mark, id) && strings.Contains(object, uuid) {
			c.broken(CameBack, id, "the object store has %s", object)
		}
	}
	for _, m := range in.Messages {
		if m.About == id {
			c.broken(CameBack, id, "the stream has its event %s", m.Type)
		}
	}
}

// charges: each accepted document was charged once and nothing else was, within the limit.
func (c *check) charges() {
	for n, a := range c.state.Accounts {
		if a.Used > a.Limit {
			c.broken(OverLimit, fmt.Sprintf("account %d", n), "%d of %d used", a.Used, a.Limit)
		}
	}
	if c.state.Inside == nil {
		c.chargesOutside()
		return
	}
	in := c.state.Inside
	charged := map[string]Charge{}
	counts := make([]int, len(c.state.Accounts))
	for _, charge := range in.Charges {
		charged[charge.Document] = charge
		if !charge.GivenBack {
			counts[charge.Account]++
		}
		_, kept := in.Rows[charge.Document]
		_, erased := in.Erasures[charge.Document]
		if c.facts[charge.Document] == nil && !kept && !erased {
			c.broken(Charged, charge.Document, "it was charged and is no document")
		}
	}
	for n, a := range c.state.Accounts {
		if a.Used != counts[n] || a.Used != in.Months[n] {
			c.broken(Charged, fmt.Sprintf("account %d", n), "%d used by the API, %d by the month, %d charges",
				a.Used, in.Months[n], counts[n])
		}
	}
	for id := range c.facts {
		if _, kept := in.Rows[id]; !kept {
			c.charge(id, Row{}, charged)
		}
	}
	for id, row := range in.Rows {
		c.charge(id, row, charged)
	}
}

// charge checks the charge of one document; the row of an erased one is empty.
func (c *check) charge(id string, row Row, charged map[string]Charge) {
	charge, found := charged[id]
	switch {
	case !found:
		c.broken(Charged, id, "it was not charged")
	case row.Status == "":
	case charge.GivenBack != (row.Failure == internalError):
		c.broken(Charged, id, "it is %s %s, its charge given back: %t", row.Status, row.Failure, charge.GivenBack)
	case charge.Account != row.Account:
		c.broken(Charged, id, "it was charged to account %d and is of account %d", charge.Account, row.Account)
	}
}

// chargesOutside knows only the months: calls with an unknown outcome may be included or not.
func (c *check) chargesOutside() {
	least, open := make([]int, len(c.state.Accounts)), make([]int, len(c.state.Accounts))
	for _, f := range c.facts {
		switch d := c.state.Documents[f.id]; {
		case d.Failure == internalError:
		case c.erased(f): // it may have failed before
			open[f.account]++
		default:
			least[f.account]++
		}
	}
	for _, call := range c.calls {
		if call.Type == "unknown" {
			open[call.Account] += len(call.Files)
		}
	}
	for n, a := range c.state.Accounts {
		if got := a.Used - a.Before; got < least[n] || got > least[n]+open[n] {
			c.broken(Charged, fmt.Sprintf("account %d", n), "%d charged, want %d and %d more at most", got, least[n], open[n])
		}
	}
}

// events: one per document and complete batch, of its state's type. Repeats under one id are one event.
func (c *check) events() {
	in := c.state.Inside
	events := map[string]map[string]string{} // type by id, by subject
	for _, m := range in.Messages {
		if events[m.About] == nil {
			events[m.About] = map[string]string{}
		}
		if _, again := events[m.About][m.ID]; again {
			c.report.Repeated++
		}
		events[m.About][m.ID] = m.Type
	}
	for id, row := range in.Rows {
		if Final(row.Status) {
			c.event(id, "extraction."+row.Status, events[id], true)
		}
	}
	for id, status := range in.Batches {
		if status != "" {
			c.event(id, "batch."+status, events[id], c.isWholeBatch(id))
		}
	}
}

func (c *check) event(id, want string, got map[string]string, must bool) {
	if len(got) == 0 && must {
		c.broken(EventMissing, id, "%s is missing", want)
	}
	if len(got) > 1 {
		c.broken(EventTwice, id, "%v", got)
	}
	for _, kind := range got {
		if kind != want {
			c.broken(EventTwice, id, "the stream has %s, want %s", kind, want)
		}
	}
}

// isWholeBatch reports whether no document of a batch was erased, which removes the batch's event.
func (c *check) isWholeBatch(batch string) bool {
	for _, call := range c.calls {
		if call.Batch != batch {
			continue
		}
		return !slices.ContainsFunc(call.Documents, func(id string) bool { return id != "" && c.erased(c.facts[id]) })
	}
	return true
}

// batches: each batch with a response exists and has ended.
func (c *check) batches() {
	for _, call := range c.calls {
		if call.Kind != "batch" || call.Type != "ok" {
			continue
		}
		switch status, kept := c.state.Inside.Batches[call.Batch]; {
		case !kept:
			c.broken(Lost, call.Batch, "the database has no row of it")
		case status == "":
			c.broken(NotEnded, call.Batch, "it is open")
		}
	}
}

// content: the bytes of each document are the uploaded ones.
func (c *check) content() {
	for id, row := range c.state.Inside.Rows {
		switch sum, kept := c.state.Inside.Objects[row.Object]; {
		case !kept:
			c.broken(Lost, id, "its file %s is gone", row.Object)
		case sum != row.SHA256:
			c.broken(Damaged, id, "its file has the digest %s, want %s", sum, row.SHA256)
		}
	}
}
