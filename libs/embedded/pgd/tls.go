package pgd

import (
	"fmt"
	"os"
	"path/filepath"
)

// Files of a listening server, in its data directory.
const (
	certFileName = "docmill.crt"
	keyFileName  = "docmill.key"
	hbaFileName  = "docmill_hba.conf"
)

// hba allows only connections with a password, over the socket or TLS.
const hba = "local all all scram-sha-256\nhostssl all all all scram-sha-256\n"

// port is the listening port, or the number in the socket's name.
func (c Config) port() int {
	if c.TLS != nil {
		return c.TLS.Port
	}
	return port
}

func (t *TLS) write(dataDir string, id identity) error {
	if t == nil {
		return nil
	}
	for name, content := range map[string][]byte{certFileName: t.Cert, keyFileName: t.Key, hbaFileName: []byte(hba)} {
		path := filepath.Join(dataDir, name)
		if err := os.WriteFile(path, content, 0o600); err != nil {
			return fmt.Errorf("certificate of postgres: %w", err)
		}
		if err := id.own(path); err != nil {
			return err
		}
	}
	return nil
}
