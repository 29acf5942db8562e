// Package work bounds stages of understanding by counted work, so that a small file cannot keep a process
// busy and the same file always gives the same record.
package work

// Budget is the work that a stage may still do, in units of about ten nanoseconds: one comparison of two
// numbers, boxes or words.
type Budget struct{ total, left int }

// NewBudget returns a budget of that many units.
func NewBudget(units int) *Budget { return &Budget{units, units} }

// Spend takes units off the budget and reports whether it had as many. Once it had not, it has none left:
// the stage ends with the results that it has.
func (b *Budget) Spend(units int) bool {
	if b.left < units {
		b.left = 0
		return false
	}
	b.left -= units
	return true
}

// Used returns how many units were spent.
func (b *Budget) Used() int { return b.total - b.left }
