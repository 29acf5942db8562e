package pgd

// How a root process runs the server.
const (
	IdentityNamespace = identityNamespace
	IdentityAccount   = identityAccount
)

// WithIdentity fixes what Start would find out.
func WithIdentity(cfg Config, mode identityMode) Config {
	cfg.identity = mode
	return cfg
}

// Abandon unlocks the directory while the server runs on, as the death of
// its process would if the kernel sent no signal.
func (c *Cluster) Abandon() error {
	c.cancel()
	return c.lock.Close()
}
