// Command names writes the names of a cluster's services for dnsmasq, which answers
// as the cluster's name server on the one node of a test cluster.
//
//	names FILE     writes FILE anew, every second, while it runs
//
// FILE has the form of /etc/hosts. A service has its address by its name, headless
// ones those of their ready pods, or of all where the service says so, and a pod of a
// StatefulSet has its own name below its service's.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: names FILE")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	last := ""
	for ctx.Err() == nil {
		hosts, err := read(ctx)
		if err == nil && hosts != last {
			if err = replace(os.Args[1], hosts); err == nil {
				last = hosts
			}
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, "names:", err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

func read(ctx context.Context) (string, error) {
	command := exec.CommandContext(ctx, "kubectl", "get", "services,endpointslices", "-A", "-o", "json")
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("asking the API server: %w", err)
	}
	var all struct {
		Items []object `json:"items"`
	}
	if err := json.Unmarshal(out, &all); err != nil {
		return "", fmt.Errorf("reading its answer: %w", err)
	}
	return hosts(all.Items), nil
}

// replace renames, so that no half a file is read.
func replace(path, content string) error {
	// dnsmasq, which watches the folder, leaves names with a dot before them alone.
	next := filepath.Join(filepath.Dir(path), ".next")
	if err := os.WriteFile(next, []byte(content), 0o600); err != nil {
		return err
	}
	return os.Rename(next, path)
}
