// Package learn implements `docmill learn`: it teaches labeled documents to an account of a running
// service, through its API.
package learn

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/remote"
	"github.com/docmill/docmill/engine/eval"
)

// Command is `docmill learn`. Tags are kong's.
type Command struct {
	Folder      string   `arg:"" help:"Folder with a manifest.jsonl, as for docmill eval; format: docs/evaluating.md."`
	Collections []string `name:"collections" placeholder:"NAME,…" help:"Only these collections."`
	Server      string   `name:"server" env:"DOCMILL_URL" required:"" placeholder:"URL" help:"The running service."`
	APIKey      string   `name:"api-key" aliases:"key" env:"DOCMILL_API_KEY" required:"" help:"Key of the account to teach."`
	Workers     int      `name:"workers" default:"4" help:"Concurrent documents."`
}

// Help is shown below the usage.
func (Command) Help() string {
	return `Each document is sent, corrected and confirmed so that its record equals the manifest, and marked as reviewed.
Documents that the account has already are not sent again, and what is said already is not said again: after a crash
or an error the same command goes on where it was. Each document that is sent counts for the plan.`
}

// Validate reports settings that are not valid.
func (c Command) Validate() error {
	if c.Workers < 1 {
		return fmt.Errorf("--workers must be 1 or more")
	}
	return nil
}

// Run teaches, and prints a line for each document.
func (c Command) Run(ctx context.Context) error { return c.run(ctx, os.Stdout) }

func (c Command) run(ctx context.Context, out io.Writer) error {
	cases, err := eval.Load(c.Folder)
	if err != nil {
		return err
	}
	cases = chosen(cases, c.Collections)
	if len(cases) == 0 {
		return fmt.Errorf("%s: %w", c.Folder, eval.ErrNothing)
	}
	service, err := remote.Client(ctx, c.Server, c.APIKey)
	if err != nil {
		return err
	}
	known, err := documents(ctx, service)
	if err != nil {
		return err
	}
	t := &teacher{client: service, known: known, out: out, of: len(cases)}
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(c.Workers)
	for i := range cases {
		group.Go(func() error { return t.teach(within, &cases[i]) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return t.finish()
}

// chosen returns the cases of the collections; no names select all.
func chosen(cases []eval.Case, collections []string) []eval.Case {
	sel := map[string]bool{}
	for _, name := range collections {
		sel[name] = true
	}
	var left []eval.Case
	for i := range cases {
		if len(sel) == 0 || sel[cases[i].Collection] {
			left = append(left, cases[i])
		}
	}
	return left
}

// documents returns the ids of the account's completed documents by SHA-256; the newest of duplicates.
func documents(ctx context.Context, service *client.Client) (map[string]string, error) {
	known := map[string]string{}
	for r, err := range service.Results(ctx, client.Filter{Status: client.StatusCompleted}) {
		if err != nil {
			return nil, err
		}
		if _, there := known[r.Metadata.SHA256]; !there {
			known[r.Metadata.SHA256] = r.ID
		}
	}
	return known, nil
}

// teacher teaches the documents of a folder.
type teacher struct {
	client *client.Client
	known  map[string]string
	of     int

	mu                      sync.Mutex
	out                     io.Writer
	taught, already, failed int
}

// teach teaches one document. It prints and counts errors of the document; a returned error ends the run.
func (t *teacher) teach(ctx context.Context, c *eval.Case) error {
	record, err := t.record(ctx, c)
	if err == nil {
		err = t.say(ctx, c, record)
	}
	if err == nil || ctx.Err() != nil {
		return err
	}
	if exitstatus.Of(err).StopsAll() {
		return fmt.Errorf("%s: %w", c.File, err)
	}
	t.print(&t.failed, c, err.Error())
	return nil
}

// record returns a document's completed record. It uploads a missing document, and reruns one of another type.
func (t *teacher) record(ctx context.Context, c *eval.Case) (r *client.Record, err error) {
	data, err := os.ReadFile(c.Path())
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	key, kind := hex.EncodeToString(sum[:]), string(c.EngineType())
	if id, there := t.known[key]; there {
		r, err = t.client.Document(ctx, id)
		if err == nil && r.DocumentType != kind {
			r, err = t.client.Rerun(ctx, id, client.RerunOptions{
				DocumentType: kind, IdempotencyKey: "docmill-learn-again-" + kind + "-" + key,
			})
		}
	} else {
		r, err = t.client.Extract(ctx, client.FromPath(c.Path()), client.ExtractOptions{
			DocumentType: kind, IdempotencyKey: "docmill-learn-" + kind + "-" + key,
		})
	}
	if err == nil && !r.Status.Ended() {
		r, err = t.client.WaitFor(ctx, r.ID)
	}
	if err == nil && r.Failure != nil {
		err = fmt.Errorf("%s: %s", string(r.Failure.Code), r.Failure.Message)
	}
	return r, err
}

func (t *teacher) say(ctx context.Context, c *eval.Case, r *client.Record) error {
	change, corrected, err := changeOf(c, r)
	if err != nil {
		return err
	}
	if corrected == 0 && len(change.Confirm) == 0 && r.Review != nil {
		t.print(&t.already, c, "is taught already")
		return nil
	}
	reviewed := true
	change.Reviewed = &reviewed
	if _, err := t.client.Update(ctx, r.ID, change); err != nil {
		return err
	}
	t.print(&t.taught, c, fmt.Sprintf("%d corrected, %d confirmed", corrected, len(change.Confirm)))
	return nil
}

// print writes the line of a document and counts it.
func (t *teacher) print(count *int, c *eval.Case, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	*count++
	fmt.Fprintf(t.out, "%d/%d %s: %s\n", t.taught+t.already+t.failed, t.of, c.File, text)
}

func (t *teacher) finish() error {
	fmt.Fprintf(t.out, "%d taught, %d taught already, %d failed\n", t.taught, t.already, t.failed)
	switch t.failed {
	case 0:
		return nil
	case t.of:
		return exitstatus.With(exitstatus.AllFailed, fmt.Errorf("no document was taught"))
	}
	return exitstatus.With(exitstatus.SomeFailed, fmt.Errorf("%d of %d documents were not taught", t.failed, t.of))
}
