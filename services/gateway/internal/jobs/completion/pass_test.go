package completion

import (
	"testing"

	"github.com/docmill/docmill/libs/assert"
)

// Two groups that end while the same result waits appoint it once: appointed twice, it would wait for
// itself forever.
func TestAppointOnce(t *testing.T) {
	t.Parallel()
	m := &member{turn: make(chan turn, 2)}
	g := &groups{running: maxGroups, waiting: []*member{m}, due: true}
	g.pass()
	g.pass()
	if told := len(m.turn); told != 1 || g.running != maxGroups-1 {
		t.Errorf("told %d times, %d groups are under way", told, g.running)
	}
	members := g.take()
	assert.True(t, len(members) == 1 && members[0] == m, len(members), "members were taken")
	g.pass()
	assert.Equal(t, g.running, maxGroups-2, "groups under way without a waiter")
}

// Waiting returns how many results wait for their group, and how many groups are in progress.
func (in *Consumer) Waiting() (results, groups int) {
	in.groups.mu.Lock()
	defer in.groups.mu.Unlock()
	return len(in.groups.waiting), in.groups.running
}

// Due reports whether the waiting members end as soon as a group may run.
func (in *Consumer) Due() bool {
	in.groups.mu.Lock()
	defer in.groups.mu.Unlock()
	return in.groups.due
}
