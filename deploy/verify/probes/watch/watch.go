// Package watch polls the API server of a test cluster with kubectl.
package watch

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"time"
)

// Get returns all objects of kinds, which kubectl takes separated by commas, of all namespaces.
func Get[Object any](ctx context.Context, kinds string) ([]Object, error) {
	out, err := exec.CommandContext(ctx, "kubectl", "get", kinds, "-A", "-o", "json").Output()
	if err != nil {
		return nil, fmt.Errorf("asking the API server: %w", err)
	}
	var all struct {
		Items []Object `json:"items"`
	}
	if err := json.Unmarshal(out, &all); err != nil {
		return nil, fmt.Errorf("reading its answer: %w", err)
	}
	return all.Items, nil
}

// Follow reads every second until ctx ends, and writes changed content. It continues after errors, which it
// prints with the program's name, because the API server may be down for a while.
func Follow(
	ctx context.Context, program string, read func(context.Context) (string, error),
	write func(ctx context.Context, content string) error,
) {
	last := ""
	for ctx.Err() == nil {
		content, err := read(ctx)
		if err == nil && content != last {
			if err = write(ctx, content); err == nil {
				last = content
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, program+":", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}
