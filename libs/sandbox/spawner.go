package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"sync/atomic"
	"time"
)

// spawner starts children on one kept thread: Go may end others, which would kill their children (PR_SET_PDEATHSIG).
type spawner struct {
	requests chan func()
	// best is the index of the first isolation that the system allows.
	best atomic.Int32
}

func newSpawner() *spawner {
	s := &spawner{requests: make(chan func())}
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		for request := range s.requests {
			request()
		}
	}()
	return s
}

// close ends the thread; children must be gone.
func (s *spawner) close() { close(s.requests) }

func (s *spawner) onThread(f func() error) error {
	result := make(chan error, 1)
	s.requests <- func() { result <- f() }
	return <-result
}

// start starts a child, sends its settings and waits until it is ready.
func (s *spawner) start(ctx context.Context, cfg Config) (*child, []Protection, error) {
	ctx, cancel := context.WithTimeout(ctx, cfg.StartTimeout)
	defer cancel()
	c, protections, err := s.launch(cfg)
	if err != nil {
		return nil, nil, fmt.Errorf("start child process: %w", err)
	}
	defer context.AfterFunc(ctx, func() { c.kill(ctx.Err()) })()
	inside, err := c.awaitReady(cfg, slices.ContainsFunc(protections, isUserNamespace))
	if err != nil {
		c.discard(err)
		return nil, nil, fmt.Errorf("start child process: %w%s", errors.Join(err, ctx.Err()), c.stderr.quoted())
	}
	return c, append(protections, inside...), nil
}

// launch tries the isolations until the system allows one.
func (s *spawner) launch(cfg Config) (*child, []Protection, error) {
	ways := isolations()
	var refused error
	for i := int(s.best.Load()); ; i++ {
		c, err := s.spawn(cfg, ways[i])
		if err == nil {
			s.best.Store(int32(i))
			return c, outerProtections(ways, i, refused), nil
		}
		if i == len(ways)-1 {
			return nil, nil, err
		}
		refused = err
	}
}

// outerProtections returns the namespaces, with those that the chosen isolation lacks.
func outerProtections(ways []isolation, chosen int, refused error) []Protection {
	on := map[string]bool{}
	for _, name := range ways[chosen].names {
		on[name] = true
	}
	var protections []Protection
	for _, name := range []string{ProtectionUserNamespace, ProtectionNetworkNamespace, ProtectionPIDNamespace} {
		w := Protection{Name: name, On: on[name]}
		switch {
		case w.On:
		case refused != nil:
			w.Why = refused.Error()
		default:
			w.Why = "not available to this build of the program"
		}
		protections = append(protections, w)
	}
	return protections
}

func (s *spawner) spawn(cfg Config, way isolation) (*child, error) {
	path := executable
	if path == "" {
		var err error
		if path, err = os.Executable(); err != nil {
			return nil, err
		}
	}
	c := newChild(cfg)
	jobs, jobsIn, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer jobs.Close()
	answersOut, answers, err := os.Pipe()
	if err != nil {
		return nil, errors.Join(err, jobsIn.Close())
	}
	defer answers.Close()
	widen(jobsIn)
	c.jobs, c.answers = jobsIn, answersOut
	c.cmd = &exec.Cmd{
		Path: path, Args: []string{os.Args[0], marker}, Dir: "/",
		Env:   append([]string{}, cfg.Env...), // not nil, which would inherit the environment
		Stdin: jobs, Stdout: answers, Stderr: c.stderr,
		WaitDelay: time.Second, // a descendant that escaped may hold standard error
	}
	way.apply(c.cmd)
	if err := s.onThread(c.cmd.Start); err != nil {
		return nil, errors.Join(err, jobsIn.Close(), answersOut.Close())
	}
	cfg.cpu.begin(c.cmd.Process.Pid)
	go c.reap()
	return c, nil
}

func isUserNamespace(w Protection) bool { return w.Name == ProtectionUserNamespace && w.On }

// awaitReady sends the settings and reads the child's report.
func (c *child) awaitReady(cfg Config, ownUser bool) ([]Protection, error) {
	perJob := int64(cfg.CPUTime/time.Second) + 1
	s, err := json.Marshal(settings{
		Payload: cfg.Setup, ReadOnly: cfg.ReadOnly, Programs: cfg.Programs,
		Limits: limits{
			MemoryBytes: cfg.MemoryBytes, CPUSeconds: perJob * int64(cfg.MaxJobs), Tasks: maxTasks(), OwnUser: ownUser,
		},
	})
	if err != nil {
		return nil, err
	}
	if err := writeFrame(c.jobs, frame{Type: frameSetup, Header: s}); err != nil {
		return nil, err
	}
	f, err := readFrame(c.answers, maxHeader)
	switch {
	case err != nil:
		return nil, err
	case f.Type == frameError:
		return nil, &HandlerError{string(f.Header)}
	case f.Type != frameReady:
		return nil, errFrame
	}
	var r report
	if err := json.Unmarshal(f.Header, &r); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return r.Protections, nil
}
