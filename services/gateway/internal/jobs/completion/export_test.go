package completion

import "time"

// Waiting is how many results wait for their group, and how many groups are under
// way.
func (in *Consumer) Waiting() (results, groups int) {
	in.groups.mu.Lock()
	defer in.groups.mu.Unlock()
	return len(in.groups.waiting), in.groups.running
}

// LimitGroups bounds a group's transaction by another time.
func (in *Consumer) LimitGroups(limit time.Duration) { in.groups.limit = limit }
