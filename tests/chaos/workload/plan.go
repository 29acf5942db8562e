// Package workload simulates docmill's clients during faults: they upload documents singly and in batches,
// some of them poison, repeat calls with the same Idempotency-Key, correct, read and erase. A seed
// determines each worker's steps and their order; the interleaving depends on the machine.
package workload

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/docmill/docmill/tests/chaos/history"
)

// Options say how much is done.
type Options struct {
	Run       string // part of file names and keys: unique per history
	Accounts  int
	Documents int // files sent by all accounts together, at least, without those of the limited one
	// Limited is the number of files of the last account, mostly in batches: more than its month allows. 0
	// makes it work like the others.
	Limited int
	Pause   time.Duration // longest between two calls of a worker
	Batch   int           // files of the largest batch, of accounts that are not limited
	Text    int           // share of files that are plain text, in percent
}

// workersPerAccount share the documents of an account.
const workersPerAccount = 2

// Step is one call of a plan.
type Step struct {
	Kind  history.Kind
	Files []File
	Key   string // Idempotency-Key; a step with the key of an earlier one repeats it
	Wait  int    // seconds that the answer may wait for the end
	// Of is the upload whose document is corrected, read or erased. If it was not accepted, another
	// document of the account is used.
	Of    Upload
	Value string // corrected to

	Gateway int           // that is asked first
	Pause   time.Duration // before the call
}

// Upload is a file of a plan.
type Upload struct{ Worker, Step, File int }

// Plan returns the steps of each worker. Workers 2n and 2n+1 belong to account n. The same seed and options
// give the same plan.
func Plan(seed uint64, o Options) [][]Step {
	plans := make([][]Step, o.Accounts*workersPerAccount)
	sharing := len(plans)
	if o.Limited > 0 {
		sharing -= workersPerAccount
	}
	perWorker := (o.Documents + sharing - 1) / max(sharing, 1)
	for worker := range plans {
		p := planner{
			random: rand.New(rand.NewPCG(seed, uint64(worker))), worker: worker, plans: plans, options: o,
		}
		account := worker / workersPerAccount
		files := perWorker
		if account == o.Accounts-1 && o.Limited > 0 {
			p.limited, files = true, o.Limited/workersPerAccount
		}
		plans[worker] = p.steps(files)
	}
	return plans
}

type planner struct {
	random  *rand.Rand
	worker  int
	plans   [][]Step // of the workers before this one
	options Options
	limited bool

	made    []Step
	uploads []Upload
	keyed   []int // steps that can be repeated
}

func (p *planner) steps(files int) []Step {
	for sent := 0; sent < files; {
		step := p.step()
		step.Gateway = p.random.IntN(2)
		step.Pause = time.Duration(p.random.Int64N(int64(p.options.Pause) + 1))
		for n := range step.Files {
			p.uploads = append(p.uploads, Upload{p.worker, len(p.made), n})
		}
		if len(step.Files) > 0 && step.Key != "" && !p.isRepeat(step.Key) {
			p.keyed = append(p.keyed, len(p.made))
			sent += len(step.Files)
		} else if step.Key == "" {
			sent += len(step.Files)
		}
		p.made = append(p.made, step)
	}
	return p.made
}

func (p *planner) isRepeat(key string) bool {
	for _, n := range p.keyed {
		if p.made[n].Key == key {
			return true
		}
	}
	return false
}

func (p *planner) step() Step {
	dice := p.random.IntN(100)
	if p.limited {
		dice = dice * 60 / 100 // uploads, batches and repeats alone
	}
	switch {
	case dice < 40 && !p.limited, dice < 10:
		return p.upload()
	case dice < 48:
		return p.batch()
	case dice < 60 && len(p.keyed) > 0:
		return p.made[p.keyed[p.random.IntN(len(p.keyed))]]
	case dice < 60 || len(p.uploads) == 0:
		return p.upload()
	}
	step := Step{Kind: history.Read, Of: p.target(), Wait: p.random.IntN(3)}
	switch {
	case dice < 74:
		step.Kind, step.Value = history.Correct, fmt.Sprintf("%s %s-%d", corrected, p.options.Run, len(p.made)*1000+p.worker)
	case dice >= 92:
		step.Kind = history.Erase
	}
	return step
}

// corrected begins every written value.
const corrected = "Kontor"

// target returns one of the account's uploads: mostly this worker's recent ones.
func (p *planner) target() Upload {
	if p.worker%workersPerAccount == 1 && p.random.IntN(3) == 0 {
		other := p.plans[p.worker-1]
		for try := 0; try < 10; try++ {
			// Later uploads of the other worker do not exist yet.
			n := p.random.IntN(min(len(p.made)+1, len(other)))
			if len(other[n].Files) > 0 {
				return Upload{p.worker - 1, n, p.random.IntN(len(other[n].Files))}
			}
		}
	}
	last := len(p.uploads)
	return p.uploads[last-1-p.random.IntN(min(last, lately))]
}

// lately is how many uploads back documents are used.
const lately = 20

func (p *planner) upload() Step {
	step := Step{Kind: history.Upload, Files: []File{p.file(0)}, Wait: p.random.IntN(4)}
	if p.random.IntN(3) > 0 {
		step.Key = p.key()
	}
	return step
}

func (p *planner) batch() Step {
	size := 2 + p.random.IntN(max(p.options.Batch-1, 1))
	if p.limited {
		size = 10 + p.random.IntN(5)
	}
	step := Step{Kind: history.Batch}
	for n := range size {
		step.Files = append(step.Files, p.file(n))
	}
	if p.random.IntN(3) > 0 {
		step.Key = p.key()
	}
	return step
}

func (p *planner) key() string { return fmt.Sprintf("%s-%d-%d", p.options.Run, p.worker, len(p.made)) }

func (p *planner) file(n int) File {
	form := Invoice
	if p.random.IntN(12) == 0 {
		form = poisons[p.random.IntN(len(poisons))]
	} else if p.random.IntN(100) < p.options.Text {
		form = Text
	}
	return File{Name: fmt.Sprintf("%s-%d-%d-%d%s", p.options.Run, p.worker, len(p.made), n, form.extension()), Form: form}
}
