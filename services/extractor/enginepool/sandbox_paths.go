package enginepool

import (
	"os"
	"os/exec"
	"path/filepath"
)

// tessdataVariable names Tesseract's data directory in the environment.
const tessdataVariable = "TESSDATA_PREFIX"

// sandboxPaths returns what a child may read and execute, and the environment that points there: the
// text recognition program, its libraries and its data. Paths that do not exist are harmless.
func sandboxPaths() (env, readOnly, programs []string) {
	readOnly = []string{
		"/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
		"/usr/share/tesseract-ocr", "/usr/share/tessdata", "/usr/local/share/tessdata",
	}
	if dir := os.Getenv(tessdataVariable); dir != "" {
		env = append(env, tessdataVariable+"="+dir)
		readOnly = append(readOnly, dir)
	}
	program, err := exec.LookPath("tesseract")
	if err != nil {
		return env, readOnly, nil // documents that need it fail with an error that says so
	}
	env = append(env, "PATH="+filepath.Dir(program))
	return env, readOnly, []string{program}
}
