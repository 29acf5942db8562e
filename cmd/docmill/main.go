// Command docmill extracts structured data from documents: `docmill up` runs the whole service in one
// process, `docmill extract` reads files on this machine, and `docmill account|user|key` manage a running
// service.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"
	kongcompletion "github.com/jotaen/kong-completion"
	"github.com/posener/complete"

	"github.com/docmill/docmill/cmd/docmill/internal/bench/mix"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/engine/schema"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/version"
	"github.com/docmill/docmill/services/extractor/child"
)

func main() {
	child.Serve() // a re-executed child serves documents and does not return
	os.Exit(run(os.Args[1:]))
}

const description = `Turns documents into structured data, with a confidence that means something.

Exit status: 0 when all went well, 2 for a command line or settings that are not valid, others for what failed:
see docmill help exit-status.`

// errInterrupted is the error of everything that a signal interrupted.
var errInterrupted = errors.New("ended by a signal")

func run(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second signal ends the process at once
	var c cli
	var wrong violations
	parser, err := kong.New(&c, append(wrong.options(), kong.Name("docmill"),
		kong.Description(description), kong.Vars{"version": "docmill " + version.String()},
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)))...)
	if err != nil {
		printError(os.Stderr, err)
		return int(exitstatus.Usage)
	}
	kongcompletion.Register(parser, kongcompletion.WithPredictors(predictors()))
	chosen, err := parser.Parse(args)
	if err = wrong.join(err); err != nil {
		printError(os.Stderr, err)
		fmt.Fprintf(os.Stderr, "See %s --help.\n", commandOf(err))
		return int(exitstatus.Usage)
	}
	if err := chosen.Run(); err != nil {
		status := exitstatus.Of(err)
		if status == exitstatus.Interrupted {
			err = errInterrupted
		}
		printError(os.Stderr, err)
		return int(status)
	}
	return int(exitstatus.OK)
}

// predictors complete arguments whose values kong does not know. Tags refer to them.
func predictors() map[string]complete.Predictor {
	return map[string]complete.Predictor{
		"document-type": complete.PredictSet(schema.RequestableNames()...),
		"plan":          complete.PredictSet("Free", "Starter", "Pro", "Enterprise"),
		"role":          complete.PredictSet(string(contract.RoleOwner), string(contract.RoleMember)),
		"mix":           complete.PredictSet(mix.Names()...),
	}
}

// printError prints errors, one per line, in the user's terms.
func printError(w io.Writer, err error) {
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range several.Unwrap() {
			printError(w, one)
		}
		return
	}
	for line := range strings.Lines(input.Explain(err).Error()) {
		fmt.Fprintln(w, "docmill:", input.Printable(strings.TrimPrefix(strings.TrimSpace(line), "docmill: ")))
	}
}

// commandOf returns the command of an invalid command line, as far as it was parsed.
func commandOf(err error) string {
	var wrong *kong.ParseError
	if !errors.As(err, &wrong) || wrong.Context == nil {
		return "docmill"
	}
	name := "docmill"
	for _, part := range wrong.Context.Path {
		if part.Command != nil {
			name += " " + part.Command.Name
		}
	}
	return name
}
