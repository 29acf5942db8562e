// Command names writes the names of a cluster's services for dnsmasq, which answers
// as the cluster's name server on the one node of a test cluster.
//
//	names FILE     writes FILE again, every second, while it runs
//
// FILE has the form of /etc/hosts. A service has its address by its name, headless
// ones those of their ready pods, or of all where the service says so, and a pod of a
// StatefulSet has its own name below its service's.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/docmill/docmill/deploy/verify/probes/watch"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: names FILE")
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	watch.Follow(ctx, "names", read, func(_ context.Context, hosts string) error { return replace(os.Args[1], hosts) })
}

func read(ctx context.Context) (string, error) {
	all, err := watch.Get[object](ctx, "services,endpointslices")
	if err != nil {
		return "", err
	}
	return hosts(all), nil
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
