package dashboard

import (
	"slices"

	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

const (
	// maxFollowed bounds the documents that a stream follows beside those that the
	// page asked about. Older ones are no longer updated live: the page shows their
	// states when it is loaded again.
	maxFollowed = 500
	// maxAskedAfter bounds the documents that one look asks for by their ids.
	maxAskedAfter = 100
)

// look writes down what has changed, with two statements however much is under way.
func (f *feed) look() error {
	watched := make([]string, 0, len(f.known))
	for id, status := range f.known {
		if !status.Ended() {
			watched = append(watched, id)
		}
	}
	records, err := f.d.deps.Documents.Watch(f.ctx, f.account, f.since.Add(-overlap), watched)
	if err != nil {
		return err
	}
	there := make(map[string]bool, len(records))
	for i := len(records) - 1; i >= 0; i-- { // the oldest first
		there[records[i].ID] = true
		if err := f.tell(records[i]); err != nil {
			return err
		}
	}
	missed := slices.DeleteFunc(watched, func(id string) bool { return there[id] })
	if err := f.askAfter(missed); err != nil {
		return err
	}
	f.forget(there)
	return nil
}

// askAfter is about documents that a look did not return: they were deleted, or too
// much is under way. Some are asked for at a look, all in one statement, and the
// others in later looks.
func (f *feed) askAfter(missed []string) error {
	if missed = f.turn(missed); len(missed) == 0 {
		return nil
	}
	page, err := f.d.deps.Documents.List(f.ctx, f.account, model.Filter{IDs: missed}, len(missed), "")
	if err != nil {
		return err
	}
	there := make(map[string]bool, len(page.Records))
	for _, rec := range slices.Backward(page.Records) { // the oldest first
		there[rec.ID] = true
		if err := f.tell(rec); err != nil {
			return err
		}
	}
	for _, id := range missed {
		if there[id] {
			continue
		}
		delete(f.known, id)
		if err := f.event("deleted", map[string]string{"id": id}); err != nil {
			return err
		}
	}
	return nil
}

// turn chooses those that come after the last one that was asked for, and then the
// first again, so that each has its turn.
func (f *feed) turn(missed []string) []string {
	slices.Sort(missed)
	at, found := slices.BinarySearch(missed, f.asked)
	if found {
		at++
	}
	missed = slices.Concat(missed[at:], missed[:at])
	missed = missed[:min(len(missed), maxAskedAfter)]
	if len(missed) > 0 {
		f.asked = missed[len(missed)-1]
	}
	return missed
}

// forget drops ended documents that no look returns any more, and the oldest of
// those that are too many to follow. What the look returned stays, or the next look
// would take it for new.
func (f *feed) forget(there map[string]bool) {
	var old []string
	followed := 0
	for id, status := range f.known {
		switch {
		case status.Ended() && !there[id]:
			delete(f.known, id)
		case !f.shown[id]:
			followed++
			if !there[id] {
				old = append(old, id)
			}
		}
	}
	slices.Sort(old) // ids begin with the time that they were made at (RFC 9562, section 5.7)
	for _, id := range old[:min(len(old), max(0, followed-maxFollowed))] {
		delete(f.known, id)
	}
}
