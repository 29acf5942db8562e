package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"golang.org/x/term"

	"github.com/docmill/docmill/cmd/docmill/internal/operator"
	"github.com/docmill/docmill/libs/bus"
)

type deadLetterCommand struct {
	List  deadLetterList  `cmd:"" help:"List messages that no service could process."`
	Show  deadLetterShow  `cmd:"" help:"Show one with its message, which may contain text of a document."`
	Retry deadLetterRetry `cmd:"" help:"Publish messages again on their original subjects."`
	Drop  deadLetterDrop  `cmd:"" help:"Remove messages for good."`
}

type deadLetterList struct {
	operator.Target
	About string `name:"about" help:"Only dead letters about this document or batch."`
	JSON  bool   `name:"json" help:"Print one JSON object per line."`
}

// Validate rejects an invalid id.
func (c deadLetterList) Validate() error { return operator.ValidateAbout(c.About) }

func (c deadLetterList) Run(ctx context.Context) error {
	return connected(ctx, c.Connect, func(conn *bus.Conn) error {
		return operator.ListDeadLetters(ctx, conn, os.Stdout, c.About, c.JSON)
	})
}

type deadLetterShow struct {
	operator.Target
	Number uint64 `arg:"" help:"Its number, as docmill deadletter list shows it."`
	JSON   bool   `name:"json" help:"Print a JSON object."`
}

func (c deadLetterShow) Run(ctx context.Context) error {
	return connected(ctx, c.Connect, func(conn *bus.Conn) error {
		return operator.ShowDeadLetter(ctx, conn, os.Stdout, c.Number, c.JSON)
	})
}

type deadLetterRetry struct {
	operator.Target
	operator.DeadLetters
}

// Validate rejects an invalid selection.
func (c deadLetterRetry) Validate() error { return c.DeadLetters.Validate() }

func (c deadLetterRetry) Run(ctx context.Context) error {
	return connected(ctx, c.Connect, func(conn *bus.Conn) error {
		return operator.RetryDeadLetters(ctx, conn, os.Stdout, c.DeadLetters)
	})
}

type deadLetterDrop struct {
	operator.Target
	operator.DeadLetters
	Yes bool `name:"yes" short:"y" help:"Do not ask for confirmation."`
}

// Validate rejects an invalid selection, and a confirmation without a terminal.
func (c deadLetterDrop) Validate() error {
	if err := c.DeadLetters.Validate(); err != nil {
		return err
	}
	if !c.Yes && !term.IsTerminal(int(os.Stdin.Fd())) {
		return errors.New("drop asks before it removes, and standard input is no terminal: --yes is needed")
	}
	return nil
}

func (c deadLetterDrop) Run(ctx context.Context) error {
	sure := func(count int) (bool, error) {
		if c.Yes {
			return true, nil
		}
		yes, err := operator.Confirm(os.Stdin, os.Stderr, fmt.Sprintf("Remove %d dead letters for good?", count))
		if err == nil && !yes {
			err = errors.New("nothing was removed")
		}
		return yes, err
	}
	return connected(ctx, c.Connect, func(conn *bus.Conn) error {
		return operator.DropDeadLetters(ctx, conn, os.Stdout, c.DeadLetters, sure)
	})
}
