package world

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/chaos/fault"
)

// disk is a server's file system in memory, so that it can be full. Only its size changes.
type disk struct{ dir string }

// diskSize is the size of a disk with free space.
const diskSize = "2g"

// disks are those of the servers.
type disks struct{ nats, postgres, objects disk }

// MayMount returns why this process may not mount file systems, or nil.
func MayMount(t testing.TB) error {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		return fmt.Errorf("a disk that can be full needs the right to mount (root, CAP_SYS_ADMIN): %w", err)
	}
	return syscall.Unmount(dir, 0)
}

// newDisk mounts a disk until the test ends, or uses a folder, which cannot be full, if that is not permitted.
func (w *World) newDisk(name string) disk {
	w.t.Helper()
	d := disk{filepath.Join(w.dir, name)}
	require.NoError(w.t, os.Mkdir(d.dir, 0o711))
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", 0, "mode=711,size="+diskSize); err != nil {
		return d
	}
	w.t.Cleanup(func() {
		assert.NoError(w.t, syscall.Unmount(d.dir, syscall.MNT_DETACH))
	})
	return d
}

// fill leaves no free space. Concurrent writes may enlarge the disk, so it is measured again.
func (d disk) fill() error {
	const tries = 100
	var err error
	for range tries {
		var is syscall.Statfs_t
		if err := syscall.Statfs(d.dir, &is); err != nil {
			return err
		}
		used := (is.Blocks - is.Bfree) * uint64(is.Bsize) //nolint:gosec // a page
		if err = d.resize(fmt.Sprint(used)); !errors.Is(err, syscall.EINVAL) {
			return err
		}
	}
	return err
}

// empty restores the free space.
func (d disk) empty() error { return d.resize(diskSize) }

func (d disk) resize(size string) error {
	return syscall.Mount("tmpfs", d.dir, "tmpfs", syscall.MS_REMOUNT, "size="+size)
}

// FillDisk keeps a server's disk full during while. The server is not restarted meanwhile; if it ended, it
// is restarted afterwards.
func (w *World) FillDisk(server fault.Disk, while func()) error {
	lock, of := &w.natsLock, w.disks.nats
	switch server {
	case fault.PostgresDisk:
		lock, of = &w.pgLock, w.disks.postgres
	case fault.ObjectsDisk:
		lock, of = &w.objectsLock, w.disks.objects
	}
	lock.Lock()
	defer lock.Unlock()
	if err := of.fill(); err != nil {
		return err
	}
	while()
	if err := of.empty(); err != nil {
		return err
	}
	return w.revive(server)
}

// revive starts a server that ended, like an orchestrator.
func (w *World) revive(server fault.Disk) error {
	switch server {
	case fault.NATSDisk:
		return w.nats.revive()
	case fault.ObjectsDisk:
		return w.objects.revive()
	}
	w.mu.Lock()
	done := w.pg.Done()
	w.mu.Unlock()
	select {
	case <-done:
		return w.startPostgres()
	default:
		return nil
	}
}
