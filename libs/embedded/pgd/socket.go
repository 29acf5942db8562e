package pgd

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// maxSocketPath is sun_path of sockaddr_un (unix(7)) less its final zero.
const maxSocketPath = 107

// socketDirPath is the socket's directory in dir, or in the system's temporary directory if the path is too long.
func socketDirPath(dir string) string {
	path := filepath.Join(dir, "run")
	if len(filepath.Join(path, ".s.PGSQL."+strconv.Itoa(port))) > maxSocketPath {
		sum := sha256.Sum256([]byte(dir))
		path = filepath.Join(os.TempDir(), fmt.Sprintf("docmill-pg-%x", sum[:8]))
	}
	return path
}

func (c *Cluster) makeSocketDir() error {
	err := os.Mkdir(c.socketDir, 0o700)
	if errors.Is(err, fs.ErrExist) { // left by a killed server
		if err = checkPrivate(c.socketDir, c.id); err == nil {
			err = errors.Join(c.removeSocketDir(), os.Mkdir(c.socketDir, 0o700))
		}
	}
	if err != nil {
		return fmt.Errorf("directory of the postgres socket: %w", err)
	}
	return c.id.own(c.socketDir)
}

// checkPrivate returns an error if another user may have created the directory.
func checkPrivate(dir string, id identity) error {
	info, err := os.Lstat(dir)
	if err != nil {
		return err
	}
	self := identity{mode: identitySelf, uid: os.Geteuid()}
	if !info.IsDir() || info.Mode().Perm() != 0o700 || !id.owns(dir) && !self.owns(dir) {
		return fmt.Errorf("%s exists and is not a private directory of this user", dir)
	}
	return nil
}

func (c *Cluster) removeSocketDir() error {
	return os.RemoveAll(c.socketDir)
}
