package checker_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/tests/chaos/checker"
	"github.com/docmill/docmill/tests/chaos/history"
)

// tape writes a history by hand: each event one second after the one before.
type tape struct{ events []history.Event }

func (w *tape) begin(e history.Event) history.Event {
	e.Call, e.Type = len(w.events)+1, history.Invoke
	return w.add(e)
}

func (w *tape) end(e history.Event, how history.Type) { e.Type = how; w.add(e) }

func (w *tape) add(e history.Event) history.Event {
	e.At = time.Duration(len(w.events)) * time.Second
	w.events = append(w.events, e)
	return e
}

func (w *tape) call(e history.Event, how history.Type) { w.end(w.begin(e), how) }

func (w *tape) read(id, status, value string) {
	w.call(history.Event{Kind: history.Read, Document: id, Status: status, Value: value}, history.OK)
}

func (w *tape) correct(id, value string, how history.Type) {
	w.call(history.Event{Kind: history.Correct, Document: id, Value: value}, how)
}

func (w *tape) upload(file, key, id string, how history.Type) {
	e := history.Event{Kind: history.Upload, Files: []string{file}, Key: key}
	if how == history.OK {
		e.Documents = []string{id}
	}
	w.call(e, how)
}

// good has all events: ext_1 corrected, ext_2 erased, ext_3 and ext_4 a batch (ext_4 refunded), ext_5 unknown.
func good() (*tape, checker.State) {
	w := &tape{}
	w.upload("a", "k1", "ext_1", history.OK)
	w.upload("a", "k1", "ext_1", history.OK)
	w.upload("b", "", "ext_2", history.OK)
	w.call(history.Event{Kind: history.Batch, Files: []string{"c", "d", "x"}, Documents: []string{"ext_3", "ext_4", ""},
		Batch: "batch_1"}, history.OK)
	w.upload("e", "", "", history.Unknown)
	w.upload("f", "", "", history.Fail)
	w.read("ext_1", "processing", "")
	w.read("ext_1", "completed", "")
	w.correct("ext_1", "one", history.OK)
	w.correct("ext_1", "lost", history.Unknown)
	w.read("ext_1", "completed", "one")
	w.call(history.Event{Kind: history.Erase, Document: "ext_2"}, history.OK)
	w.read("ext_2", checker.StatusGone, "")
	document := func(file, status, failure, value string) checker.Document {
		return checker.Document{File: file, Status: status, Failure: failure, Value: value}
	}
	row := func(file, status, failure string) checker.Row {
		return checker.Row{File: file, Status: status, Failure: failure, Object: "docs/" + file, SHA256: "sum " + file,
			Ended: 90 * time.Second}
	}
	return w, checker.State{
		Accounts: []checker.Account{{Used: 4, Limit: 10}},
		Documents: map[string]checker.Document{
			"ext_1": document("a", "completed", "", "one"), "ext_3": document("c", "completed", "", ""),
			"ext_4": document("d", "failed", "INTERNAL_ERROR", ""), "ext_5": document("e", "completed", "", ""),
		},
		Gone: map[string]bool{"ext_2": true},
		Inside: &checker.Inside{
			Rows: map[string]checker.Row{"ext_1": row("a", "completed", ""), "ext_3": row("c", "completed", ""),
				"ext_4": row("d", "failed", "INTERNAL_ERROR"), "ext_5": row("e", "completed", "")},
			Erasures:  map[string]string{"ext_2": "docs/b"},
			NotesKept: true,
			Charges: []checker.Charge{{Document: "ext_1"}, {Document: "ext_2"}, {Document: "ext_3"},
				{Document: "ext_4", GivenBack: true}, {Document: "ext_5"}},
			Months:  []int{4},
			Batches: map[string]string{"batch_1": "completed"},
			Objects: map[string]string{"docs/a": "sum a", "docs/c": "sum c", "docs/d": "sum d", "docs/e": "sum e",
				"docs/of a broken upload": "sum b"},
			Messages: []checker.Message{
				{ID: "m1", Type: "extraction.completed", About: "ext_1"}, {ID: "m3", Type: "extraction.completed", About: "ext_3"},
				{ID: "m3", Type: "extraction.completed", About: "ext_3"}, {ID: "m4", Type: "extraction.failed", About: "ext_4"},
				{ID: "m5", Type: "extraction.completed", About: "ext_5"}, {ID: "m6", Type: "batch.completed", About: "batch_1"},
			},
			Webhooks: []checker.Message{
				{ID: "w1", Type: "extraction.completed", About: "ext_1"}, {ID: "w3", Type: "extraction.completed", About: "ext_3"},
				{ID: "w3", Type: "extraction.completed", About: "ext_3"}, {ID: "w4", Type: "extraction.failed", About: "ext_4"},
				{ID: "w5", Type: "extraction.completed", About: "ext_5"},
			},
		},
	}
}

func TestGoodHistory(t *testing.T) {
	t.Parallel()
	w, state := good()
	r := checker.Check(w.events, 80*time.Second, state)
	for _, v := range r.Violations {
		t.Error(v)
	}
	if r.Accepted != 4 || r.Erased != 1 || r.Failed != 1 || r.Internal != 1 || r.Repeated != 1 || r.Slowest != 10*time.Second ||
		r.Calls[history.Unknown] != 2 || r.Calls[history.Fail] != 1 {
		t.Errorf("%+v", r)
	}
	state.Inside, state.Accounts[0].Before = nil, 1
	state.Accounts[0].Used++
	assert.Empty(t, checker.Check(w.events, 0, state).Violations, "from the outside")
}

// Each case breaks one aspect of the good history or its state.
func TestViolatedGuarantees(t *testing.T) {
	t.Parallel()
	type spoil func(w *tape, s *checker.State)
	untested := checker.Rules()
	row := func(id string, change func(*checker.Row)) spoil {
		return func(_ *tape, s *checker.State) {
			r := s.Inside.Rows[id]
			change(&r)
			s.Inside.Rows[id] = r
		}
	}
	charge := func(n int, change func(*checker.Charge)) spoil {
		return func(_ *tape, s *checker.State) { change(&s.Inside.Charges[n]) }
	}
	message := func(m checker.Message) spoil {
		return func(_ *tape, s *checker.State) { s.Inside.Messages = append(s.Inside.Messages, m) }
	}
	told := func(kind string, ids ...string) spoil {
		return func(_ *tape, s *checker.State) {
			for _, id := range ids {
				s.Inside.Thresholds = append(s.Inside.Thresholds, checker.Threshold{Type: kind, ID: id})
			}
		}
	}
	for name, c := range map[string]struct {
		rule  checker.Rule
		about string
		spoil spoil
	}{
		"the API lost it": {checker.Lost, "ext_1", func(_ *tape, s *checker.State) { delete(s.Documents, "ext_1") }},
		"the row is lost": {checker.Lost, "ext_1", func(_ *tape, s *checker.State) { delete(s.Inside.Rows, "ext_1") }},
		"a read lost it":  {checker.Lost, "ext_3", func(w *tape, _ *checker.State) { w.read("ext_3", checker.StatusGone, "") }},
		"its file is lost": {checker.Lost, "ext_3",
			func(_ *tape, s *checker.State) { delete(s.Inside.Objects, "docs/c") }},
		"a batch is lost": {checker.Lost, "batch_1",
			func(_ *tape, s *checker.State) { delete(s.Inside.Batches, "batch_1") }},
		"a batch is open": {checker.NotEnded, "batch_1", func(_ *tape, s *checker.State) { s.Inside.Batches["batch_1"] = "" }},
		"it did not end": {checker.NotEnded, "ext_3", func(_ *tape, s *checker.State) {
			s.Documents["ext_3"] = checker.Document{File: "c", Status: "processing"}
		}},
		"it ended otherwise": {checker.EndedTwice, "ext_1", func(w *tape, _ *checker.State) { w.read("ext_1", "failed", "") }},
		"API and row differ": {checker.EndedTwice, "ext_3", row("ext_3", func(r *checker.Row) { r.Status = "failed" })},
		"a repeat made another": {checker.AcceptedTwice, "a of account 0",
			func(w *tape, _ *checker.State) { w.upload("a", "k1", "ext_9", history.OK) }},
		"the database has another": {checker.AcceptedTwice, "a of account 0", func(_ *tape, s *checker.State) {
			s.Inside.Rows["ext_9"] = s.Inside.Rows["ext_1"]
		}},
		"one that was refused is kept": {checker.AcceptedTwice, "f of account 0", func(_ *tape, s *checker.State) {
			s.Documents["ext_9"] = checker.Document{File: "f", Status: "completed"}
		}},
		"it was not charged": {checker.Charged, "ext_3", charge(2, func(c *checker.Charge) { c.Document = "ext_1" })},
		"an unknown one was not charged": {checker.Charged, "ext_5",
			func(_ *tape, s *checker.State) { s.Inside.Charges = s.Inside.Charges[:4] }},
		"nothing was charged for":       {checker.Charged, "ext_9", charge(2, func(c *checker.Charge) { c.Document = "ext_9" })},
		"a charge was given back":       {checker.Charged, "ext_3", charge(2, func(c *checker.Charge) { c.GivenBack = true })},
		"a charge was not given back":   {checker.Charged, "ext_4", charge(3, func(c *checker.Charge) { c.GivenBack = false })},
		"the month says something else": {checker.Charged, "account 0", func(_ *tape, s *checker.State) { s.Inside.Months[0]++ }},
		"usage says something else":     {checker.Charged, "account 0", func(_ *tape, s *checker.State) { s.Accounts[0].Used++ }},
		"usage says less, seen outside": {checker.Charged, "account 0", func(_ *tape, s *checker.State) {
			s.Inside, s.Accounts[0].Used = nil, 1
		}},
		"usage says more, seen outside": {checker.Charged, "account 0", func(_ *tape, s *checker.State) {
			s.Inside, s.Accounts[0].Used = nil, 5
		}},
		"the limit was passed": {checker.OverLimit, "account 0", func(_ *tape, s *checker.State) { s.Accounts[0].Limit = 3 }},
		"an event is missing": {checker.EventMissing, "ext_1",
			func(_ *tape, s *checker.State) { s.Inside.Messages = s.Inside.Messages[1:] }},
		"a batch's event is missing": {checker.EventMissing, "batch_1",
			func(_ *tape, s *checker.State) { s.Inside.Messages = s.Inside.Messages[:5] }},
		"two events": {checker.EventTwice, "ext_1",
			message(checker.Message{ID: "m9", Type: "extraction.completed", About: "ext_1"})},
		"an event of another type": {checker.EventTwice, "ext_1",
			func(_ *tape, s *checker.State) { s.Inside.Messages[0].Type = "extraction.failed" }},
		"a warning is missing": {checker.QuotaMissing, "account 0",
			func(_ *tape, s *checker.State) { s.Accounts[0].Limit = 5 }},
		"nobody says that the month is over": {checker.QuotaMissing, "account 0", func(w *tape, s *checker.State) {
			told("quota.warning", "q1")(w, s)
			w.call(history.Event{Kind: history.Upload, Files: []string{"g"}, Note: "QUOTA_EXCEEDED"}, history.Fail)
		}},
		"warned under two ids": {checker.QuotaTwice, "account 0", func(w *tape, s *checker.State) {
			s.Accounts[0].Limit = 5
			told("quota.warning", "q1", "q2")(w, s)
		}},
		"warned too early":     {checker.QuotaTwice, "account 0", told("quota.warning", "q1")},
		"a webhook is missing": {checker.HookMissing, "ext_1", func(_ *tape, s *checker.State) { s.Inside.Webhooks = s.Inside.Webhooks[1:] }},
		"a webhook under two ids": {checker.HookTwice, "ext_3",
			func(_ *tape, s *checker.State) { s.Inside.Webhooks[1].ID = "w9" }},
		"a webhook of another type": {checker.HookTwice, "ext_1",
			func(_ *tape, s *checker.State) { s.Inside.Webhooks[0].Type = "extraction.failed" }},
		"a read finds it again": {checker.CameBack, "ext_2",
			func(w *tape, _ *checker.State) { w.read("ext_2", "completed", "") }},
		"a list has it again": {checker.CameBack, "ext_2", func(_ *tape, s *checker.State) {
			s.Documents["ext_2"] = checker.Document{File: "b", Status: "completed"}
		}},
		"the API has it again": {checker.CameBack, "ext_2", func(_ *tape, s *checker.State) { s.Gone["ext_2"] = false }},
		"the database has it again": {checker.CameBack, "ext_2", func(_ *tape, s *checker.State) {
			s.Inside.Rows["ext_2"] = checker.Row{File: "b", Status: "completed"}
		}},
		"its file is there again": {checker.CameBack, "ext_2",
			func(_ *tape, s *checker.State) { s.Inside.Objects["docs/b"] = "sum b" }},
		"a picture of it is there again": {checker.CameBack, "ext_2",
			func(_ *tape, s *checker.State) { s.Inside.Objects["pages/2/1.png"] = "sum" }},
		"nobody looks a second time": {checker.CameBack, "ext_2",
			func(_ *tape, s *checker.State) { delete(s.Inside.Erasures, "ext_2") }},
		"its event is there again": {checker.CameBack, "ext_2",
			message(checker.Message{ID: "m2", Type: "extraction.completed", About: "ext_2"})},
		"a read before the correction": {checker.Stale, "ext_1",
			func(w *tape, _ *checker.State) { w.read("ext_1", "completed", "") }},
		"a read of what nobody wrote": {checker.Stale, "ext_1",
			func(w *tape, _ *checker.State) { w.read("ext_1", "completed", "two") }},
		"a read of what was refused": {checker.Stale, "ext_1", func(w *tape, _ *checker.State) {
			w.correct("ext_1", "two", history.Fail)
			w.read("ext_1", "completed", "two")
		}},
		"the list before the correction": {checker.Stale, "ext_1", func(_ *tape, s *checker.State) {
			s.Documents["ext_1"] = checker.Document{File: "a", Status: "completed"}
		}},
		"it is processing again": {checker.Stale, "ext_1",
			func(w *tape, _ *checker.State) { w.read("ext_1", "processing", "") }},
		"another account has it": {checker.Foreign, "ext_1", func(_ *tape, s *checker.State) {
			s.Documents["ext_1"] = checker.Document{Account: 1, File: "a", Status: "completed", Value: "one"}
		}},
		"its content is another": {checker.Damaged, "ext_1",
			func(_ *tape, s *checker.State) { s.Inside.Objects["docs/a"] = "sum c" }},
	} {
		untested = slices.DeleteFunc(untested, func(rule checker.Rule) bool { return rule == c.rule })
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, state := good()
			c.spoil(w, &state)
			r := checker.Check(w.events, 0, state)
			if !slices.ContainsFunc(r.Violations, func(v checker.Violation) bool { return v.Rule == c.rule && v.About == c.about }) {
				t.Errorf("%s of %s is not found: %v", c.rule, c.about, r.Violations)
			}
		})
	}
	assert.Empty(t, untested, "no case breaks")
}

// Differences that are invisible from outside break nothing.
func TestUnknownOutcomes(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(w *tape, s *checker.State){
		"a correction without an answer took effect": func(w *tape, s *checker.State) {
			w.read("ext_1", "completed", "lost")
			s.Documents["ext_1"] = checker.Document{File: "a", Status: "completed", Value: "lost"}
		},
		"a read beside a correction saw either": func(w *tape, s *checker.State) {
			write := w.begin(history.Event{Kind: history.Correct, Document: "ext_1", Value: "two"})
			w.read("ext_1", "completed", "two")
			w.read("ext_1", "completed", "one")
			w.end(write, history.OK)
			s.Documents["ext_1"] = checker.Document{File: "a", Status: "completed", Value: "two"}
		},
		"an erasure without an answer took effect": func(w *tape, s *checker.State) {
			w.call(history.Event{Kind: history.Erase, Document: "ext_3"}, history.Unknown)
			w.read("ext_3", checker.StatusGone, "")
			delete(s.Documents, "ext_3")
			delete(s.Inside.Rows, "ext_3")
			delete(s.Inside.Objects, "docs/c")
			s.Inside.Erasures["ext_3"] = "docs/c"
			s.Inside.Messages = slices.DeleteFunc(s.Inside.Messages, func(m checker.Message) bool {
				return m.About == "ext_3" || m.About == "batch_1"
			})
		},
		"a document was there before": func(_ *tape, s *checker.State) {
			s.Inside, s.Accounts[0] = nil, checker.Account{Before: 7, Used: 11, Limit: 20}
			s.Documents["ext_0"] = checker.Document{File: "old", Status: "completed"}
		},
		"a warning was sent twice under its id": func(_ *tape, s *checker.State) {
			s.Accounts[0].Limit = 5
			warning := checker.Threshold{Type: "quota.warning", ID: "q1"}
			s.Inside.Thresholds = []checker.Threshold{warning, warning}
		},
		"a refusal that nobody heard of is told": func(_ *tape, s *checker.State) {
			s.Accounts[0].Limit = 5
			s.Inside.Thresholds = []checker.Threshold{{Type: "quota.warning", ID: "q1"}, {Type: "quota.exceeded", ID: "q2"}}
		},
		"a read beside an erasure still saw it": func(w *tape, s *checker.State) {
			erasure := w.begin(history.Event{Kind: history.Erase, Document: "ext_1"})
			w.read("ext_1", "completed", "one")
			w.end(erasure, history.Unknown)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w, state := good()
			spoil(w, &state)
			for _, v := range checker.Check(w.events, 0, state).Violations {
				t.Error(v)
			}
		})
	}
}

// A steadily shrinking queue is not slow; a document that waits behind it is.
func TestBeyond(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		left, delayed int // ends, one a second, and one that comes so many seconds after the last
		want          time.Duration
	}{
		"a steady queue": {300, 0, 0}, "one that waited": {300, 90, 90 * time.Second}, "few": {3, 0, 3 * time.Second},
		"none": {0, 0, 0},
	} {
		w, state := good()
		rows := map[string]checker.Row{}
		for i := range c.left {
			ended := time.Minute + time.Duration(i+1)*time.Second
			if i == c.left-1 {
				ended += time.Duration(c.delayed) * time.Second
			}
			rows[fmt.Sprint("ext_", i)] = checker.Row{Ended: ended}
		}
		state.Inside.Rows = rows
		if r := checker.Check(w.events, time.Minute, state); r.Left != c.left || r.Beyond != c.want {
			t.Errorf("%s: %d left, %s beyond, want %d and %s", name, r.Left, r.Beyond, c.left, c.want)
		}
	}
}
