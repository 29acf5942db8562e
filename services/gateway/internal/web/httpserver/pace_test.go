package httpserver_test

import (
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/web/httpserver"
)

// Clients of a certain speed, by a clock that moves when all wait.

func TestUploadPace(t *testing.T) {
	t.Parallel()
	pace := httpserver.Pace{Bytes: 10 << 10, Within: 500 * time.Millisecond}
	for name, c := range map[string]struct {
		piece, pieces int // bytes; 0 pieces never end
		every         time.Duration
		refused       bool
	}{
		"steady, longer than the bound": {8 << 10, 10, 120 * time.Millisecond, false},
		"just fast enough":              {10 << 10, 10, 499 * time.Millisecond, false},
		"trickle":                       {1, 0, 20 * time.Millisecond, true},
		"stopped":                       {20 << 10, 0, time.Hour, true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, end := net.Pipe()
				server := socket{end}
				var sending sync.WaitGroup
				sending.Go(func() {
					for n := 0; c.pieces == 0 || n < c.pieces; n++ {
						time.Sleep(c.every)
						if _, err := client.Write(make([]byte, c.piece)); err != nil {
							return
						}
					}
					_ = client.Close()
				})
				n, err := io.Copy(io.Discard, httpserver.NewBody(server, server, pace, -1))
				_ = server.Close()
				sending.Wait()
				if c.refused != apierror.Is(err, contract.CodeRequestTimeout) || !c.refused &&
					(err != nil || n != int64(c.piece*c.pieces)) {
					t.Errorf("%d bytes, %v", n, err)
				}
			})
		})
	}
}

// A client that keeps reading may take any time; one that stops is disconnected.
func TestResponsePace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		const timeout, pieces = time.Second, 20
		client, server := net.Pipe()
		sent := make(chan error, 1)
		go func() {
			_, err := io.Copy(server, httpserver.NewOutgoing(io.NopCloser(xs{}), server, timeout, func(error) {}))
			sent <- err
		}()
		for range pieces { // slower, in all, than the bound
			_, err := io.ReadFull(client, make([]byte, 32<<10))
			require.NoError(t, err, "cut although it was read")
			time.Sleep(timeout * 9 / 10)
		}
		stopped := time.Now()
		if err := <-sent; !errors.Is(err, os.ErrDeadlineExceeded) || time.Since(stopped) > timeout {
			t.Errorf("cut after %s: %v", time.Since(stopped), err)
		}
	})
}

// socket is a pipe end whose deadline can be set after the other end was closed, like TCP; the next read is io.EOF.
type socket struct{ net.Conn }

func (s socket) SetReadDeadline(t time.Time) error {
	if err := s.Conn.SetReadDeadline(t); !errors.Is(err, io.ErrClosedPipe) {
		return err
	}
	return nil
}

// xs never ends.
type xs struct{}

func (xs) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'x'
	}
	return len(p), nil
}
