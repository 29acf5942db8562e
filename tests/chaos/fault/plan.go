// Package fault plans faults of docmill's parts while clients work: services and servers are killed and
// stopped, networks cut, slowed and partitioned, messages redelivered. A seed determines the faults and
// their times.
package fault

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"
)

// Kind of a fault.
type Kind string

// Kinds.
const (
	Kill      Kind = "kill"      // of a service, which is started again
	Stop      Kind = "stop"      // SIGSTOP of a service, later SIGCONT
	NATS      Kind = "nats"      // the server is killed and started again
	Wipe      Kind = "wipe"      // and loses all that it had stored
	Postgres  Kind = "postgres"  // killed and started again
	Objects   Kind = "objects"   // the object store is killed and started again
	Cut       Kind = "cut"       // connections between a service and a server end, in the middle of a message
	Refuse    Kind = "refuse"    // none can be made for a while
	Partition Kind = "partition" // nothing passes for a while, without an error
	HalfOpen  Kind = "half-open" // the same in one direction
	Slow      Kind = "slow"      // everything takes longer
	Redeliver Kind = "redeliver" // messages that were delivered come again
	Clock     Kind = "clock"     // the wall clock of a service, or of PostgreSQL, is off
	Full      Kind = "disk"      // a server's disk is full
	Upgrade   Kind = "upgrade"   // a service runs as the release before, and as this one again
)

// Kinds lists all.
func Kinds() []Kind {
	return []Kind{Kill, Stop, NATS, Wipe, Postgres, Objects, Cut, Refuse, Partition, HalfOpen, Slow, Redeliver, Clock,
		Full, Upgrade}
}

// Fault is one that comes.
type Fault struct {
	Kind    Kind
	After   time.Duration // since the fault before it began
	For     time.Duration // how long it lasts
	Service int           // replica that is hit, by number
	Server  int           // that the link leads to, by number
	Way     Way           // of HalfOpen
	Bytes   int64         // that pass before a Cut
	Delay   time.Duration // of Slow
	// Offset is a Clock's deviation, negative if it is behind. For Database it is PostgreSQL's clock.
	Offset   time.Duration
	Database bool
	Disk     Disk // that is Full
}

// Disk is that of a server.
type Disk string

// Disks.
const (
	NATSDisk     Disk = "nats"
	PostgresDisk Disk = "postgres"
	ObjectsDisk  Disk = "objects"
)

// Disks lists all.
func Disks() []Disk { return []Disk{NATSDisk, PostgresDisk, ObjectsDisk} }

// String returns kind and duration.
func (f Fault) String() string {
	return fmt.Sprintf("%s for %s", f.Kind, f.For.Round(time.Millisecond))
}

// Target lists the parts that faults may affect.
type Target struct {
	Services int   // replicas
	Servers  []int // servers that each replica has a link to, by replica: how many
}

// Plan is an endless series of faults.
type Plan struct {
	random      *rand.Rand
	kinds       []Kind
	round       []Kind // of the kinds, those that have not come yet
	target      Target
	every       time.Duration
	maxDuration time.Duration
}

// NewPlan returns the faults of a seed, of the given kinds. Their distance is every, varied by half; none
// lasts longer than longest.
func NewPlan(seed uint64, kinds []Kind, target Target, every, longest time.Duration) *Plan {
	const faults = 1 << 32 // apart from the numbers of the clients
	return &Plan{
		random: rand.New(rand.NewPCG(seed, faults)), kinds: slices.Clone(kinds), target: target, every: every,
		maxDuration: longest,
	}
}

// Next is the fault that comes next. They come in rounds, each kind once in each.
func (p *Plan) Next() Fault {
	if len(p.round) == 0 {
		p.round = slices.Clone(p.kinds)
		p.random.Shuffle(len(p.round), func(i, k int) { p.round[i], p.round[k] = p.round[k], p.round[i] })
	}
	service := p.random.IntN(p.target.Services)
	f := Fault{
		Kind: p.round[0], After: p.every/2 + p.upTo(p.every), For: p.upTo(p.maxDuration), Service: service,
		Server: p.random.IntN(max(p.target.Servers[service], 1)), Way: Way(p.random.IntN(2)),
		Bytes: p.random.Int64N(4096), Delay: p.upTo(p.maxDuration / 20),
	}
	f.Offset, f.Database = offset*time.Duration(1-2*p.random.IntN(2)), p.random.IntN(2) == 0
	f.Disk = Disks()[p.random.IntN(len(Disks()))]
	p.round = p.round[1:]
	return f
}

// offset is the deviation of a clock: less than the 15 minutes that S3 allows.
const offset = 10 * time.Minute

func (p *Plan) upTo(most time.Duration) time.Duration {
	return time.Duration(p.random.Int64N(int64(most) + 1))
}
