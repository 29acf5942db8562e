package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/docmill/docmill/cmd/docmill/internal/input"
	"github.com/docmill/docmill/libs/contract"
)

// end is the result of a file.
type end string

const (
	endOpened   end = "opened"    // read, whatever was found
	endFailed   end = "failed"    // unreadable, with a code
	endCrashed  end = "crashed"   // its process died or was killed for what it used
	endTimedOut end = "timed out" // its process was stopped
	endError    end = "error"     // none of the file's making
)

// outcome of one file. The zero value is a file that was not reached.
type outcome struct {
	path   string
	end    end
	code   contract.Code // of a failure
	detail string
	took   time.Duration
}

type report struct {
	outcomes    []outcome
	memoryBytes int64 // most that a process had in memory
}

// robust reports whether every file ended without intervention.
func (r *report) robust() bool {
	return !slices.ContainsFunc(r.outcomes, func(o outcome) bool { return o.end != endOpened && o.end != endFailed })
}

// print writes the sums and, if all is set, each file's result; it always lists bad results.
func (r *report) print(w io.Writer, all bool) {
	ends, codes := map[end]int{}, map[contract.Code]int{}
	slowest, total := outcome{}, time.Duration(0)
	for _, o := range r.outcomes {
		ends[o.end]++
		if o.end == endFailed {
			codes[o.code]++
		}
		if total += o.took; o.took > slowest.took {
			slowest = o
		}
		if all || o.end != endOpened && o.end != endFailed {
			fmt.Fprintf(w, "%-9s %-18s %8.3f s  %s", o.end, o.code, o.took.Seconds(), input.Printable(o.path))
			if o.detail != "" {
				fmt.Fprintf(w, "  (%s)", o.detail)
			}
			fmt.Fprintln(w)
		}
	}
	fmt.Fprintf(w, "files      %d\n", len(r.outcomes))
	for _, e := range []end{endOpened, endFailed} {
		fmt.Fprintf(w, "%-10s %d\n", e, ends[e])
	}
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		fmt.Fprintf(w, "  %-20s %d\n", code, codes[code])
	}
	for _, e := range []end{endCrashed, endTimedOut, endError} {
		fmt.Fprintf(w, "%-10s %d\n", e, ends[e])
	}
	fmt.Fprintf(w, "memory     at most %d MiB in a process\n", r.memoryBytes>>20)
	fmt.Fprintf(w, "time       %.3f s in all, at most %.3f s for %s\n", total.Seconds(), slowest.took.Seconds(),
		input.Printable(slowest.path))
}
