package world

import (
	"context"
	"fmt"
	"os"
	"time"

	"github.com/docmill/docmill/libs/embedded/pgd"
	"github.com/docmill/docmill/tests/chaos/fault"
)

// Happen has a fault begin and returns. It is over by itself, or by Heal.
func (w *World) Happen(f fault.Fault) {
	r := w.replicas[f.Service]
	link := r.links[f.Server]
	w.running.Go(func() {
		switch f.Kind {
		case fault.Kill:
			r.kill(f.For / 2)
		case fault.Stop:
			r.stop(f.For)
		case fault.NATS, fault.Wipe:
			w.note(w.restartNATS(f))
		case fault.Postgres:
			w.note(w.restartPostgres(f.For / 2))
		case fault.Objects:
			w.note(w.restartObjects(f.For / 2))
		case fault.Redeliver:
			w.messages.again()
		case fault.Clock:
			w.note(w.shift(r, f))
		case fault.Full:
			w.note(w.FillDisk(f.Disk, func() { time.Sleep(f.For) }))
		case fault.Upgrade:
			w.note(r.asFormer(w.former, f.For))
		default:
			impede(link, f)
		}
	})
}

// Where describes the part that a fault affects.
func (w *World) Where(f fault.Fault) string {
	switch f.Kind {
	case fault.NATS, fault.Wipe, fault.Postgres, fault.Objects, fault.Redeliver:
		return f.String()
	case fault.Clock:
		of := fmt.Sprintf("%s %d", w.replicas[f.Service].name, f.Service)
		if f.Database {
			of = "postgres"
		}
		return fmt.Sprintf("%s: %s by %s", f, of, f.Offset)
	case fault.Full:
		return fmt.Sprintf("%s: %s", f, f.Disk)
	case fault.Kill, fault.Stop, fault.Upgrade:
		return fmt.Sprintf("%s: %s %d", f, w.replicas[f.Service].name, f.Service)
	}
	server := []string{"nats", "postgres", "objects"}[f.Server]
	return fmt.Sprintf("%s: %s %d to %s", f, w.replicas[f.Service].name, f.Service, server)
}

func impede(l *fault.Link, f fault.Fault) {
	switch f.Kind {
	case fault.Cut:
		l.CutAfter(f.Bytes)
	case fault.Refuse:
		l.Refuse()
	case fault.Partition:
		l.Hold(fault.ToServer, fault.FromServer)
	case fault.HalfOpen:
		l.Hold(f.Way)
	case fault.Slow:
		l.Slow(f.Delay)
	}
	time.Sleep(f.For)
	l.Heal()
}

// shift sets a wall clock wrong for a while. Only one clock is wrong at a time.
func (w *World) shift(r *replica, f fault.Fault) error {
	w.clockLock.Lock()
	defer w.clockLock.Unlock()
	c := r.clock
	if f.Database {
		c = w.pgClock
	}
	if err := c.Set(f.Offset); err != nil {
		return err
	}
	time.Sleep(f.For)
	return c.Set(0)
}

// Heal waits for the end of all faults and until everything is ready again.
func (w *World) Heal() error {
	w.running.Wait()
	for _, r := range w.replicas {
		for _, l := range r.links {
			l.Heal()
		}
	}
	if err := w.AwaitReady(); err != nil {
		return err
	}
	var err error
	w.open, err = w.unfinished(context.Background())
	return err
}

func (w *World) note(err error) {
	if err == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.errs = append(w.errs, err)
}

func (w *World) restartNATS(f fault.Fault) error {
	w.natsLock.Lock()
	defer w.natsLock.Unlock()
	w.nats.kill()
	if f.Kind == fault.Wipe {
		if err := os.RemoveAll(w.nats.settings.Dir); err != nil {
			return err
		}
	}
	time.Sleep(f.For / 2)
	return w.nats.start()
}

func (w *World) restartObjects(away time.Duration) error {
	w.objectsLock.Lock()
	defer w.objectsLock.Unlock()
	w.objects.kill()
	time.Sleep(away)
	return w.objects.start()
}

// restartPostgres stops the server without a checkpoint (SIGQUIT), so that it recovers from its log.
func (w *World) restartPostgres(away time.Duration) error {
	w.pgLock.Lock()
	defer w.pgLock.Unlock()
	atOnce, cancel := context.WithCancel(context.Background())
	cancel()
	_ = w.pg.Stop(atOnce) // it says that it was not asked gently
	time.Sleep(away)
	return w.startPostgres()
}

func (w *World) startPostgres() error {
	_ = w.pg.Stop(context.Background()) // it has ended; its folder is let go of
	pg, err := pgd.Start(context.Background(), w.pgConfig)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.pg = pg
	return nil
}
