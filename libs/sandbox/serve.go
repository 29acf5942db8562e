package sandbox

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"
)

// marker is the one argument by which a process knows that it is a child.
const marker = "sandbox-child"

// Job is one piece of work as the child sees it.
type Job struct {
	Header []byte
	Body   io.Reader // ends after Size bytes
	Size   int64
	// Ask asks the parent and waits for the answer; see WithAsked. Body must have been read to its end,
	// and the handler must not have returned. The job's time does not run while it waits.
	Ask func(question []byte) (answer []byte, err error)
}

// Handler answers jobs, one at a time. Its error is sent to the parent as text, and the child
// continues; a panic ends the child, because its state is unknown then. ctx ends at the caller's
// deadline, shortly before the child is killed.
type Handler func(ctx context.Context, job Job) ([]byte, error)

// Setup makes the child's handler from Config.Setup. It runs before the protections are applied: files
// that it opens stay open.
type Setup func(ctx context.Context, payload []byte) (Handler, error)

// settings is what the parent sends a child at its start.
type settings struct {
	Payload  []byte   `json:"payload,omitempty"`
	Limits   limits   `json:"limits"`
	ReadOnly []string `json:"readOnly,omitempty"`
	Programs []string `json:"programs,omitempty"`
}

// limits of a child process.
type limits struct {
	MemoryBytes int64 `json:"memoryBytes"`
	CPUSeconds  int64 `json:"cpuSeconds"` // of the process's whole life
	Tasks       int   `json:"tasks"`      // processes and threads
	// OwnUser means that the child's user namespace counts its processes separately.
	OwnUser bool `json:"ownUser,omitempty"`
}

// report is what a child reports once it is ready.
type report struct {
	Protections []Protection `json:"protections"`
}

// ServeIfChild returns at once in a process that was not started by a Pool. In a child it serves jobs
// until the parent closes the connection, and ends the process. It must be called first in main (or
// TestMain), before flags are read, files opened or goroutines started.
func ServeIfChild(setup Setup) {
	if len(os.Args) > 1 && os.Args[1] == programMarker {
		err := becomeProgram(os.Args[2:])
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if len(os.Args) != 2 || os.Args[1] != marker {
		return
	}
	if err := serveParent(setup); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}

func serveParent(setup Setup) error {
	stdin, stdout, err := takeStreams()
	if err != nil {
		return fmt.Errorf("take over standard streams: %w", err)
	}
	in := bufio.NewReaderSize(stdin, 64<<10)
	handler, err := begin(in, stdout, setup)
	if err != nil {
		return errors.Join(err, writeFrame(stdout, frame{Type: frameError, Header: []byte(err.Error())}))
	}
	for {
		f, err := readFrame(in, maxHeader)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil && f.Type != frameJob {
			err = fmt.Errorf("frame of kind %d instead of a job: %w", f.Type, errFrame)
		}
		if err == nil {
			err = serveJob(in, stdout, handler, f)
		}
		if err != nil {
			return fmt.Errorf("serve jobs: %w", err)
		}
	}
}

func begin(in io.Reader, out io.Writer, setup Setup) (Handler, error) {
	f, err := readFrame(in, maxSetup)
	if err != nil {
		return nil, fmt.Errorf("read settings: %w", err)
	}
	var s settings
	if err := json.Unmarshal(f.Header, &s); err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	handler, err := setup(context.Background(), s.Payload)
	if err != nil {
		return nil, fmt.Errorf("set up: %w", err)
	}
	// The collector runs more often before the parent's limit ends the child.
	debug.SetMemoryLimit(s.Limits.MemoryBytes / 4 * 3)
	protections := applyProtections(s)
	for _, w := range Missing(protections) {
		if protectionsExpected && isIndispensable(w.Name) {
			return nil, fmt.Errorf("the protection %q cannot be applied: %s", w.Name, w.Why)
		}
	}
	ready, err := json.Marshal(report{protections})
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return handler, writeFrame(out, frame{Type: frameReady, Header: ready})
}

func serveJob(in io.Reader, out io.Writer, handler Handler, f frame) error {
	ctx, budget := context.Background(), (*Budget)(nil)
	if f.Limit > 0 {
		var cancel context.CancelFunc
		budget, cancel = WithBudget(ctx, f.Limit)
		defer cancel()
		ctx = budget
	}
	body := &io.LimitedReader{R: in, N: f.Size}
	answer, err := handler(ctx, Job{Header: f.Header, Body: body, Size: f.Size, Ask: newAsk(in, out, body, budget)})
	// The rest of the body must not be read as the next job.
	if _, err := io.Copy(io.Discard, body); err != nil {
		return err
	}
	if err != nil {
		return writeFrame(out, frame{Type: frameError, Header: []byte(err.Error())})
	}
	return writeFrame(out, frame{Type: frameAnswer, Header: answer})
}

// limitOf is the time until ctx's deadline, at least 1; 0 if there is no deadline.
func limitOf(ctx context.Context) time.Duration {
	deadline, ok := ctx.Deadline()
	if !ok {
		return 0
	}
	return max(time.Until(deadline), 1)
}
