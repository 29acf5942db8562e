// Command policies enforces NetworkPolicies on the only node of a test cluster with nftables, because its
// simple network plugin does not.
//
//	policies           rewrites the rules every second
//	policies -once     prints them
//
// It reads pods, namespaces and policies with kubectl. Traffic from the node, including its probes, is not
// filtered, as with other network plugins. Pods must be reached through the node's routing (the plugin
// `ptp`), where the rules apply.
package main

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"

	"github.com/docmill/docmill/deploy/verify/probes/watch"
)

func main() {
	once := flag.Bool("once", false, "print the rules and end")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if *once {
		rules, err := read(ctx)
		if err != nil {
			fmt.Fprintln(os.Stderr, "policies:", err)
			os.Exit(1)
		}
		fmt.Print(rules)
		return
	}
	watch.Follow(ctx, "policies", read, load)
}

func read(ctx context.Context) (string, error) {
	all, err := watch.Get[object](ctx, "pods,namespaces,networkpolicies")
	if err != nil {
		return "", err
	}
	return newCluster(all).rules(), nil
}

func load(ctx context.Context, rules string) error {
	var out bytes.Buffer
	command := exec.CommandContext(ctx, "nft", "-f", "-")
	command.Stdin, command.Stderr = strings.NewReader(rules), &out
	if err := command.Run(); err != nil {
		return fmt.Errorf("nft: %w: %s", err, out.String())
	}
	return nil
}
