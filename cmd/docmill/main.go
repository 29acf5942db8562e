// Command docmill turns documents into structured data: `docmill up` runs the
// whole service in one process, `docmill extract` reads files right here, and
// `docmill account|user|key` look after a running service.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/docmill/docmill/libs/process"
	"github.com/docmill/docmill/services/extractor"
)

func main() {
	extractor.ServeChild() // a re-executed child serves documents and does not return
	os.Exit(run(os.Args[1:]))
}

// run gives the exit status: 0, 1 on failure, 2 for a command line or settings
// that are not valid.
func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	var c cli
	var wrong process.Violations
	parser, err := kong.New(&c, append(wrong.Options(), kong.Name("docmill"),
		kong.Description("Turns documents into structured data, with a confidence that means something."),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)))...)
	if err != nil {
		fmt.Fprintln(os.Stderr, "docmill:", err)
		return 2
	}
	chosen, err := parser.Parse(args)
	if err = wrong.Join(err); err != nil {
		fmt.Fprintln(os.Stderr, "docmill:", err)
		return 2
	}
	if err := chosen.Run(); err != nil {
		fmt.Fprintln(os.Stderr, "docmill:", err)
		return 1
	}
	return 0
}
