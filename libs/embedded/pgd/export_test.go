package pgd

// How a root process runs the server.
const (
	IdentityNamespace = identityNamespace
	IdentityAccount   = identityAccount
)

// WithIdentity sets the identity that Start would choose.
func WithIdentity(cfg Config, mode identityMode) Config {
	cfg.identity = mode
	return cfg
}

// Abandon unlocks the directory while the server runs, like the death of its process without a signal from
// the kernel.
func (c *Cluster) Abandon() error {
	c.cancel()
	return c.lock.Close()
}
