package world

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/s3d"
	"github.com/docmill/docmill/libs/natsconf"
	"github.com/docmill/docmill/tests/instance"
)

// serveVariable makes the test binary a NATS or object store process, so that these can be killed.
const serveVariable = "DOCMILL_CHAOS_SERVE"

// Main is for TestMain: it runs the tests, or the server as which a test started this binary.
func Main(m *testing.M, run func(*testing.M) int) int {
	kind := os.Getenv(serveVariable)
	if kind == "" {
		return run(m)
	}
	address, err := serve(kind, os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, kind+":", err)
		return 1
	}
	fmt.Println(address)
	select {} // until it is killed
}

// serverSettings are read from standard input.
type serverSettings struct {
	Dir, Listen          string
	Passwords            map[string]string // NATS
	AccessKey, SecretKey string            // object store
}

func serve(kind string, in io.Reader) (address string, err error) {
	var s serverSettings
	if err := json.NewDecoder(in).Decode(&s); err != nil {
		return "", err
	}
	ctx := context.Background()
	if kind == "nats" {
		server, err := natsd.Start(ctx, natsd.Config{
			StoreDir: s.Dir, Listen: s.Listen, Accounts: natsconf.Accounts(), Passwords: s.Passwords,
			MaxStore: contract.StorageBytes(), MaxPayload: contract.MaxPayload, Log: slog.New(slog.DiscardHandler),
		})
		if err != nil {
			return "", err
		}
		_, address, _ = strings.Cut(server.ClientURL(), "://")
		return address, nil
	}
	server, err := s3d.Start(ctx, s3d.Config{
		Dir: s.Dir, Listen: s.Listen, AccessKey: s.AccessKey, SecretKey: s.SecretKey,
	})
	if err != nil {
		return "", err
	}
	return server.Endpoint(), nil
}

// server is a NATS or an object store in a separate process.
type server struct {
	kind     string
	settings serverSettings
	cmd      *exec.Cmd
	exited   chan struct{}
}

func (s *server) start() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	s.cmd = exec.Command(self)
	s.cmd.Env = append(os.Environ(), serveVariable+"="+s.kind)
	s.cmd.Stderr = os.Stderr
	settings, err := json.Marshal(s.settings)
	if err != nil {
		return err
	}
	s.cmd.Stdin = strings.NewReader(string(settings))
	out, in, err := os.Pipe()
	if err != nil {
		return err
	}
	defer out.Close()
	s.cmd.Stdout = in
	exited := make(chan struct{})
	err = instance.Launch(s.cmd, func(error) { close(exited) })
	_ = in.Close()
	if err != nil {
		return err
	}
	s.exited = exited
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return fmt.Errorf("%s did not start: %w", s.kind, err)
	}
	if at := strings.TrimSpace(line); at != s.settings.Listen { // links read it from the first start on
		s.settings.Listen = at
	}
	return nil
}

// revive starts it if it has ended by itself.
func (s *server) revive() error {
	select {
	case <-s.exited:
		return s.start()
	default:
		return nil
	}
}

// kill ends it like a crash.
func (s *server) kill() {
	_ = s.cmd.Process.Signal(syscall.SIGKILL)
	<-s.exited
}
