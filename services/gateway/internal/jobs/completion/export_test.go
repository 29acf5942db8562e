package completion

// Waiting is how many results wait for their group, and how many groups are under
// way.
func (in *Consumer) Waiting() (results, groups int) {
	in.groups.mu.Lock()
	defer in.groups.mu.Unlock()
	return len(in.groups.waiting), in.groups.running
}
