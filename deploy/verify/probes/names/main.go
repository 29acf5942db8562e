// Command names writes the names of a cluster's services for dnsmasq, the name server on the only node of a
// test cluster.
//
//	names FILE     rewrites FILE every second
//
// FILE has the form of /etc/hosts. A service's name has its address; headless services have those of their
// ready pods, or of all pods if the service says so. A pod of a StatefulSet has a name below its service's.
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

// replace renames a temporary file, so that readers never see a part.
func replace(path, content string) error {
	// dnsmasq, which watches the folder, ignores names with a leading dot.
	next := filepath.Join(filepath.Dir(path), ".next")
	if err := os.WriteFile(next, []byte(content), 0o600); err != nil {
		return err
	}
	return os.Rename(next, path)
}
