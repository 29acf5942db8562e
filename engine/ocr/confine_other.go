//go:build !linux

package ocr

import "os/exec"

func confine(cmd *exec.Cmd) {
	cmd.Cancel = func() error { return cmd.Process.Kill() }
}

func limit(int) error { return nil }
