package passwords

// Inside counts those who hash or wait for it.
func (h *Hasher) Inside() int { return len(h.gate.queue) }
