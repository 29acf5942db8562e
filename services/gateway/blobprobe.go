package gateway

import (
	"context"
	"crypto/rand"
	"sync"
	"time"

	"github.com/docmill/docmill/libs/blob"
	"github.com/docmill/docmill/services/gateway/internal/documents/intake"
)

const (
	// probeBytes is the size of a probe: a full disk often has room for less.
	probeBytes = 64 << 10
	// probeFresh is how long a successful probe counts: each one is a write.
	probeFresh = 10 * time.Second
)

// blobProbe finds out whether the object store takes files.
type blobProbe struct {
	store *blob.Store
	key   string

	mu    sync.Mutex
	until time.Time
}

// newBlobProbe probes with an object among the uploads, where the janitor removes it if a probe breaks off.
func newBlobProbe(store *blob.Store) *blobProbe {
	return &blobProbe{store: store, key: intake.KeyPrefix + "readiness-" + rand.Text()}
}

// check writes an object and removes it.
func (p *blobProbe) check(ctx context.Context) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Now().Before(p.until) {
		return nil
	}
	if err := p.store.PutBytes(ctx, p.key, make([]byte, probeBytes)); err != nil {
		return err
	}
	p.until = time.Now().Add(probeFresh)
	return p.store.Delete(ctx, p.key)
}
