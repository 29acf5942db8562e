package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func ids(documents []model.Document) []string {
	all := make([]string, len(documents))
	for i, d := range documents {
		all[i] = d.ID
	}
	return all
}

func TestWatch(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	all := acceptMany(t, s, account, 4)
	others := acceptMany(t, s, gatewaytest.Account(), 1)
	for _, id := range all[:3] {
		end(t, s, id, "")
	}
	testkit.Exec(t, pool,
		`UPDATE documents SET accepted_at = accepted_at - interval '1 hour' WHERE 'ext_' || id::text = ANY($1)`, all[:2])
	watched, err := s.Watch(t.Context(), account, time.Now().Add(-time.Minute), []string{all[0], others[0], "ext_x"}, 10)
	require.NoError(t, err)
	got := ids(watched)
	slices.Sort(got)
	want := []string{all[0], all[2], all[3]} // asked for, new, and open
	slices.Sort(want)
	assert.EqualSlices(t, got, want, "watched")
	assert.True(t, watched[0].Fields == nil && len(watched) == 3, "fields", string(watched[0].Fields))
}

func TestSearchText(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	a := gatewaytest.Acceptance(account)
	a.Document.FileName = "Rechnung 100%.PDF"
	id := accept(t, s, a)
	find := func(text string) int { return len(list(t, s, account, model.Filter{Text: text}, nil, 10)) }
	assert.True(t, find("rechnung") == 1 && find("119.00") == 0, "a document under way is found by its name alone")
	end(t, s, id, "")
	_, err := s.Correct(t.Context(), correction(account, id, map[string]*string{"vendorName": ptr("Müller \\ Söhne")}),
		store.Stored{})
	require.NoError(t, err)
	for text, want := range map[string]int{
		"119.00": 1, "  MÜLLER \\ s ": 1, "100%": 1, "%": 1, "_": 0, "vendorName": 0, "\x00": 0, "": 1,
		strings.Repeat("x", 200): 0,
	} {
		assert.Equal(t, find(text), want, text, "finds")
	}
	assert.Equal(t, len(list(t, s, gatewaytest.Account(), model.Filter{Text: "119"}, nil, 10)), 0,
		"another account finds")
}

func TestListCorrections(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	a := gatewaytest.Acceptance(gatewaytest.Account())
	account, id := a.Principal.AccountID, accept(t, s, a)
	end(t, s, id, "")
	for _, value := range []*string{ptr("120.00"), nil} {
		c := correction(account, id, map[string]*string{"total": value})
		c.By = "user_1"
		_, err := s.Correct(t.Context(), c, store.Stored{})
		require.NoError(t, err)
	}
	said, err := s.ListCorrections(t.Context(), account, id, 10)
	if err != nil || len(said) != 2 || said[0].Value != nil || *said[1].Value != "120.00" || said[0].By != "user_1" ||
		said[0].Path != "total" ||
		said[0].At.Before(said[1].At) {
		t.Errorf("%+v, %v", said, err)
	}
	for _, who := range []string{gatewaytest.Account(), ""} {
		said, err := s.ListCorrections(t.Context(), who, id, 10)
		assert.True(t, err == nil && len(said) == 0, "another account", said, err)
	}
}

func TestListBatches(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	var made []string
	for n := range 3 {
		made = append([]string{acceptBatch(t, s, gatewaytest.Batch(account, n+1)).ID}, made...)
	}
	acceptBatch(t, s, gatewaytest.Batch(gatewaytest.Account(), 2))
	listed := func(before string, limit int) (found []string) {
		t.Helper()
		batches, err := s.ListBatches(t.Context(), account, before, limit)
		require.NoError(t, err)
		for _, b := range batches {
			assert.True(t, len(b.Entries) == b.Total && b.Entries[0].Index == 0,
				b.ID, "has", len(b.Entries), "entries of", b.Total)
			found = append(found, b.ID)
		}
		return found
	}
	assert.EqualSlices(t, listed("", 10), made)
	assert.EqualSlices(t, listed(made[0], 1), made[1:2], "after the first")
	assert.Empty(t, listed(made[2], 1), "after the last")
}
