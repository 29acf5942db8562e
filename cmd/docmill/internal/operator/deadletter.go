package operator

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"golang.org/x/term"

	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/libs/bus"
)

// DeadLetters says which dead letters are meant. Tags are kong's.
type DeadLetters struct {
	Numbers []uint64 `arg:"" name:"number" optional:"" help:"Numbers of dead letters, as docmill deadletter list shows them."`
	About   string   `name:"about" help:"All about this document or batch, instead of numbers."`
	All     bool     `name:"all" help:"All dead letters, instead of numbers."`
}

// Validate rejects an empty or contradictory selection.
func (d DeadLetters) Validate() error {
	given := 0
	for _, is := range []bool{len(d.Numbers) > 0, d.About != "", d.All} {
		if is {
			given++
		}
	}
	if given != 1 {
		return errors.New("name dead letters by number, or those of a document with --about, or --all")
	}
	return validateAbout(d.About)
}

// validateAbout rejects an invalid id of a document or batch.
func validateAbout(about string) error {
	if strings.ContainsAny(about, ".*> \t") {
		return fmt.Errorf("--about: %q is no id of a document or batch", about)
	}
	return nil
}

// numbers returns the existing selected dead letters, and errors for the others, such as exitstatus.NotFound.
func (d DeadLetters) numbers(ctx context.Context, conn *bus.Conn) (there []uint64, err error) {
	var errs []error
	take := func(letter bus.DeadLetter, err error) {
		if err != nil {
			errs = append(errs, missing(err))
			return
		}
		there = append(there, letter.Seq)
	}
	if len(d.Numbers) == 0 {
		for letter, err := range conn.DeadLetters(ctx, d.About) {
			take(letter, err)
		}
	}
	for _, seq := range d.Numbers {
		take(conn.DeadLetter(ctx, seq))
	}
	return there, errors.Join(errs...)
}

func missing(err error) error {
	if errors.Is(err, bus.ErrNoDeadLetter) {
		return exitstatus.With(exitstatus.NotFound, fmt.Errorf("%w: see docmill deadletter list", err))
	}
	return err
}

// letterJSON is a dead letter in the output of --json.
type letterJSON struct {
	Number  uint64          `json:"number"`
	At      time.Time       `json:"at"`
	Stream  string          `json:"stream"`
	Subject string          `json:"subject"`
	Reason  string          `json:"reason"`
	Bytes   int             `json:"bytes"`
	Message json.RawMessage `json:"message,omitempty"` // if it is JSON
	Raw     []byte          `json:"raw,omitempty"`     // otherwise, in base64
}

func describe(l bus.DeadLetter) letterJSON {
	return letterJSON{Number: l.Seq, At: l.At.UTC(), Stream: l.Stream, Subject: l.Subject, Reason: l.Reason,
		Bytes: len(l.Data)}
}

// ListDeadLetters prints the dead letters, oldest first, without their messages: as lines, or as JSON
// lines.
type ListDeadLetters struct {
	About string `name:"about" help:"Only dead letters about this document or batch."`
	JSON  bool   `name:"json" help:"Print one JSON object per line."`
}

// Validate rejects an invalid id.
func (c ListDeadLetters) Validate() error { return validateAbout(c.About) }

// Do lists.
func (c ListDeadLetters) Do(ctx context.Context, s Session) error {
	w := tabwriter.NewWriter(s.Out, 0, 8, 2, ' ', 0)
	count, enc := 0, json.NewEncoder(s.Out)
	for letter, err := range s.DeadLetters(ctx, c.About) {
		if err != nil {
			return errors.Join(err, w.Flush())
		}
		if c.JSON {
			if err := enc.Encode(describe(letter)); err != nil {
				return err
			}
			continue
		}
		if count++; count == 1 {
			fmt.Fprintln(w, "NUMBER\tSINCE\tSTREAM\tBYTES\tSUBJECT\tREASON")
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%d\t%s\t%s\n", letter.Seq, letter.At.UTC().Format(time.DateTime),
			printable(letter.Stream), len(letter.Data), printable(letter.Subject), printable(letter.Reason))
	}
	if count == 0 && !c.JSON {
		fmt.Fprintln(w, "There are no dead letters.")
	}
	return w.Flush()
}

// ShowDeadLetter prints one with its message, which may contain text of a customer's document.
type ShowDeadLetter struct {
	Number uint64 `arg:"" help:"Its number, as docmill deadletter list shows it."`
	JSON   bool   `name:"json" help:"Print a JSON object."`
}

// Do shows.
func (c ShowDeadLetter) Do(ctx context.Context, s Session) error {
	letter, err := s.DeadLetter(ctx, c.Number)
	if err != nil {
		return missing(err)
	}
	if c.JSON {
		shown := describe(letter)
		if json.Valid(letter.Data) {
			shown.Message = letter.Data
		} else {
			shown.Raw = letter.Data
		}
		enc := json.NewEncoder(s.Out)
		enc.SetIndent("", "  ")
		return enc.Encode(shown)
	}
	_, err = fmt.Fprintf(s.Out,
		"number   %d\nsince    %s\nstream   %s\nsubject  %s\nreason   %s\nbytes    %d\n\n%s\n", letter.Seq,
		letter.At.UTC().Format(time.DateTime), printable(letter.Stream), printable(letter.Subject),
		printable(letter.Reason), len(letter.Data), body(letter.Data))
	return err
}

// body formats a message for a terminal: as indented JSON, or as quoted bytes.
func body(data []byte) string {
	if json.Valid(data) {
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetIndent("", "  ")
		if enc.Encode(json.RawMessage(data)) == nil {
			lines := strings.Split(strings.TrimRight(b.String(), "\n"), "\n")
			for i, line := range lines {
				lines[i] = printable(line)
			}
			return strings.Join(lines, "\n")
		}
	}
	return fmt.Sprintf("%q", data)
}

// printable replaces terminal control characters.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

// RetryDeadLetters publishes the selected ones again on their original subjects and removes them. Errors do
// not affect the others. It ignores new ones, such as retried messages that failed again.
type RetryDeadLetters struct{ DeadLetters }

// Do retries.
func (c RetryDeadLetters) Do(ctx context.Context, s Session) error {
	numbers, err := c.numbers(ctx, s.Conn)
	errs := []error{err}
	for _, seq := range numbers {
		// A message has megabytes at most; all of them together would not fit into memory.
		letter, err := s.DeadLetter(ctx, seq)
		if err == nil {
			err = s.RetryDeadLetter(ctx, letter)
		}
		if err == nil {
			_, err = fmt.Fprintf(s.Out, "retried  %d  %s\n", letter.Seq, letter.Subject)
		}
		errs = append(errs, missing(err))
	}
	return errors.Join(errs...)
}

// confirm asks a question and reads a line; everything except y or yes means no.
func (s Session) confirm(question string) (bool, error) {
	if _, err := fmt.Fprintf(s.Err, "%s [y/N] ", question); err != nil {
		return false, err
	}
	answer, err := bufio.NewReader(s.In).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return false, fmt.Errorf("read the answer: %w", err)
	}
	answer = strings.ToLower(strings.TrimSpace(answer))
	return answer == "y" || answer == "yes", nil
}

// DropDeadLetters permanently removes the selected ones, after a confirmation.
type DropDeadLetters struct {
	DeadLetters
	Yes bool `name:"yes" short:"y" help:"Do not ask for confirmation."`
}

// Validate rejects an invalid selection, and a confirmation without a terminal.
func (c DropDeadLetters) Validate() error {
	if err := c.DeadLetters.Validate(); err != nil {
		return err
	}
	if !c.Yes && !term.IsTerminal(int(os.Stdin.Fd())) {
		return errors.New("drop asks before it removes, and standard input is no terminal: --yes is needed")
	}
	return nil
}

// Do drops.
func (c DropDeadLetters) Do(ctx context.Context, s Session) error {
	numbers, err := c.numbers(ctx, s.Conn)
	if len(numbers) == 0 {
		return err
	}
	errs := []error{err}
	if !c.Yes {
		sure, err := s.confirm(fmt.Sprintf("Remove %d dead letters for good?", len(numbers)))
		if err == nil && !sure {
			err = errors.New("nothing was removed")
		}
		if err != nil {
			return errors.Join(append(errs, err)...)
		}
	}
	for _, seq := range numbers {
		if err := s.DropDeadLetter(ctx, seq); err != nil {
			errs = append(errs, missing(err))
			continue
		}
		fmt.Fprintf(s.Out, "dropped  %d\n", seq)
	}
	return errors.Join(errs...)
}
