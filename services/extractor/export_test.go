package extractor

import (
	"github.com/KimMachineGun/automemlimit/memlimit"

	"github.com/docmill/docmill/engine"
	"github.com/docmill/docmill/engine/extractionerror"
	"github.com/docmill/docmill/libs/contract"
)

// CauseText shows causeText to tests.
func CauseText(err error, most int) string { return causeText(err, most) }

// PublicCode shows publicCode to tests.
func PublicCode(c extractionerror.Code) contract.Code { return publicCode(c) }

// WorkersAtOnce shows to tests how many documents are worked on at a time.
func (c Config) WorkersAtOnce() int { return c.workers() }

// Plausible shows plausible to tests.
func Plausible(s engine.Spent) engine.Spent { return plausible(s) }

// BoundedType shows boundedType to tests.
func BoundedType(name string) string { return boundedType(name) }

// IdleBytes shows to tests what child processes may hold that wait.
func (c Config) IdleBytes() int64 { return c.idleBytes() }

// ShareForIdle shows shareForIdle to tests.
func ShareForIdle(limits ...memlimit.Provider) int64 { return shareForIdle(limits...) }

// GiveBack and Held are what a child does with its memory between two documents.
var (
	GiveBack = giveBack
	Held     = held
)
