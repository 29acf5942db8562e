package sandbox

import (
	"context"
	"sync"
)

// spares are the unused children. Config.Spares of them are ready or being
// started at any time; nil stands for one that could not be started, which the
// next job tries again.
type spares struct {
	pool       *Pool
	ready      chan *child
	background sync.WaitGroup // starts
}

// newSpares begins with one child.
func newSpares(p *Pool, first *child) *spares {
	s := &spares{pool: p, ready: make(chan *child, max(1, p.cfg.Spares))}
	s.ready <- first
	for range p.cfg.Spares - 1 {
		s.background.Go(s.refill)
	}
	return s
}

// take returns an unused child and has another started in its place.
func (s *spares) take(ctx context.Context) (*child, error) {
	c, err := s.next(ctx)
	switch {
	case err != nil:
		return nil, err
	case c != nil && c.alive():
		s.replace()
		return c, nil
	case c != nil:
		s.pool.living.retire(c) // it died while it waited
	}
	c, err = s.pool.start(ctx)
	if err == nil {
		s.replace()
	} else if s.pool.cfg.Spares > 0 {
		s.ready <- nil
	}
	return c, err
}

// next waits for an unused child, if there will be one.
func (s *spares) next(ctx context.Context) (*child, error) {
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

// replace has a child started for one that was taken.
func (s *spares) replace() {
	if s.pool.cfg.Spares > 0 {
		s.background.Go(s.refill)
	}
}

func (s *spares) refill() {
	c, err := s.pool.start(s.pool.ctx)
	if err != nil && s.pool.ctx.Err() == nil {
		s.pool.cfg.Log.Error("could not start a child process, the next job tries again", "error", err)
	}
	s.ready <- c
}

// close ends all of them. The pool is closed already, and has no job under way.
func (s *spares) close() {
	s.background.Wait()
	for {
		select {
		case c := <-s.ready:
			if c != nil {
				s.pool.living.retire(c)
			}
		default:
			return
		}
	}
}
