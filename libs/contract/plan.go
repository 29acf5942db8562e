package contract

import (
	"fmt"
	"strings"
)

// Plan is the plan of an account.
type Plan string

// The plans.
const (
	PlanFree       Plan = "Free"
	PlanStarter    Plan = "Starter"
	PlanPro        Plan = "Pro"
	PlanEnterprise Plan = "Enterprise"
)

// MiB is the unit in which plans state file sizes: 1,048,576 bytes.
const MiB int64 = 1 << 20

// Limits of a plan.
type Limits struct {
	RequestsPerMinute int
	DocumentsPerMonth int
	MaxFileSizeBytes  int64 // of the file alone; equal is allowed
}

// Plans lists all plans, smallest first.
func Plans() []Plan { return []Plan{PlanFree, PlanStarter, PlanPro, PlanEnterprise} }

// Limits returns the plan's limits; ok is false for a name that is no plan.
func (p Plan) Limits() (l Limits, ok bool) {
	switch p {
	case PlanFree:
		return Limits{60, 100, 5 * MiB}, true
	case PlanStarter:
		return Limits{60, 1_000, 20 * MiB}, true
	case PlanPro:
		return Limits{60, 10_000, 50 * MiB}, true
	case PlanEnterprise:
		return Limits{120, 100_000, 100 * MiB}, true
	}
	return Limits{}, false
}

// ParsePlan finds a plan by name, in any case.
func ParsePlan(name string) (Plan, error) {
	for _, p := range Plans() {
		if strings.EqualFold(name, string(p)) {
			return p, nil
		}
	}
	return "", fmt.Errorf("%q is no plan: choose one of Free, Starter, Pro, Enterprise", name)
}

// WarningShare is the part of the monthly documents at which quota.warning is
// emitted, in percent.
const WarningShare = 80
