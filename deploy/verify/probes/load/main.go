// Command load uploads documents to a running service and reports their results.
//
//	load -url http://127.0.0.1:8080 -keys keys.txt -for 30s -workers 2 -document invoice.pdf
//
// SIGTERM ends the uploads early. Every upload is a different file, by a comment at its end, and has an
// idempotency key. Afterwards the command polls each accepted document until it has ended: none may be
// missing after any outage. The output is a line of JSON (Result). `docmill bench` measures; this command
// counts during outages.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("load", flag.ContinueOnError)
	url := flags.String("url", "", "base address of the service")
	keys := flags.String("keys", "", "file of API keys, one a line, which workers take in turn")
	document := flags.String("document", "", "PDF file that is uploaded")
	duration := flags.Duration("for", 10*time.Second, "how long documents are uploaded")
	workers := flags.Int("workers", 2, "uploads at a time")
	wait := flags.Int("wait", 10, "seconds that an upload waits for its result")
	pause := flags.Duration("pause", 0, "of a worker between uploads")
	files := flags.Bool("files", false, "read the file of each accepted document afterwards")
	patience := flags.Duration("patience", 2*time.Minute, "how long accepted documents may take after the last upload")
	if err := flags.Parse(args); err != nil {
		return err
	}
	body, err := os.ReadFile(*document)
	if err != nil {
		return fmt.Errorf("reading the document: %w", err)
	}
	list, err := os.ReadFile(*keys)
	if err != nil {
		return fmt.Errorf("reading the keys: %w", err)
	}
	fields := strings.Fields(string(list))
	if len(fields) == 0 || *url == "" || *workers < 1 {
		return errors.New("-url, -keys and at least one worker are needed")
	}
	load := Load{URL: *url, Keys: fields, Document: body, Workers: *workers, Wait: *wait, Pause: *pause, Files: *files}
	result := load.Run(ctx, *duration, *patience)
	return json.NewEncoder(os.Stdout).Encode(result)
}
