// Package soak_test simulates months of docmill in minutes: it sets the clocks of docmill and its database
// to successive times, restarts it at each, and performs a day's work. It checks that data expires at the
// right time, charges belong to the right month, and nothing grows without limit.
//
// NATS, object store and services share the clock of the single process (package clock); PostgreSQL reads
// it with a preloaded library, so now() in statements is simulated as well. Process, database server and
// database use the zone Europe/Berlin, with days of 23 and 25 hours, on which nothing may depend.
package soak_test

import (
	"flag"
	"os"
	"testing"

	"github.com/docmill/docmill/tests/instance"
)

// Flags of the long form: make soak.
var (
	days = flag.Int("days", 0, "days that follow each other, beside those of the short form")
	load = flag.Int("load", 6, "documents that each account sends at each moment")
)

var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, binary.BuildWithClock)) }
