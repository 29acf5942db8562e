package dashboard_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard"
	"github.com/docmill/docmill/services/gateway/internal/web/dashboard/languages"
)

// waiting is an account whose documents wait, the newest first. It answers as the
// documents service does, and counts what it is asked.
type waiting struct {
	dashboard.Documents
	all              []contract.Record
	statements, most int
}

func (w *waiting) accept(n int) {
	for range n {
		k := len(w.all)
		w.all = slices.Insert(w.all, 0, contract.Record{
			ID: fmt.Sprintf("ext_%08d-0000-7000-8000-000000000000", k), Status: contract.StatusQueued,
			CreatedAt: contract.Time{Time: time.Unix(int64(k), 0)}, Data: []byte("null"),
		})
	}
}

// at is the number of the document that was the nth to be accepted, from 0.
func (w *waiting) at(n int) int { return len(w.all) - 1 - n }

func (w *waiting) Watch(
	_ context.Context, _ string, since time.Time, ids []string,
) (found []contract.Record, _ error) {
	w.statements++
	for _, r := range w.all {
		if len(found) < 500 && (!r.Status.Ended() || r.CreatedAt.After(since) || slices.Contains(ids, r.ID)) {
			found = append(found, r)
		}
	}
	return found, nil
}

func (w *waiting) List(
	_ context.Context, _ string, f model.Filter, limit int, _ string,
) (page model.Page, _ error) {
	w.statements++
	w.most = max(w.most, len(f.IDs))
	for _, r := range w.all {
		if len(page.Records) < limit && slices.Contains(f.IDs, r.ID) {
			page.Records = append(page.Records, r)
		}
	}
	return page, nil
}

func (w *waiting) Record(_ context.Context, _, id string) (contract.Record, error) {
	w.statements++
	return contract.Record{ID: id}, nil
}

func look(t *testing.T, f *dashboard.Feed, w *waiting) string {
	t.Helper()
	w.statements = 0
	written, err := f.Look()
	if err != nil {
		t.Fatal(err)
	}
	if w.statements > 2 {
		t.Fatalf("a look takes %d statements", w.statements)
	}
	return written
}

// However many documents come while a page is open, a look costs two statements and
// the newest alone are followed.
func TestAStreamFollowsTheNewestOfManyDocuments(t *testing.T) {
	t.Parallel()
	w := &waiting{}
	w.accept(1)
	f := dashboard.NewFeed(t.Context(), w, languages.English())
	for range 10 {
		w.accept(200)
		look(t, f, w)
		if n := f.Known(); n > dashboard.MaxFollowed {
			t.Fatalf("%d documents are followed", n)
		}
	}
	if w.most > dashboard.MaxAskedAfter {
		t.Errorf("a look asks for %d documents", w.most)
	}
	if again := look(t, f, w); again != "" {
		t.Errorf("nothing has changed, and it writes %.200s", again)
	}
	w.all[w.at(0)].Status = contract.StatusCompleted // dropped
	w.all[0].Status = contract.StatusCompleted
	written := look(t, f, w)
	if !strings.Contains(written, w.all[0].ID) || strings.Contains(written, w.all[w.at(0)].ID) {
		t.Errorf("of the newest and the oldest it writes %.400s", written)
	}
}

// What a page shows is followed to its end, however much has come since.
func TestAStreamFollowsWhatItsPageShows(t *testing.T) {
	t.Parallel()
	w := &waiting{}
	w.accept(200)
	var shown []string
	for _, r := range w.all {
		shown = append(shown, r.ID)
	}
	f := dashboard.NewFeed(t.Context(), w, languages.English(), shown...)
	for range 5 {
		w.accept(300)
		look(t, f, w)
	}
	ended, gone := w.all[w.at(150)].ID, w.all[w.at(20)].ID
	w.all[w.at(150)].Status = contract.StatusCompleted
	w.all = slices.Delete(w.all, w.at(20), w.at(20)+1)
	var written strings.Builder
	for range 8 { // 200 shown and 500 followed, 100 a look
		written.WriteString(look(t, f, w))
	}
	for _, want := range []string{
		`"id":"` + ended + `"`, `"state":"completed"`, "event: deleted\ndata: {\"id\":\"" + gone + `"}`,
	} {
		if strings.Count(written.String(), want) != 1 {
			t.Errorf("%q is not written once: %.400s", want, written.String())
		}
	}
}
