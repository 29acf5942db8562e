package documents_test

import (
	"testing"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/documents"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func FuzzCursor(f *testing.F) {
	good, err := documents.EncodeCursor(store.Position{
		AcceptedAt: time.Date(2026, 11, 20, 10, 15, 30, 123456000, time.UTC),
		DocumentID: "ext_01a1fbb1-f619-702d-ab8e-175983fb8686",
	})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{good, "", good + "A", good[1:], good + "=", "MQ", "next"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, cursor string) {
		p, err := documents.DecodeCursor(cursor)
		if err != nil {
			return
		}
		again, err := documents.EncodeCursor(p)
		if err != nil || again != cursor {
			t.Errorf("%q is taken for %q (%v)", cursor, again, err)
		}
	})
}

func TestInvalidCursor(t *testing.T) {
	t.Parallel()
	good, err := documents.EncodeCursor(
		store.Position{AcceptedAt: time.UnixMicro(1), DocumentID: "ext_01a1fbb1-f619-702d-ab8e-175983fb8686"})
	if err != nil {
		t.Fatal(err)
	}
	for i := range good {
		changed := []byte(good)
		changed[i] ^= 1
		if _, err := documents.DecodeCursor(string(changed)); err == nil {
			t.Errorf("changed at %d: %s", i, changed)
		}
	}
	if p, err := documents.DecodeCursor(good); err != nil || p.AcceptedAt.UnixMicro() != 1 {
		t.Errorf("%+v, %v", p, err)
	}
}
