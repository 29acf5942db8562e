package cursor_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/documents/cursor"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func FuzzCursor(f *testing.F) {
	good, err := cursor.OfDocument(store.Position{
		AcceptedAt: time.Date(2026, 11, 20, 10, 15, 30, 123456000, time.UTC),
		DocumentID: "ext_01a1fbb1-f619-702d-ab8e-175983fb8686",
	})
	require.NoError(f, err)
	for _, seed := range []string{good, "", good + "A", good[1:], good + "=", "MQ", "next"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := cursor.Document(text)
		if err != nil {
			return
		}
		again, err := cursor.OfDocument(p)
		if err != nil || again != text {
			t.Errorf("%q is taken for %q (%v)", text, again, err)
		}
	})
}

func TestInvalidCursor(t *testing.T) {
	t.Parallel()
	good, err := cursor.OfDocument(
		store.Position{AcceptedAt: time.UnixMicro(1), DocumentID: "ext_01a1fbb1-f619-702d-ab8e-175983fb8686"})
	require.NoError(t, err)
	for i := range good {
		changed := []byte(good)
		changed[i] ^= 1
		if _, err := cursor.Document(string(changed)); err == nil {
			t.Errorf("changed at %d: %s", i, changed)
		}
	}
	if p, err := cursor.Document(good); err != nil || p.AcceptedAt.UnixMicro() != 1 {
		t.Errorf("%+v, %v", p, err)
	}
}

// Only cursors from a list are accepted.
func FuzzLayoutCursor(f *testing.F) {
	good, err := cursor.OfLayout("01a1fbb1-f619-702d-ab8e-175983fb8686")
	require.NoError(f, err)
	for _, seed := range []string{good, good[1:], good + "=", "", "\x00"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := cursor.Layout(text)
		if err != nil {
			return
		}
		if again, err := cursor.OfLayout(id); err != nil || again != text {
			t.Errorf("%q is taken for %s, whose cursor is %q, %v", text, id, again, err)
		}
	})
}
