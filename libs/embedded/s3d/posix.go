package s3d

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"syscall"

	"github.com/versity/versitygw/backend/meta"
	"github.com/versity/versitygw/backend/posix"
)

// openStore opens the backend: buckets in dir/buckets and, without extended attributes, metadata in dir/meta.
func openStore(dir string, log *slog.Logger) (*store, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("s3 store: %w", err)
	}
	s := &store{root: filepath.Join(dir, "buckets"), sync: syncPath}
	if err := os.MkdirAll(s.root, 0o700); err != nil {
		return nil, fmt.Errorf("s3 store: %w", err)
	}
	metadata, err := s.metadata(filepath.Join(dir, "meta"), log)
	if err != nil {
		return nil, err
	}
	opts := posix.PosixOpts{
		// The lock files guard against a second gateway process; dirlock does.
		ForceNoObjLockFile: true,
		// The ETag is the checksum that is computed anyway: MD5 takes several times as long.
		DataIntegrityEtag: true,
	}
	opts.SetNewDirPerm(0o700)
	opts.SetNewFilePerm(0o600)
	s.posix, err = newPosix(s.root, metadata, opts)
	if err != nil {
		return nil, fmt.Errorf("s3 store: %w", err)
	}
	return s, nil
}

// metadata prefers extended attributes, but a store that has sidecar files keeps them.
func (s *store) metadata(sidecarDir string, log *slog.Logger) (meta.MetadataStorer, error) {
	_, err := os.Lstat(sidecarDir)
	if os.IsNotExist(err) {
		err = probeXattr(s.root)
		if err == nil {
			return meta.XattrMeta{}, nil
		}
		log.Warn("file system without extended attributes: s3 metadata goes to sidecar files",
			slog.String("dir", s.root), slog.Any("cause", err))
		err = os.Mkdir(sidecarDir, 0o700)
	}
	if err != nil {
		return nil, fmt.Errorf("s3 metadata: %w", err)
	}
	files, err := meta.NewSideCar(sidecarDir)
	if err != nil {
		return nil, fmt.Errorf("s3 metadata: %w", err)
	}
	s.sidecarDir = sidecarDir
	return sidecar{MetadataStorer: files, root: s.root}, nil
}

func probeXattr(dir string) error {
	const probe = "probe"
	x := meta.XattrMeta{}
	if err := x.Test(dir); err != nil {
		return err
	}
	if err := x.StoreAttribute(nil, dir, "", probe, []byte{1}); err != nil {
		return err
	}
	return x.DeleteAttribute(dir, "", probe)
}

// newPosix calls posix.New, which changes the working directory to its root, on a thread with a separate
// working directory. The thread ends with the goroutine, which never unlocks it. If a container's seccomp
// profile forbids unshare(2), the process's directory changes during the call.
func newPosix(root string, metadata meta.MetadataStorer, opts posix.PosixOpts) (*posix.Posix, error) {
	var backend *posix.Posix
	var err error
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread()
		_ = syscall.Unshare(syscall.CLONE_FS)
		var dir string
		if dir, err = os.Getwd(); err != nil {
			return
		}
		if backend, err = posix.New(root, metadata, opts); err != nil {
			return
		}
		err = os.Chdir(dir)
	}()
	<-done
	return backend, err
}

// sidecar stores metadata by bucket name: with the backend's absolute paths, moving the directory would lose it.
type sidecar struct {
	meta.MetadataStorer

	root string
}

func (s sidecar) name(bucket string) string {
	if rel, err := filepath.Rel(s.root, bucket); err == nil {
		return rel
	}
	return bucket
}

func (s sidecar) RetrieveAttribute(f *os.File, bucket, object, attribute string) ([]byte, error) {
	return s.MetadataStorer.RetrieveAttribute(f, s.name(bucket), object, attribute)
}

func (s sidecar) StoreAttribute(f *os.File, bucket, object, attribute string, value []byte) error {
	return s.MetadataStorer.StoreAttribute(f, s.name(bucket), object, attribute, value)
}

func (s sidecar) DeleteAttribute(bucket, object, attribute string) error {
	return s.MetadataStorer.DeleteAttribute(s.name(bucket), object, attribute)
}

func (s sidecar) ListAttributes(bucket, object string) ([]string, error) {
	return s.MetadataStorer.ListAttributes(s.name(bucket), object)
}

func (s sidecar) DeleteAttributes(bucket, object string) error {
	return s.MetadataStorer.DeleteAttributes(s.name(bucket), object)
}

func (s sidecar) RenameObject(bucket, oldObject, newObject string) error {
	return s.MetadataStorer.RenameObject(s.name(bucket), oldObject, newObject)
}
