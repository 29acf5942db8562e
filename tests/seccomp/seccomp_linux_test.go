// Package seccomp_test reads a document under the seccomp profile of the deployments: every protection of
// child processes must work with it.
package seccomp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

const (
	root    = "../.."
	profile = root + "/deploy/seccomp/extractor.json"
	// underFilter names a file of BPF instructions that the process installs before it executes its arguments.
	underFilter = "DOCMILL_TEST_UNDER_FILTER"
	// user is that of the images.
	user = 65532
)

var docmill instance.Binary

func TestMain(m *testing.M) {
	if file := os.Getenv(underFilter); file != "" {
		fmt.Fprintln(os.Stderr, become(file, os.Args[1:]))
		os.Exit(3)
	}
	os.Exit(instance.Main(m, docmill.Build))
}

// become drops root, installs the filter and executes a program. It returns only with an error.
func become(file string, args []string) error {
	code, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	if os.Geteuid() == 0 {
		err := errors.Join(syscall.Setgroups(nil), syscall.Setgid(user), syscall.Setuid(user))
		if err != nil {
			return err
		}
	}
	runtime.LockOSThread() // the filter is the thread's that runs the program
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	const size = int(unsafe.Sizeof(unix.SockFilter{}))
	program := unix.SockFprog{Len: uint16(len(code) / size), Filter: (*unix.SockFilter)(unsafe.Pointer(&code[0]))}
	if _, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, 0,
		uintptr(unsafe.Pointer(&program))); errno != 0 {
		return errno
	}
	return syscall.Exec(args[0], args, os.Environ())
}

// rule is one of a profile, in the form of Docker and of OCI.
type rule struct {
	Names    []string
	Action   string
	ErrnoRet uint32
}

// compile compiles the profile like a container engine: calls without a rule fail, other architectures' are skipped.
func compile(t *testing.T, rules []rule) []byte {
	t.Helper()
	numbers := callNumbers(t)
	audit := map[string]uint32{"amd64": unix.AUDIT_ARCH_X86_64, "arm64": unix.AUDIT_ARCH_AARCH64}[runtime.GOARCH]
	const load, equal, answer = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K,
		unix.BPF_RET | unix.BPF_K
	refuse := unix.SockFilter{Code: answer, K: unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)}
	filter := []unix.SockFilter{{Code: load, K: 4}, {Code: equal, Jt: 1, K: audit}, refuse, {Code: load, K: 0}}
	for _, r := range rules {
		verdict := unix.SECCOMP_RET_ERRNO | r.ErrnoRet
		if r.Action == "SCMP_ACT_ALLOW" {
			verdict = unix.SECCOMP_RET_ALLOW
		}
		for _, name := range r.Names {
			if number, ok := numbers[name]; ok {
				filter = append(filter, unix.SockFilter{Code: equal, Jf: 1, K: number},
					unix.SockFilter{Code: answer, K: verdict})
			}
		}
	}
	filter = append(filter, refuse)
	return slices.Clone(unsafe.Slice((*byte)(unsafe.Pointer(&filter[0])), len(filter)*int(unsafe.Sizeof(refuse))))
}

// callNumbers are this machine's system calls by name, as in golang.org/x/sys.
func callNumbers(t *testing.T) map[string]uint32 {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "golang.org/x/sys").Output()
	require.NoError(t, err)
	file := filepath.Join(strings.TrimSpace(string(out)), "unix", "zsysnum_linux_"+runtime.GOARCH+".go")
	source, err := os.ReadFile(file)
	require.NoError(t, err)
	numbers := map[string]uint32{}
	for _, m := range regexp.MustCompile(`SYS_(\w+)\s+= (\d+)`).FindAllSubmatch(source, -1) {
		number, err := strconv.ParseUint(string(m[2]), 10, 32)
		require.NoError(t, err)
		numbers[strings.ToLower(string(m[1]))] = uint32(number)
	}
	return numbers
}

// read has docmill read a document under the rules with every protection. dir holds the compiled engine.
func read(t *testing.T, dir string, rules []rule) (string, error) {
	t.Helper()
	filter, document := filepath.Join(dir, "filter"), filepath.Join(dir, "invoice.pdf")
	pdf, err := os.ReadFile(root + "/examples/invoice.pdf")
	if err == nil {
		err = errors.Join(os.WriteFile(document, pdf, 0o600), os.WriteFile(filter, compile(t, rules), 0o600))
	}
	if err == nil && os.Geteuid() == 0 {
		err = errors.Join(os.Chown(dir, user, user), os.Chown(document, user, user), os.Chown(filter, user, user))
	}
	require.NoError(t, err)
	cmd := exec.CommandContext(t.Context(), os.Args[0], docmill.Path, "extract", document)
	cmd.Env = []string{
		underFilter + "=" + filter, "HOME=" + dir, "TMPDIR=" + dir, "DOCMILL_SANDBOX=require",
		"DOCMILL_ENGINE_CACHE_DIR=" + dir,
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func shipped(t *testing.T) []rule {
	t.Helper()
	source, err := os.ReadFile(profile)
	require.NoError(t, err)
	var p struct {
		DefaultAction   string
		DefaultErrnoRet uint32
		Syscalls        []rule
	}
	require.NoError(t, json.Unmarshal(source, &p))
	require.True(t, p.DefaultAction == "SCMP_ACT_ERRNO" && p.DefaultErrnoRet == uint32(unix.EPERM),
		"what no rule names", p.DefaultAction, p.DefaultErrnoRet)
	return p.Syscalls
}

func TestProtectionsWithProfile(t *testing.T) {
	if err := os.Chmod(filepath.Dir(docmill.Path), 0o755); err != nil { //nolint:gosec // another user runs it
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "docmill-seccomp")
	require.NoError(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	out, err := read(t, dir, shipped(t))
	require.True(t, err == nil && strings.Contains(out, "R-1001"), err, out)
	// If a protection's system call is missing, the document is not read.
	for call, missing := range map[string]string{"landlock_create_ruleset": "files"} {
		rules := shipped(t)
		for i := range rules {
			rules[i].Names = slices.DeleteFunc(slices.Clone(rules[i].Names), func(name string) bool { return name == call })
		}
		out, err := read(t, dir, rules)
		assert.True(t, err != nil && strings.Contains(out, missing), "without", call, err, out)
	}
}
