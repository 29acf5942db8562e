package passwords

// Inside counts running and waiting hashes.
func (h *Hasher) Inside() int { return len(h.gate.queue) }
