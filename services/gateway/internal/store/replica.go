package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
)

// processClass is the first key of the advisory locks on process numbers.
const processClass int32 = 0x646d70 // "dmp"

const (
	// holdProbe is the pause between two checks of the connection; a closed one is noticed at
	// once.
	holdProbe   = 15 * time.Second
	holdTimeout = 5 * time.Second
)

// Hold takes a number for this process on a separate connection and calls held with it. The
// database frees the number when the connection or the process ends. Hold returns an error if the
// connection is lost, and nil if ctx ends.
func (s *System) Hold(ctx context.Context, held func(number int32)) error {
	pooled, err := s.pool.Acquire(ctx)
	if err != nil {
		return fmt.Errorf("hold a process number: %w", err)
	}
	conn := pooled.Hijack()
	defer func() {
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), holdTimeout)
		defer cancel()
		_ = conn.Close(closing) // the lock is gone either way
	}()
	number, err := takeNumber(ctx, conn)
	if err != nil {
		return fmt.Errorf("hold a process number: %w", err)
	}
	held(number)
	if err := watch(ctx, conn); ctx.Err() == nil {
		return fmt.Errorf("process number %d: %w", number, err)
	}
	return nil
}

func takeNumber(ctx context.Context, conn *pgx.Conn) (number int32, err error) {
	if err := conn.QueryRow(ctx, `SELECT nextval('process_numbers')::int`).Scan(&number); err != nil {
		return 0, err
	}
	var locked bool
	err = conn.QueryRow(ctx, `SELECT pg_try_advisory_lock($1::int, $2::int)`, processClass, number).Scan(&locked)
	if err == nil && !locked {
		err = fmt.Errorf("number %d is taken", number) // the sequence went round
	}
	return number, err
}

// watch returns why the connection is broken, or that ctx has ended.
func watch(ctx context.Context, conn *pgx.Conn) error {
	for {
		waiting, cancel := context.WithTimeout(ctx, holdProbe)
		_, err := conn.WaitForNotification(waiting) // there are none; it waits for the end
		cancel()
		if err != nil && !errors.Is(err, context.DeadlineExceeded) {
			return err
		}
		probing, cancel := context.WithTimeout(ctx, holdTimeout)
		err = conn.Ping(probing)
		cancel()
		if err != nil {
			return err
		}
	}
}
