// Package soak_test has docmill live through months in minutes: its clock and that of
// its database are set from one moment to the next, it is started again at each, and
// does there what an installation does in a day. What expires has to, at the right
// time; what is charged belongs to the right month; and nothing grows that should not.
//
// NATS, object store and services share the clock of the one process (package clock);
// PostgreSQL reads it by a preloaded library, so now() of statements is driven as well.
// Process, database server and database are in the zone Europe/Berlin, in which days
// have 23 and 25 hours: nothing may depend on that.
package soak_test

import (
	"flag"
	"os"
	"testing"

	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/tests/instance"
)

// Flags of the long form: make soak.
var (
	days = flag.Int("days", 0, "days that follow each other, beside those of the short form")
	load = flag.Int("load", 6, "documents that each account sends at each moment")
)

var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, build, testkit.Run)) }

func build(dir string) (err error) {
	binary, err = instance.BuildWithClock(dir)
	return err
}
