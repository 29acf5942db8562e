package pgd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// identityMode is how root runs PostgreSQL, which refuses root and needs a passwd entry for its user.
type identityMode int

const (
	// identityAuto chooses the first of the others that works.
	identityAuto identityMode = iota //nolint:unused // the zero value, which Config has unless a test says otherwise
	// identitySelf runs the server as the user of this process.
	identitySelf
	// identityNamespace uses a user namespace: root owns the files, so the cluster can be in root's home.
	identityNamespace
	// identityAccount runs it as an unprivileged account that owns the files.
	identityAccount
)

// identity is the user that runs the server and owns its files.
type identity struct {
	mode     identityMode
	name     string // of the account
	uid, gid int    // owner of the files, as this process sees it
	account  int    // uid inside the namespace
	group    int
}

// chooseIdentity determines how the server can run. Containers often forbid user namespaces, which only a trial shows.
func chooseIdentity(ctx context.Context, mode identityMode, bin binaries) (identity, error) {
	if os.Geteuid() != 0 {
		return identity{mode: identitySelf, uid: os.Geteuid(), gid: os.Getegid()}, nil
	}
	account, err := unprivilegedAccount()
	if err != nil {
		return identity{}, err
	}
	namespaced := account
	namespaced.mode, namespaced.uid, namespaced.gid = identityNamespace, 0, 0
	switch mode {
	case identityNamespace:
		return namespaced, nil
	case identityAccount:
		return account, nil
	}
	trial := exec.CommandContext(ctx, bin.postgres, "--version")
	trial.SysProcAttr = namespaced.attr()
	if trial.Run() == nil {
		return namespaced, nil
	}
	return account, ctx.Err()
}

func unprivilegedAccount() (identity, error) {
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.Atoi(u.Uid)
		if err != nil {
			continue
		}
		gid, err := strconv.Atoi(u.Gid)
		if err != nil {
			continue
		}
		return identity{mode: identityAccount, name: name, uid: uid, gid: gid, account: uid, group: gid}, nil
	}
	return identity{}, errors.New("postgres cannot run as root, and neither an account postgres nor nobody exists to " +
		"run it as")
}

// attr starts a process as the identity, in a separate process group, so that Ctrl-C in the terminal does not stop the
// server before its clients. If this process dies, the kernel sends the server the signal of a fast shutdown.
func (id identity) attr() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGINT}
	switch id.mode {
	case identityNamespace:
		attr.Cloneflags = syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: id.account, HostID: id.uid, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: id.group, HostID: id.gid, Size: 1}}
	case identityAccount:
		attr.Credential = &syscall.Credential{Uid: uint32(id.uid), Gid: uint32(id.gid)}
	}
	return attr
}

// own makes the identity the owner of path and its content. path is last, so that interrupted changes are repeated.
func (id identity) own(path string) error {
	if id.mode == identitySelf || id.owns(path) {
		return nil
	}
	err := filepath.WalkDir(path, func(p string, _ fs.DirEntry, err error) error {
		if err != nil || p == path {
			return err
		}
		return os.Lchown(p, id.uid, id.gid)
	})
	if err == nil {
		err = os.Lchown(path, id.uid, id.gid)
	}
	if err != nil {
		return fmt.Errorf("give %s to uid %d: %w", path, id.uid, err)
	}
	return nil
}

func (id identity) owns(path string) bool {
	info, err := os.Lstat(path)
	if err != nil {
		return false
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == id.uid
}

// reach lets another account enter dir. It returns an error if that account cannot enter a parent directory.
func (id identity) reach(dir string) error {
	if id.mode != identityAccount {
		return nil
	}
	if err := os.Chmod(dir, 0o711); err != nil {
		return fmt.Errorf("open %s to account %s: %w", dir, id.name, err)
	}
	for parent := filepath.Dir(dir); parent != "/"; parent = filepath.Dir(parent) {
		info, err := os.Stat(parent)
		if err != nil {
			return fmt.Errorf("way to %s: %w", dir, err)
		}
		if info.Mode().Perm()&0o001 == 0 && !id.owns(parent) {
			return fmt.Errorf("postgres runs as account %s and cannot enter %s (mode %04o), which contains its data; use a "+
				"data directory that others may enter, such as one under /var/lib",
				id.name, parent, info.Mode().Perm())
		}
	}
	return nil
}
