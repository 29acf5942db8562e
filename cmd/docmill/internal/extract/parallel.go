package extract

import (
	"context"
	"sync"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/contract"
)

// inParallel extracts the documents, some concurrently, and calls emit with their records one by one: in
// the order of the documents, or of their end. It stops at the first error of emit and at the end of ctx.
func inParallel(
	outer context.Context, x Extractor, documents []input.Document, ordered bool,
	emit func(input.Document, contract.Record) error,
) error {
	ctx, cancel := context.WithCancelCause(outer)
	defer cancel(nil)
	type ended struct {
		index  int
		record contract.Record
	}
	next, done := make(chan int), make(chan ended)
	var workers sync.WaitGroup
	for range min(x.Workers(), len(documents)) {
		workers.Go(func() {
			for i := range next {
				select {
				case done <- ended{i, x.Extract(ctx, documents[i])}:
				case <-ctx.Done():
				}
			}
		})
	}
	go func() {
		defer close(done)
		defer workers.Wait()
		defer close(next)
		for i := range documents {
			select {
			case next <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	waiting := map[int]contract.Record{}
	first := 0 // the document whose turn it is
	for e := range done {
		if ctx.Err() != nil {
			continue // work in progress is finished
		}
		if !ordered {
			if err := emit(documents[e.index], e.record); err != nil {
				cancel(err)
			}
			continue
		}
		waiting[e.index] = e.record
		for r, ok := waiting[first]; ok && ctx.Err() == nil; r, ok = waiting[first] {
			delete(waiting, first)
			if err := emit(documents[first], r); err != nil {
				cancel(err)
			}
			first++
		}
	}
	if err := outer.Err(); err != nil {
		return err // its cause, a signal, says less
	}
	return context.Cause(ctx)
}
