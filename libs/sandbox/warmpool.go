package sandbox

import (
	"context"
	"sync"
)

// warmPool holds Config.Spares unused children, ready or starting; nil is a failed one that the next job starts.
type warmPool struct {
	pool       *Pool
	ready      chan *child
	background sync.WaitGroup // starts
}

func newWarmPool(p *Pool, first *child) *warmPool {
	s := &warmPool{pool: p, ready: make(chan *child, max(1, p.cfg.Spares))}
	s.ready <- first
	for range p.cfg.Spares - 1 {
		s.background.Go(s.refill)
	}
	return s
}

// take returns an unused child and starts another to replace it.
func (s *warmPool) take(ctx context.Context) (*child, error) {
	c, err := s.next(ctx)
	switch {
	case err != nil:
		return nil, err
	case c != nil && c.alive():
		s.replace()
		return c, nil
	case c != nil:
		s.pool.active.retire(c) // it ended while it was unused
	}
	c, err = s.pool.start(ctx)
	if err == nil {
		s.replace()
	} else if s.pool.cfg.Spares > 0 {
		s.ready <- nil
	}
	return c, err
}

// next waits for an unused child if the pool keeps some.
func (s *warmPool) next(ctx context.Context) (*child, error) {
	if s.pool.cfg.Spares == 0 {
		select {
		case c := <-s.ready:
			return c, nil
		default:
			return nil, nil
		}
	}
	select {
	case c := <-s.ready:
		return c, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-s.pool.ctx.Done():
		return nil, ErrClosed
	}
}

func (s *warmPool) replace() {
	if s.pool.cfg.Spares > 0 {
		s.background.Go(s.refill)
	}
}

func (s *warmPool) refill() {
	c, err := s.pool.start(s.pool.ctx)
	if err != nil && s.pool.ctx.Err() == nil {
		s.pool.cfg.Log.Error("could not start a child process, the next job tries again", "error", err)
	}
	s.ready <- c
}

// close ends all of them. The pool is closed already, and no job is in progress.
func (s *warmPool) close() {
	s.background.Wait()
	for {
		select {
		case c := <-s.ready:
			if c != nil {
				s.pool.active.retire(c)
			}
		default:
			return
		}
	}
}
