package natsd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/nats-io/nats-server/v2/server"
)

// withAccounts has opts take accounts and users from cfg.Accounts.
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

// noAccount is where a server without accounts stores what it holds.
const noAccount = "$G"

// adopt moves the streams of a server without accounts to the account of
// cfg.Adopt, unless that has some. An account's streams lie in a folder of its
// name, which stands nowhere else in the store.
func adopt(cfg Config) error {
	if cfg.Adopt == "" {
		return nil
	}
	store := filepath.Join(cfg.StoreDir, server.JetStreamStoreDir)
	to := filepath.Join(store, cfg.Adopt)
	if _, err := os.Stat(to); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.Rename(filepath.Join(store, noAccount), to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("nats store: %w", err)
	}
	return nil
}
