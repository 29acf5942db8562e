package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// memoryWatch records the memory of all descendants. The system stores peaks, so one later look is enough.
type memoryWatch struct {
	quit     chan struct{}
	done     sync.WaitGroup
	maxBytes int64
}

func watchMemory() *memoryWatch {
	const interval = 20 * time.Millisecond
	m := &memoryWatch{quit: make(chan struct{})}
	m.done.Go(func() {
		ticker := time.NewTicker(interval)
		defer ticker.Stop()
		for {
			m.maxBytes = max(m.maxBytes, peakBelow(os.Getpid()))
			select {
			case <-m.quit:
				return
			case <-ticker.C:
			}
		}
	})
	return m
}

// stop returns the maximum memory of any process, in bytes; 0 without /proc.
func (m *memoryWatch) stop() int64 {
	close(m.quit)
	m.done.Wait()
	return m.maxBytes
}

func peakBelow(pid int) (most int64) {
	lists, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	if err != nil {
		return 0
	}
	for _, list := range lists {
		b, err := os.ReadFile(list)
		if err != nil {
			continue // it has ended
		}
		for _, field := range bytes.Fields(b) {
			if child, err := strconv.Atoi(string(field)); err == nil {
				most = max(most, peak(child), peakBelow(child))
			}
		}
	}
	return most
}

// peak reads VmHWM of proc_pid_status(5), in kibibytes.
func peak(pid int) int64 {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(b, []byte("VmHWM:"))
	fields := bytes.Fields(rest)
	if len(fields) == 0 {
		return 0
	}
	kib, err := strconv.ParseInt(string(fields[0]), 10, 64)
	if err != nil {
		return 0
	}
	return kib << 10
}
