package liveupdates

import (
	"slices"

	"github.com/docmill/docmill/services/gateway/internal/records/model"
)

const (
	// maxFollowed bounds the documents that a stream follows in addition to those that
	// the page named. Older ones are not updated until the page is loaded again.
	maxFollowed = 500
	// maxRefreshed bounds the documents that one look requests by id.
	maxRefreshed = 100
)

// look adds the changes to pending. It takes two queries for any number of documents.
func (f *feed) look() error {
	watched := make([]string, 0, len(f.known))
	for id, status := range f.known {
		if !status.Ended() {
			watched = append(watched, id)
		}
	}
	records, err := f.updates.documents.Watch(f.ctx, f.account, f.since.Add(-overlap), watched)
	if err != nil {
		return err
	}
	there := make(map[string]bool, len(records))
	for i := len(records) - 1; i >= 0; i-- { // the oldest first
		there[records[i].ID] = true
		if err := f.send(records[i]); err != nil {
			return err
		}
	}
	missed := slices.DeleteFunc(watched, func(id string) bool { return there[id] })
	if err := f.refreshMissing(missed); err != nil {
		return err
	}
	f.forget(there)
	return nil
}

// refreshMissing requests documents that the look did not return, because they were
// deleted or too many are being processed. Each look requests some of them, in one
// query.
func (f *feed) refreshMissing(missed []string) error {
	if missed = f.nextMissing(missed); len(missed) == 0 {
		return nil
	}
	page, err := f.updates.documents.List(f.ctx, f.account, model.Filter{IDs: missed}, len(missed), "")
	if err != nil {
		return err
	}
	there := make(map[string]bool, len(page.Records))
	for _, rec := range slices.Backward(page.Records) { // the oldest first
		there[rec.ID] = true
		if err := f.send(rec); err != nil {
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

// nextMissing chooses documents in turn, from the last requested one on.
func (f *feed) nextMissing(missed []string) []string {
	slices.Sort(missed)
	at, found := slices.BinarySearch(missed, f.asked)
	if found {
		at++
	}
	missed = slices.Concat(missed[at:], missed[:at])
	missed = missed[:min(len(missed), maxRefreshed)]
	if len(missed) > 0 {
		f.asked = missed[len(missed)-1]
	}
	return missed
}

// forget drops finished documents that the look did not return, and the oldest of
// those beyond maxFollowed. Documents that the look returned stay; otherwise the next
// look would send them as new.
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
	slices.Sort(old) // ids begin with their time (RFC 9562, section 5.7)
	for _, id := range old[:min(len(old), max(0, followed-maxFollowed))] {
		delete(f.known, id)
	}
}
