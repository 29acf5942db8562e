package completion

// Waiting is how many results wait for their group, and how many groups are under
// way.
func (in *Consumer) Waiting() (results, groups int) {
	in.groups.mu.Lock()
	defer in.groups.mu.Unlock()
	return len(in.groups.waiting), in.groups.running
}

// Due reports whether those who wait are to be ended as soon as a group may run.
func (in *Consumer) Due() bool {
	in.groups.mu.Lock()
	defer in.groups.mu.Unlock()
	return in.groups.due
}
