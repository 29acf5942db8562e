package checker

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/docmill/docmill/tests/chaos/history"
)

// documents: accepted, unerased documents exist and have ended.
func (c *check) documents() {
	for _, id := range c.sorted {
		f := c.facts[id]
		if c.erased(f) {
			continue
		}
		d, listed := c.state.Documents[id]
		switch {
		case !listed:
			c.broken(Lost, id, "the API lists it no more")
		case !Final(d.Status):
			c.broken(NotEnded, id, "it is %s", d.Status)
		}
		if listed && (d.Account != f.account || d.File != f.file) {
			c.broken(Foreign, id, "account %d uploaded %s, account %d has it as %s", f.account, f.file, d.Account, d.File)
		}
		if c.state.Inside == nil || !listed {
			continue
		}
		row, kept := c.state.Inside.Rows[id]
		switch {
		case !kept:
			c.broken(Lost, id, "the database has no row of it")
		case row.Status != d.Status:
			c.broken(EndedTwice, id, "the API says %s, the database %s", d.Status, row.Status)
		}
	}
}

// accepted: a file sent under one key is one document, or none if every response refused it.
func (c *check) accepted() {
	type file struct {
		account int
		name    string
	}
	ids := map[file]map[string]bool{}
	kept := map[file]bool{} // some answer leaves open that it was accepted
	add := func(f file, id string) {
		if ids[f] == nil {
			ids[f] = map[string]bool{}
		}
		ids[f][id] = true
	}
	for _, call := range c.calls {
		for n, name := range call.Files {
			f := file{call.Account, name}
			kept[f] = kept[f] || call.Type == history.Unknown
			if n < len(call.Documents) && call.Documents[n] != "" {
				add(f, call.Documents[n])
				kept[f] = true
			}
		}
	}
	for id, d := range c.state.Documents {
		add(file{d.Account, d.File}, id)
	}
	if c.state.Inside != nil {
		for id, row := range c.state.Inside.Rows {
			add(file{row.Account, row.File}, id)
		}
	}
	for f, set := range ids {
		if _, sent := kept[f]; !sent {
			continue // it was there before
		}
		about := fmt.Sprintf("%s of account %d", f.name, f.account)
		if all := slices.Sorted(maps.Keys(set)); len(all) > 1 {
			c.broken(AcceptedTwice, about, "it is %v", all)
		} else if !kept[f] {
			c.broken(AcceptedTwice, about, "every answer refused it, and it is %v", all)
		}
	}
}

// reads: an ended document stays as it ended, an accepted one is found, a removed one stays removed.
func (c *check) reads() {
	for _, id := range c.sorted {
		f := c.facts[id]
		gone, erased := f.acknowledged()
		final := c.finalStatus(f)
		for _, r := range f.reads {
			switch {
			case r.Type != history.OK:
			case r.Status == StatusGone:
				if r.Invoked > f.accepted && !f.mayBeErasedBy(r.Ended) {
					c.broken(Lost, id, "call %d did not find it", r.Event.Call)
				}
			case erased && r.Invoked > gone:
				c.broken(CameBack, id, "call %d found it", r.Event.Call)
			case Final(r.Status) && final != "" && r.Status != final:
				c.broken(EndedTwice, id, "call %d saw %s, it is %s", r.Event.Call, r.Status, final)
			}
		}
		c.neverBack(f)
	}
}

// finalStatus is a document's final status, by the API's list or by the first read after its end.
func (c *check) finalStatus(f *facts) string {
	if d, listed := c.state.Documents[f.id]; listed && Final(d.Status) {
		return d.Status
	}
	for _, r := range f.reads {
		if r.Type == history.OK && Final(r.Status) {
			return r.Status
		}
	}
	return ""
}

// neverBack: a read after an observed end observes an end.
func (c *check) neverBack(f *facts) {
	seen := history.Forever
	for _, r := range f.reads {
		if r.Type == history.OK && Final(r.Status) {
			seen = min(seen, r.Ended)
		}
	}
	for _, r := range f.reads {
		if r.Type == history.OK && r.Invoked > seen && r.Status != StatusGone && !Final(r.Status) {
			c.broken(Stale, f.id, "call %d saw %s after an end was seen", r.Event.Call, r.Status)
		}
	}
}

// corrections: a read never shows a refused value, or one that was certainly overwritten before.
func (c *check) corrections() {
	for _, id := range c.sorted {
		f := c.facts[id]
		for _, r := range f.reads {
			if r.Type == history.OK && Final(r.Status) {
				c.current(f, r.Value, r.Invoked, fmt.Sprintf("call %d", r.Event.Call))
			}
		}
		if d, listed := c.state.Documents[id]; listed && Final(d.Status) {
			c.current(f, d.Value, history.Forever-1, "the list in the end")
		}
	}
}

// current reports a value that a later reader must not see. The uncorrected value counts as the oldest.
func (c *check) current(f *facts, value string, read time.Duration, who string) {
	written := time.Duration(-1) // end of the write of this value
	if value != "" {
		n := slices.IndexFunc(f.writes, func(w history.Call) bool { return w.Value == value && w.Type != history.Fail })
		if n < 0 {
			c.broken(Stale, f.id, "%s saw %q, which nobody wrote", who, value)
			return
		}
		written = f.writes[n].Ended
	}
	for _, w := range f.writes {
		if w.Type == history.OK && w.Value != value && w.Invoked > written && w.Ended < read {
			c.broken(Stale, f.id, "%s saw %q after %q was acknowledged", who, value, w.Value)
			return
		}
	}
}
