// Package lifecycle runs the parts of a process. It starts them in order, each after the previous one is ready, and
// stops them in reverse order, so that a part that accepts work ends before its dependencies. It also has the admin
// port.
package lifecycle

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// Service is a part that runs until its context ends and then drains.
type Service interface {
	// Run blocks. It returns nil after a clean stop.
	Run(ctx context.Context) error
	// Ready is closed when the service serves.
	Ready() <-chan struct{}
	// Check returns an error if a dependency does not answer.
	Check(ctx context.Context) error
}

// Noted is a Service with a note for the operator.
type Noted interface {
	// Note returns one line, or "" for none.
	Note() string
}

// Requirer is a Service that cannot do its work while a dependency fails: the
// process is not ready then.
type Requirer interface {
	// Requirements are the checks of these dependencies, by name.
	Requirements() map[string]func(context.Context) error
}

// Part is a named Service of a process.
type Part struct {
	Name    string
	Service Service
}

// ErrStopTimeout is returned for a part that did not drain in time.
var ErrStopTimeout = errors.New("did not stop in time")

// Group runs parts together.
type Group struct {
	Log *slog.Logger
	// StopTimeout is how long each part may drain.
	StopTimeout time.Duration
	// OnReady is called when all parts are ready, OnDrain when they begin to stop.
	OnReady, OnDrain func()
}

type running struct {
	name   string
	cancel context.CancelFunc
	done   chan error // receives Run's result once
}

// Run starts the parts in order and blocks until ctx ends or a part fails, then stops them in reverse order. A part
// that ends by itself has failed: the supervisor of the process must restart it.
func (g Group) Run(ctx context.Context, parts ...Part) error {
	failed := make(chan error, len(parts))
	var up []*running
	var err error
	for _, p := range parts {
		r := start(p, failed)
		up = append(up, r)
		if err = awaitReady(ctx, p, failed); err != nil {
			break
		}
		g.Log.Debug("part is ready", "part", p.Name)
	}
	if err == nil && ctx.Err() == nil {
		if g.OnReady != nil {
			g.OnReady()
		}
		select {
		case <-ctx.Done():
		case err = <-failed:
			g.Log.Error("a part failed, stopping all", "error", err)
		}
	}
	if g.OnDrain != nil {
		g.OnDrain()
	}
	return errors.Join(err, g.stop(up))
}

// start runs the part with a separate context: the end of the parent must not stop all parts at once, in any order.
func start(p Part, failed chan<- error) *running {
	ctx, cancel := context.WithCancel(context.Background())
	r := &running{name: p.Name, cancel: cancel, done: make(chan error, 1)}
	go func() {
		err := p.Service.Run(ctx)
		if ctx.Err() == nil {
			if err == nil {
				err = errors.New("ended by itself")
			}
			err = fmt.Errorf("%s: %w", p.Name, err)
			failed <- err
			r.done <- nil // reported already
			return
		}
		r.done <- err
	}()
	return r
}

func awaitReady(ctx context.Context, p Part, failed <-chan error) error {
	select {
	case <-p.Service.Ready():
		return nil
	case err := <-failed:
		return err
	case <-ctx.Done():
		return nil
	}
}

func (g Group) stop(up []*running) error {
	var errs []error
	for i := len(up) - 1; i >= 0; i-- {
		r := up[i]
		r.cancel()
		select {
		case err := <-r.done:
			if err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", r.name, err))
			}
		case <-time.After(g.StopTimeout):
			errs = append(errs, fmt.Errorf("%s: %w", r.name, ErrStopTimeout))
		}
		g.Log.Debug("part stopped", "part", r.name)
	}
	return errors.Join(errs...)
}
