package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/libs/sandbox/sandboxtest"
)

// kept is memory that a child keeps between jobs.
var kept string

// grown is memory that a child keeps.
var grown [][]byte

// order is a command for the test handler.
type order struct {
	Do  string `json:"do"`
	Arg string `json:"arg,omitempty"`
}

// asPool makes the test binary a process that only holds a pool.
const asPool = "SANDBOX_TEST_HOLD_POOL"

func TestMain(m *testing.M) {
	sandbox.ServeIfChild(setUp)
	sandboxtest.Pretend()
	if os.Getenv(asPool) != "" {
		holdPool()
	}
	os.Exit(m.Run())
}

func holdPool() {
	pool, err := sandbox.NewPool(context.Background(),
		sandbox.Config{Size: 1, MemoryBytes: 512 << 20, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	defer pool.Close()
	fmt.Println("ready")
	select {}
}

// setUp records the child's initial state before the protections are applied.
func setUp(_ context.Context, payload []byte) (sandbox.Handler, error) {
	if string(payload) == "refuse" {
		return nil, errors.New("will not start")
	}
	born := map[string][]string{"env": os.Environ(), "descriptors": descriptors(), "payload": {string(payload)}}
	return func(ctx context.Context, job sandbox.Job) ([]byte, error) {
		var o order
		if err := json.Unmarshal(job.Header, &o); err != nil {
			return nil, err
		}
		if o.Do == "born" {
			return json.Marshal(born)
		}
		return obey(ctx, o, job)
	}, nil
}

func descriptors() []string {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return []string{err.Error()}
	}
	var found []string
	for _, e := range entries {
		target, err := os.Readlink("/proc/self/fd/" + e.Name())
		if err == nil {
			found = append(found, e.Name()+" "+target)
		}
	}
	return found
}

func obey(ctx context.Context, o order, job sandbox.Job) ([]byte, error) {
	switch o.Do {
	case "echo":
		return io.ReadAll(job.Body)
	case "recall": // what was kept, which is then replaced
		before := kept
		kept = o.Arg
		return []byte(before), nil
	case "ask": // what the argument says, for as long as the answer is "again"
		if _, err := io.Copy(io.Discard, job.Body); err != nil {
			return nil, err
		}
		for {
			answer, err := job.Ask([]byte(o.Arg))
			if err != nil || string(answer) != "again" {
				return answer, errors.Join(err, ctx.Err())
			}
		}
	case "ask early":
		_, err := job.Ask(nil)
		return nil, err
	case "ignore": // the body
		return []byte("ignored"), nil
	case "fail":
		return nil, errors.New(o.Arg)
	case "noise":
		fmt.Println("{}\x00\x01 on standard output")
		fmt.Fprintln(os.Stderr, "on standard error")
		return []byte("quiet"), nil
	case "exit":
		fmt.Fprintln(os.Stderr, "giving up")
		os.Exit(3)
	case "panic":
		panic("toy panic")
	case "wait":
		<-ctx.Done()
		return []byte("waited"), nil
	case "hang":
		if o.Arg != "" {
			if err := exec.Command("sleep", o.Arg).Start(); err != nil {
				return nil, err
			}
		}
		for {
			time.Sleep(time.Hour)
		}
	case "grow": // by so many bytes
		size, err := strconv.Atoi(o.Arg)
		grown = append(grown, bytes.Repeat([]byte{1}, size))
		return nil, err
	case "hoard":
		return nil, hoard()
	case "spin":
		for n := 0; ; n++ {
			runtime.KeepAlive(n)
		}
	case "answer":
		return make([]byte, 4<<20), nil
	case "attack":
		return []byte(attack(o.Arg)), nil
	case "bomb":
		return nil, bomb(o.Arg)
	case "program":
		return program(ctx, o.Arg)
	}
	return nil, fmt.Errorf("unknown order %q", o.Do)
}

// hoard takes memory until it is stopped.
func hoard() error {
	var kept [][]byte
	for {
		b := make([]byte, 16<<20)
		for i := 0; i < len(b); i += 4096 {
			b[i] = 1
		}
		kept = append(kept, b)
		time.Sleep(5 * time.Millisecond)
		if len(kept) > 1000 {
			return errors.New("nobody stopped it")
		}
	}
}
