package process

// DialAddress is where a health check looks for a port that listens on listen.
func DialAddress(listen string) (string, error) { return dialAddress(listen) }
