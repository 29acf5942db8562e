package extract

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

// gated extracts a document when permitted.
type gated struct {
	open  map[string]chan struct{}
	begun atomic.Int32
}

func (g *gated) Workers() int { return 2 }

func (g *gated) Close() {}

func (g *gated) Extract(ctx context.Context, d input.Document) contract.Record {
	g.begun.Add(1)
	select {
	case <-g.open[d.Name]:
	case <-ctx.Done():
	}
	return contract.Record{ID: d.Name}
}

func documents(n int) (docs []input.Document, g *gated) {
	g = &gated{open: map[string]chan struct{}{}}
	for i := range n {
		name := fmt.Sprint(i)
		docs, g.open[name] = append(docs, input.Document{Name: name}), make(chan struct{})
	}
	return docs, g
}

func TestRecordOrder(t *testing.T) {
	t.Parallel()
	for ordered, want := range map[bool][]string{true: {"0", "1", "2"}, false: {"1", "2", "0"}} {
		docs, g := documents(3)
		close(g.open["1"])
		var got []string
		seen := make(chan string, 3)
		ended := make(chan error, 1)
		go func() {
			ended <- inParallel(t.Context(), g, docs, ordered, func(d input.Document, r contract.Record) error {
				assert.Equal(t, d.Name, r.ID, "record's file")
				got = append(got, r.ID)
				seen <- r.ID
				return nil
			})
		}()
		if !ordered {
			<-seen // 1
			close(g.open["2"])
			<-seen
			close(g.open["0"])
		} else {
			close(g.open["2"])
			close(g.open["0"])
		}
		err := <-ended
		assert.True(t, err == nil && slices.Equal(got, want), "ordered", ordered, got, err)
	}
}

func TestStopOnError(t *testing.T) {
	t.Parallel()
	docs, g := documents(100)
	close(g.open["0"])
	full := errors.New("disk full")
	if err := inParallel(t.Context(), g, docs, true, func(input.Document, contract.Record) error { return full }); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	n := g.begun.Load()
	assert.True(t, n <= 5, n, "were begun")
	docs, g = documents(100)
	close(g.open["0"])
	ctx, cancel := context.WithCancel(t.Context())
	err := inParallel(ctx, g, docs, false, func(input.Document, contract.Record) error {
		cancel()
		return nil
	})
	assert.ErrorIs(t, err, context.Canceled)
}
