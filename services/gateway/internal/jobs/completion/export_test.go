package completion

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
