package natsd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nats-io/nats-server/v2/server"
)

func withAccounts(opts *server.Options, cfg Config) error {
	if cfg.Accounts == "" {
		return nil
	}
	opts.Users = nil
	if err := opts.ProcessConfigString(cfg.Accounts); err != nil {
		return fmt.Errorf("nats accounts: %w", err)
	}
	for _, u := range opts.Users {
		password := cfg.Passwords[u.Username]
		if password == "" {
			return fmt.Errorf("nats accounts: no password for the user %s", u.Username)
		}
		u.Password = password
	}
	return nil
}

// defaultAccount has the streams of a server without accounts.
const defaultAccount = "$G"

// adopt moves the streams of a server without accounts to the account cfg.Adopt, unless that has
// streams. The streams of an account are in a directory with its name, which no file of the store
// contains.
func adopt(cfg Config) error {
	if cfg.Adopt == "" {
		return nil
	}
	store := filepath.Join(cfg.StoreDir, server.JetStreamStoreDir)
	to := filepath.Join(store, cfg.Adopt)
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(filepath.Join(store, defaultAccount), to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("nats store: %w", err)
	}
	return nil
}
