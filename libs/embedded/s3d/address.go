package s3d

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"
)

const (
	defaultListen = "127.0.0.1:0"
	// socketHost is the host name for a Unix socket in URLs and signatures.
	socketHost = "localhost"
	// maxSocketPath is sun_path of sockaddr_un (unix(7)) less its final zero.
	maxSocketPath = 107
)

type address struct {
	network, listen, endpoint string
	// anyPort reports that the server may select the port.
	anyPort bool
	// tempDir is a temporary directory for the socket.
	tempDir string
}

func resolve(ctx context.Context, listen string) (address, error) {
	switch {
	case listen == "":
		return resolveTCP(ctx, defaultListen)
	case strings.HasPrefix(listen, "@"):
		return address{}, fmt.Errorf("s3 listen address %q: an abstract socket cannot be restricted to its owner; use a path",
			listen)
	case filepath.IsAbs(listen):
		return resolveSocket(listen)
	default:
		return resolveTCP(ctx, listen)
	}
}

// resolveTCP selects the port if it is 0, because the gateway does not report the port it got.
func resolveTCP(ctx context.Context, listen string) (address, error) {
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return address{}, fmt.Errorf("s3 listen address %q: %w", listen, err)
	}
	if port != "0" {
		return address{network: "tcp", listen: listen, endpoint: listen}, nil
	}
	var lc net.ListenConfig
	l, err := lc.Listen(ctx, "tcp", listen)
	if err != nil {
		return address{}, fmt.Errorf("s3 cannot listen on %s: %w", listen, err)
	}
	_, port, err = net.SplitHostPort(l.Addr().String())
	if err = errors.Join(err, l.Close()); err != nil {
		return address{}, fmt.Errorf("find a free port on %s: %w", host, err)
	}
	free := net.JoinHostPort(host, port)
	return address{network: "tcp", listen: free, endpoint: free, anyPort: true}, nil
}

// resolveSocket makes the socket's directory private, or uses a short one if the path is too long for the kernel.
func resolveSocket(path string) (address, error) {
	a := address{network: "unix", listen: path, endpoint: socketHost}
	if len(path) > maxSocketPath {
		dir, err := os.MkdirTemp("", "docmill-s3-")
		if err != nil {
			return address{}, fmt.Errorf("directory for the s3 socket: %w", err)
		}
		a.listen, a.tempDir = filepath.Join(dir, "s3.sock"), dir
		return a, nil
	}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return address{}, fmt.Errorf("directory for the s3 socket: %w", err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return address{}, fmt.Errorf("directory for the s3 socket: %w", err)
	}
	if info.Mode().Perm()&0o077 != 0 {
		return address{}, fmt.Errorf("directory %s of the s3 socket is open to others (mode %04o, want 0700)", dir,
			info.Mode().Perm())
	}
	return a, nil
}

func (a address) remove() error {
	if a.tempDir == "" {
		return nil
	}
	return os.RemoveAll(a.tempDir)
}
