package extractor

import (
	"os"
	"os/exec"
	"path/filepath"
)

// tessdataVariable names Tesseract's data directory in the environment.
const tessdataVariable = "TESSDATA_PREFIX"

// reach is what a child may see of the system: the program for text
// recognition, the libraries it is linked with and its data, and the
// environment that leads to them. Paths that do not exist are harmless.
func reach() (env, readOnly, programs []string) {
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
		return env, readOnly, nil // documents that need it will fail, saying so
	}
	env = append(env, "PATH="+filepath.Dir(program))
	return env, readOnly, []string{program}
}
