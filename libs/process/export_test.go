package process

// DialAddress is the address that a health check uses for a port that listens on listen.
func DialAddress(listen string) (string, error) { return dialAddress(listen) }
