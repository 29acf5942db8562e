package s3d_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
)

// A process can hold one server only, so the tests that start one do not run
// in parallel.

const (
	accessKey = "docmill-test"
	secretKey = "not-a-secret-outside-this-test"
	bucket    = "papers"
)

func start(t *testing.T, cfg s3d.Config) *s3d.Server {
	t.Helper()
	if cfg.Dir == "" {
		cfg.Dir = t.TempDir()
	}
	cfg.AccessKey, cfg.SecretKey = accessKey, secretKey
	s, err := s3d.Start(t.Context(), cfg)
	require.NoError(t, err, "start")
	t.Cleanup(func() {
		assert.NoError(t, s.Shutdown(context.Background()), "shutdown")
	})
	return s
}

func client(t *testing.T, s *s3d.Server) *minio.Client {
	t.Helper()
	c, err := minio.New(s.Endpoint(), &minio.Options{
		Creds:     credentials.NewStaticV4(accessKey, secretKey, ""),
		Region:    s3d.Region,
		Transport: s.Transport(),
	})
	require.NoError(t, err)
	return c
}

func clientWithBucket(t *testing.T, s *s3d.Server) *minio.Client {
	t.Helper()
	c := client(t, s)
	require.NoError(t, c.MakeBucket(t.Context(), bucket, minio.MakeBucketOptions{}))
	return c
}

func putString(t *testing.T, c *minio.Client, key, content string, opts minio.PutObjectOptions) error {
	t.Helper()
	_, err := c.PutObject(t.Context(), bucket, key, strings.NewReader(content), int64(len(content)), opts)
	return err
}

func get(t *testing.T, c *minio.Client, key string, opts minio.GetObjectOptions) []byte {
	t.Helper()
	o, err := c.GetObject(t.Context(), bucket, key, opts)
	require.NoError(t, err)
	data, err := io.ReadAll(o)
	require.NoError(t, errors.Join(err, o.Close()), "get", key)
	return data
}

func requireCode(t *testing.T, err error, want string) {
	t.Helper()
	require.Equal(t, minio.ToErrorResponse(err).Code, want, "error", err, "has code")
}

func TestObjectPersistence(t *testing.T) {
	for name, sidecar := range map[string]bool{"attributes": false, "sidecar": true} {
		t.Run(name, func(t *testing.T) {
			before := filepath.Join(t.TempDir(), "before")
			if sidecar { // a store once begun with sidecar files keeps them
				require.NoError(t, os.MkdirAll(filepath.Join(before, "meta"), 0o700))
			}
			first := start(t, s3d.Config{Dir: before})
			if err := putString(t, clientWithBucket(t, first), "a", "kept",
				minio.PutObjectOptions{ContentType: "text/plain"}); err != nil {
				t.Fatal(err)
			}
			require.NoError(t, first.Shutdown(t.Context()))
			after := filepath.Join(t.TempDir(), "after")
			require.NoError(t, os.Rename(before, after))

			c := client(t, start(t, s3d.Config{Dir: after}))
			assert.Equal(t, string(get(t, c, "a", minio.GetObjectOptions{})), "kept", "content")
			info, err := c.StatObject(t.Context(), bucket, "a", minio.StatObjectOptions{})
			assert.NoError(t, err, "stat")
			assert.Equal(t, info.ContentType, "text/plain", "stat", info)
		})
	}
}

func TestWorkingDirectory(t *testing.T) {
	before, err := os.Getwd()
	require.NoError(t, err)
	c := clientWithBucket(t, start(t, s3d.Config{}))
	after, err := os.Getwd()
	require.NoError(t, err, "working directory moved from")
	require.Equal(t, after, before, "working directory moved from")
	t.Chdir(t.TempDir())
	assert.NoError(t, putString(t, c, "a", "b", minio.PutObjectOptions{}), "after a change of directory")
}

func TestNoStandardOutput(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stdout"))
	require.NoError(t, err)
	stdout := os.Stdout
	os.Stdout = file
	s := start(t, s3d.Config{})
	err = putString(t, clientWithBucket(t, s), "a", "b", minio.PutObjectOptions{})
	err = errors.Join(err, s.Shutdown(t.Context()))
	os.Stdout = stdout
	require.NoError(t, err)
	printed, err := os.ReadFile(file.Name())
	require.NoError(t, errors.Join(err, file.Close()))
	assert.Empty(t, printed, "printed")
}

func TestUnixSocket(t *testing.T) {
	short, err := os.MkdirTemp("", "s3d-")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	for name, path := range map[string]string{
		"short path":                 filepath.Join(short, "private", "s3.sock"),
		"path too long for sun_path": filepath.Join(t.TempDir(), strings.Repeat("d", 100), "s3.sock"),
	} {
		t.Run(name, func(t *testing.T) {
			s := start(t, s3d.Config{Listen: path})
			require.NoError(t, putString(t, clientWithBucket(t, s), "a", "b", minio.PutObjectOptions{}))
			info, err := os.Stat(filepath.Dir(path))
			if len(path) < 108 && (err != nil || info.Mode().Perm() != 0o700) {
				t.Errorf("directory of the socket: %v, %v", info, err)
			}
		})
	}
}

func TestStartErrors(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { _ = taken.Close() })
	public := filepath.Join(t.TempDir(), "public")
	require.NoError(t, os.Mkdir(public, 0o755))
	for name, tc := range map[string]struct {
		cfg  s3d.Config
		want string
	}{
		"port taken":       {s3d.Config{Dir: t.TempDir(), Listen: taken.Addr().String()}, taken.Addr().String()},
		"no directory":     {s3d.Config{}, "directory"},
		"not an address":   {s3d.Config{Dir: t.TempDir(), Listen: "nowhere"}, "nowhere"},
		"abstract socket":  {s3d.Config{Dir: t.TempDir(), Listen: "@docmill"}, "@docmill"},
		"public directory": {s3d.Config{Dir: t.TempDir(), Listen: filepath.Join(public, "s3.sock")}, "open to others"},
	} {
		t.Run(name, func(t *testing.T) {
			tc.cfg.AccessKey, tc.cfg.SecretKey = accessKey, secretKey
			s, err := s3d.Start(t.Context(), tc.cfg)
			if err == nil {
				_ = s.Shutdown(t.Context())
				t.Fatal("started")
			}
			require.Contains(t, err.Error(), tc.want, "error", err, "does not name")
		})
	}
}

func TestOneServerPerProcess(t *testing.T) {
	first := start(t, s3d.Config{})
	cfg := s3d.Config{Dir: t.TempDir(), AccessKey: accessKey, SecretKey: secretKey}
	if s, err := s3d.Start(t.Context(), cfg); err == nil {
		_ = s.Shutdown(t.Context())
		t.Fatal("a second server started")
	} else if !strings.Contains(err.Error(), "one instance per process") {
		t.Fatalf("second server: %v", err)
	}
	clientWithBucket(t, first) // the first is none the worse
	require.NoError(t, first.Shutdown(t.Context()))
	start(t, cfg)
}

// An idle keep-alive connection of a foreign client must not hold a shutdown up.
func TestShutdownWithIdleConnections(t *testing.T) {
	s := start(t, s3d.Config{})
	var web http.Client
	t.Cleanup(web.CloseIdleConnections)
	requireStatus(t, &web, http.MethodGet, fmt.Sprintf("http://%s/%s/a", s.Endpoint(), bucket), "", http.StatusNotFound)
	ctx, cancel := context.WithTimeout(t.Context(), testkit.Patience)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil { // the connection is still open
		t.Fatal(err)
	}
	<-s.Done()
}
