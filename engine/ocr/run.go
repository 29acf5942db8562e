package ocr

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// Limits of one run.
const (
	maxOutput  = 64 << 20
	maxMessage = 2 << 10
	killDelay  = 2 * time.Second
)

// run starts Tesseract with input on its standard input and returns its output. The child gets a minimal
// environment.
func (r *tesseract) run(ctx context.Context, input []byte, args ...string) ([]byte, error) {
	// The kernel kills the child when the thread that started it ends, so the thread must outlive the
	// child.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()

	cmd := exec.CommandContext(ctx, r.program, args...)
	// One thread: the service processes one document per core, and Tesseract's threads cost more than they
	// gain.
	cmd.Env = []string{"OMP_THREAD_LIMIT=1"}
	if r.dataDir != "" {
		cmd.Env = append(cmd.Env, dataVariable+"="+r.dataDir)
	}
	cmd.Dir = "/"
	cmd.Stdin = bytes.NewReader(input)
	out, messages := &limitedBuffer{limit: maxOutput}, &limitedBuffer{limit: maxMessage, drop: true}
	cmd.Stdout, cmd.Stderr = out, messages
	cmd.WaitDelay = killDelay
	if err := r.start(cmd); err != nil {
		return nil, err
	}
	err := cmd.Wait()
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("tesseract was stopped: %w", context.Cause(ctx))
	case err != nil:
		return nil, fmt.Errorf("tesseract: %w: %s", err, strings.TrimSpace(messages.String()))
	}
	return out.Bytes(), nil
}

func (r *tesseract) start(cmd *exec.Cmd) error {
	if r.confine != nil {
		r.confine(cmd)
	} else {
		confine(cmd)
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("start tesseract: %w", err)
	}
	if r.confine != nil {
		return nil
	}
	if err := limit(cmd.Process.Pid); err != nil {
		_ = cmd.Cancel()
		_ = cmd.Wait()
		return fmt.Errorf("limit tesseract: %w", err)
	}
	return nil
}

var errTooMuch = errors.New("tesseract writes too much")

// limitedBuffer accepts at most limit bytes and drops the rest, or ends the writer.
type limitedBuffer struct {
	bytes.Buffer
	limit int
	drop  bool
}

// Write implements io.Writer.
func (b *limitedBuffer) Write(p []byte) (int, error) {
	room := b.limit - b.Len()
	if len(p) <= room {
		return b.Buffer.Write(p)
	}
	if !b.drop {
		return 0, errTooMuch
	}
	_, _ = b.Buffer.Write(p[:max(room, 0)])
	return len(p), nil
}
