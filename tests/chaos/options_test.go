package chaos_test

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/docmill/docmill/tests/chaos/checker"
	"github.com/docmill/docmill/tests/chaos/fault"
	"github.com/docmill/docmill/tests/chaos/history"
)

// keysVariable holds the comma-separated API keys of an installation's accounts.
const keysVariable = "DOCMILL_CHAOS_KEYS"

// The short form, unless said otherwise.
var (
	seeds     = flagOf("seeds", "1", "seeds of the histories: 1,2,7 or 1-20", parseSeeds)
	faults    = flagOf("faults", names(fault.Kinds()), "kinds of faults that come, of "+names(fault.Kinds())+"; none for none", parseFaults)
	documents = flag.Int("documents", 60, "documents that clients send in each history, at least, beside those of the limited account")
	accounts  = flag.Int("accounts", 4, "accounts that send them; the last one is on the Free plan")
	limited   = flag.Int("limited", 240, "documents that the account on the Free plan sends")
	batch     = flag.Int("batch", 5, "files of the largest batch, of accounts that are not limited")
	text      = flag.Int("text", 25, "share of files that are plain text, in percent; others are PDFs, and poison")
	pause     = flag.Duration("pause", time.Second, "longest time between two calls of a client")
	every     = flag.Duration("every", 2*time.Second, "time between two faults, about")
	longest   = flag.Duration("longest", 4*time.Second, "longest time that a fault lasts")
	address   = flag.String("url", "",
		"base URL of an installation that clients work with, without faults; several with commas; keys in "+keysVariable)
	histories = flag.String("histories", "", "folder that histories are kept in; none when empty")
)

func flagOf[T any](name, preset, usage string, parse func(string) (T, error)) *T {
	value, err := parse(preset)
	if err != nil {
		panic(err) // the preset is written above
	}
	flag.Func(name, usage+" (default "+preset+")", func(text string) error {
		v, err := parse(text)
		value = v
		return err
	})
	return &value
}

func names(kinds []fault.Kind) string {
	var all []string
	for _, k := range kinds {
		all = append(all, string(k))
	}
	return strings.Join(all, ",")
}

func parseSeeds(text string) (all []uint64, err error) {
	for _, part := range strings.Split(text, ",") {
		first, last, isRange := strings.Cut(part, "-")
		if !isRange {
			last = first
		}
		from, err := strconv.ParseUint(first, 10, 32)
		if err != nil {
			return nil, err
		}
		to, err := strconv.ParseUint(last, 10, 32)
		if err != nil {
			return nil, err
		}
		for seed := from; seed <= to; seed++ {
			all = append(all, seed)
		}
	}
	return all, nil
}

func parseFaults(text string) (all []fault.Kind, err error) {
	if text == "none" {
		return nil, nil
	}
	for _, name := range strings.Split(text, ",") {
		if !slices.Contains(fault.Kinds(), fault.Kind(name)) {
			return nil, fmt.Errorf("no fault is called %q", name)
		}
		all = append(all, fault.Kind(name))
	}
	return all, nil
}

// row is a line of the table: one history.
type row struct {
	seed   uint64
	faults int
	lasted time.Duration
	checker.Report
}

// table lists histories: their work, and the number of broken promises.
func table(rows []row) string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(w, "seed\tseconds\tfaults\tcalls\tunknown\taccepted\terased\tfailed\tINTERNAL_ERROR\tlimited\trepeated\tslowest end\tleft\tbeyond\t")
	for _, rule := range checker.Rules() {
		fmt.Fprintf(w, "%s\t", rule)
	}
	fmt.Fprintln(w)
	for _, r := range rows {
		calls := 0
		for _, n := range r.Calls {
			calls += n
		}
		fmt.Fprintf(w, "%d\t%.0f\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%.1f s\t%d\t%.1f s\t", r.seed, r.lasted.Seconds(), r.faults, calls,
			r.Calls[history.Unknown], r.Accepted, r.Erased, r.Failed, r.Internal, r.Limited, r.Repeated, r.Slowest.Seconds(),
			r.Left, r.Beyond.Seconds())
		for _, rule := range checker.Rules() {
			fmt.Fprintf(w, "%d\t", r.Count(rule))
		}
		fmt.Fprintln(w)
	}
	_ = w.Flush() // a builder takes everything
	return b.String()
}
