package cursor_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
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
		assert.NoError(t, err)
		assert.Equal(t, again, text)
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
		_, err := cursor.Document(string(changed))
		assert.Error(t, err, "changed at", i, string(changed))
	}
	p, err := cursor.Document(good)
	assert.True(t, err == nil && p.AcceptedAt.UnixMicro() == 1, p, err)
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
		again, err := cursor.OfLayout(id)
		assert.True(t, err == nil && again == text, text, "is taken for", id, "whose cursor is", again, err)
	})
}
