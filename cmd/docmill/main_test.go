package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/version"
	"github.com/docmill/docmill/services/extractor/child"
)

// asDocmill has the test binary run as docmill itself, with an exit status.
const asDocmill = "TEST_AS_DOCMILL"

func TestMain(m *testing.M) {
	child.Serve()
	if os.Getenv(asDocmill) != "" {
		os.Exit(run(os.Args[1:]))
	}
	os.Exit(m.Run())
}

func docmill(t *testing.T, dir string, args ...string) (status int, out, said string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
	cmd.Dir = dir
	cmd.Env = []string{asDocmill + "=1", "GORACE=atexit_sleep_ms=0", "PATH=" + os.Getenv("PATH"),
		"HOME=" + os.Getenv("HOME"), "TMPDIR=" + os.TempDir()}
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

func files(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "empty"), 0o700))
	for name, text := range map[string]string{"a.txt": "Total 1.00", "folder/b.txt": "Total 2.00"} {
		path := filepath.Join(dir, name)
		require.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
	}
	return dir
}

// For wrong input, every command prints one line per error, in plain words, and nothing to standard output.
func TestWrongInput(t *testing.T) {
	t.Parallel()
	dir := files(t)
	for line, c := range map[string]struct {
		status int
		said   string
	}{
		"":                                   {2, "expected one of"},
		"bogus":                              {2, "unexpected argument bogus"},
		"extract":                            {2, "See docmill extract --help."},
		"extract nope.pdf":                   {4, "docmill: no such file or folder: nope.pdf\n"},
		"extract empty":                      {4, "docmill: empty holds no files\n"},
		"extract a.txt/b":                    {4, "docmill: a part of a.txt/b is a file, not a folder\n"},
		"extract a.txt --workers few":        {2, `is "few", want a whole number`},
		"extract a.txt --timeout 5":          {2, `--timeout: is "5", want a duration like "90s" or "5m"`},
		"extract a.txt --format xml":         {2, "--format must be one of"},
		"extract a.txt --document-type poem": {2, `--document-type: "poem" is none of auto, invoice,`},
		"extract a.txt --document-type a@0":  {2, `--document-type: "a@0" is none of auto, invoice,`},
		"extract a.txt --document-type acme_payslip@2": {2,
			"only an account of a service has saved types: add --server"},
		"extract a.txt --document-type acme_payslip --schema s.json --server http://a --api-key b": {2,
			"--schema cannot be combined with the document type"},
		"extract a.txt --schema nope":                           {2, "docmill: --schema: no such file or folder: nope\n"},
		"extract a.txt --schema a.txt":                          {2, "docmill: --schema a.txt: schema: is not valid JSON"},
		"extract a.txt --server http://x":                       {2, "--server needs a key"},
		"extract a.txt --server http://127.0.0.1:1 --key x":     {5, "docmill: http://127.0.0.1:1 cannot be reached: "},
		"extract a.txt --server http://x --ignore-embedded-xml": {2, "--ignore-embedded-xml cannot be combined"},
		"extract a.txt --format xlsx":                           {2, "--format xlsx needs a file"},
		"extract a.txt nope.pdf -o x.xlsx --no-recursive":       {3, "docmill: no such file or folder: nope.pdf\n"},
		"extract a.txt -o nope/x.csv":                           {1, "docmill: nope/x.csv cannot be written: "},
		"help nonsense":                                         {2, `there is no command "nonsense"`},
		"inspect nope.pdf":                                      {1, "docmill: no such file or folder: nope.pdf\n"},
		"inspect folder":                                        {1, "docmill: folder is a folder, not a file\n"},
		"inspect a.txt --width wide":                            {2, `--width: is "wide", want a whole number`},
		"eval nope":                                             {1, "docmill: no such file or folder: nope\n"},
		"eval a.txt":                                            {1, "docmill: a.txt is a file; name the folder of its manifest.jsonl\n"},
		"eval folder":                                           {1, "docmill: folder has no manifest.jsonl"},
		"eval folder --fail-under x":                            {2, "--fail-under"},
		"bench":                                                 {2, "docmill: bench run: --server or DOCMILL_URL is needed"},
		"bench --server http://x":                               {2, "--server needs a key"},
		"bench --server http://x --key k --mix poem":            {2, `"poem" is no operation`},
		"bench --server http://x --key k --mix file":            {2, "--files and the operation file"},
		"bench --server http://x --key k --rate=-1":             {2, "--rate: want requests a second"},
		"bench --server http://x --key k --duration 0s":         {2, "without --duration, --requests is needed"},
		"bench --server http://x --key k --workers 0":           {2, "want at least 1"},
		"bench --server http://x --key k --arrivals never":      {2, "--arrivals must be one of"},
		"bench --server http://x --keys nope":                   {2, "docmill: --keys: no such file or folder: nope\n"},
		"bench --server http://x --key k --traces nope":         {2, "docmill: --traces: no such file or folder: nope\n"},
		"bench run --server http://127.0.0.1:1 --key k":         {5, "docmill: http://127.0.0.1:1 cannot be reached: "},
		"bench compare a.txt a.txt":                             {2, "docmill: a.txt is no report"},
		"bench compare nope a.txt":                              {2, "docmill: no such file or folder: nope\n"},
		"account list":                                          {5, "docmill: no docmill has run in ./.docmill"},
		"account create name --plan gold":                       {2, `"gold" is no plan`},
		"account set-plan acct_1 gold":                          {2, `"gold" is no plan`},
		"account set-retention acct_1 long":                     {2, `"long" is no retention`},
		"key create acct_1":                                     {2, "See docmill key create --help."},
		"key revoke key_1 --data-dir nope":                      {5, "docmill: no docmill has run in nope"},
		"user invite acct_1 a@b.example --role x":               {2, `"x" is no role`},
		"user set-role user_1 x":                                {2, `"x" is no role`},
		"user link user_1 --data-dir nope":                      {5, "docmill: the public address of the gateway is unknown"},
		"deadletter list":                                       {5, "docmill: no docmill has run in ./.docmill"},
		"deadletter list --about *":                             {2, `--about: "*" is no id`},
		"deadletter show x":                                     {2, `--number: is "x", want a whole number`},
		"deadletter retry":                                      {2, "name dead letters by number"},
		"deadletter retry 1 --all":                              {2, "name dead letters by number"},
		"deadletter drop --all":                                 {2, "--yes is needed"},
		"deadletter drop --all --yes":                           {5, "docmill: no docmill has run in ./.docmill"},
		"doctor":                                                {5, "docmill: no docmill has run in ./.docmill"},
		"doctor --max-wait 0s":                                  {2, "--max-wait: want a duration above zero"},
		"provision":                                             {2, "docmill: DOCMILL_AUTH_DATABASE_PASSWORD is not set\n"},
		"up --listen here":                                      {2, `DOCMILL_LISTEN: "here" is no address`},
		"up --data-dir a.txt":                                   {1, "is a file, not a folder\n"},
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			status, out, said := docmill(t, dir, strings.Fields(line)...)
			assert.True(t, status == c.status && strings.Contains(said, c.said),
				"status", status, said, "want", c.status, c.said)
			assert.Equal(t, out, "", "standard output")
			for l := range strings.Lines(said) {
				if !strings.HasPrefix(l, "docmill: ") && !strings.HasPrefix(l, "See docmill") ||
					strings.HasPrefix(l, "docmill: docmill") {
					t.Errorf("line %q", l)
				}
			}
			for _, inner := range []string{"*fs.", "lstat ", "stat ", "open ", "mkdir ", "64 bit int", "goroutine", "panic"} {
				assert.NotContains(t, said, inner)
			}
		})
	}
}

// Readable files have records, and no others.
func TestExtractUnreadableFiles(t *testing.T) {
	t.Parallel()
	status, out, said := docmill(t, files(t), "extract", "--format", "jsonl", "nope.pdf", "a.txt",
		"empty", "folder")
	// With the race detector the program has one protection less, and reports it.
	if first, rest, _ := strings.Cut(said, "\n"); strings.Contains(first, "less protection") {
		said = rest
	}
	assert.True(t, status == 3 && said == "docmill: no such file or folder: nope.pdf\ndocmill: empty holds no files\n",
		"status", status, said)
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 2 || !strings.Contains(lines[0], `"fileName":"a.txt"`) ||
		!strings.Contains(lines[1], `"fileName":"b.txt"`) {
		t.Errorf("%q", out)
	}
}

// Each format has the same content on standard output, in a file, and in a folder.
func TestExtractFormats(t *testing.T) {
	t.Parallel()
	dir := files(t)
	run := func(args ...string) string {
		t.Helper()
		status, out, said := docmill(t, dir, append([]string{"extract", "folder", "a.txt"}, args...)...)
		assert.Equal(t, status, 0, args, "status", said)
		return out
	}
	content := func(name string) string {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(dir, name))
		assert.NoError(t, err)
		return string(b)
	}
	out := run("--output", "ndjson")
	assert.True(t, strings.Count(out, "\n") == 2 && strings.Count(out, `"status":"completed"`) == 2, out)
	out = run("--format", "csv")
	assert.True(t, strings.Count(out, "\r\n") == 3 && strings.Contains(out, "\r\next_"), out)
	for name, begins := range map[string]string{"x.csv": "id,status", "x.xlsx": "PK", "x.ndjson": `{"id"`, "x.out": "{\n"} {
		if out := run("-o", name); out != "" || !strings.HasPrefix(content(name), begins) {
			t.Errorf("%s: %q, %.20q", name, out, content(name))
		}
	}
	if out := run("--out-dir", "records"); !strings.HasPrefix(out, "FILE ") || strings.Count(out, "\n") != 3 ||
		!strings.Contains(content("records/a.txt.json"), `"fileName": "a.txt"`) ||
		!strings.Contains(content("records/b.txt.json"), `"fileName": "b.txt"`) {
		t.Errorf("%q", out)
	}
	for _, left := range []string{"*-*", ".*-*"} {
		names, _ := filepath.Glob(filepath.Join(dir, left))
		assert.Empty(t, names, "are left")
	}
}

func TestExtractStandardInput(t *testing.T) {
	t.Parallel()
	cmd := exec.CommandContext(t.Context(), os.Args[0], "extract", "-", "--stdin-name", "mail.txt", "--format", "jsonl")
	folder := t.TempDir()
	cmd.Env = append(os.Environ(), asDocmill+"=1", "TMPDIR="+folder)
	cmd.Stdin = strings.NewReader("Total 3.00")
	out, err := cmd.Output()
	require.NoError(t, err)
	assert.Contains(t, string(out), `"fileName":"mail.txt","fileSize":10,`)
	left, _ := filepath.Glob(filepath.Join(folder, "docmill-stdin-*"))
	assert.Empty(t, left, "are left")
}

// Files that are not documents are named and not extracted; hidden files are not named.
func TestExtractSkippedFiles(t *testing.T) {
	t.Parallel()
	dir := files(t)
	for name, text := range map[string]string{"folder/x.json": "{}", "folder/x.bin": "\x00\x01", "folder/.git/x.txt": "x"} {
		path := filepath.Join(dir, name)
		require.NoError(t, errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)))
	}
	status, out, said := docmill(t, dir, "extract", "folder", "--format", "table")
	if status != 0 || strings.Count(out, "\n") != 2 ||
		!strings.HasSuffix(said, "docmill: skipped because the format is not supported: folder/x.bin, folder/x.json\n") {
		t.Errorf("status %d, %s, %s", status, out, said)
	}
	_, _, said = docmill(t, dir, "extract", "folder", "-q")
	assert.NotContains(t, said, "skipped", "--quiet")
	status, _, said = docmill(t, dir, "extract", ".", "--no-recursive", "--format", "table")
	assert.True(t, status == 0 && !strings.Contains(said, "folder"), "status", status, said)
}

func TestCompletion(t *testing.T) {
	t.Parallel()
	for shell, want := range map[string]string{"bash": "complete -o default", "zsh": "bashcompinit", "fish": "complete -f -c docmill"} {
		status, script, said := docmill(t, t.TempDir(), "completion", shell)
		assert.True(t, status == 0 && strings.Contains(script, want), shell, "status", status, script, said)
	}
	for line, want := range map[string]string{
		"docmill acc":                          "account",
		"docmill account set-":                 "set-plan set-retention",
		"docmill account set-plan name ":       "Enterprise Free Pro Starter",
		"docmill extract --out":                "--out --out-dir",
		"docmill extract -q --format ":         "csv json jsonl ndjson table xlsx",
		"docmill extract --format=js":          "json jsonl",
		"docmill extract --document-type c":    "credit_note",
		"docmill extract a.pdf ":               "",
		"docmill extract -o x.csv --qui":       "--quiet",
		"docmill bench run --mix sc":           "scan",
		"docmill bench com":                    "compare",
		"docmill user set-role --account a u ": "member owner",
		"docmill ":                             "account backup bench completion deadletter doctor eval extract help inspect key learn nats-config objects provision restore up user version watch",
	} {
		cmd := exec.CommandContext(t.Context(), os.Args[0])
		cmd.Env = append(os.Environ(), asDocmill+"=1", "COMP_LINE="+line, fmt.Sprintf("COMP_POINT=%d", len(line)))
		out, err := cmd.Output()
		words := strings.Fields(string(out))
		slices.Sort(words)
		got := strings.Join(words, " ")
		assert.True(t, err == nil && got == want, line, got, "want", want, err)
	}
}

// A signal ends an extraction: there is no partial file, and the exit status reports it.
func TestExtractInterrupted(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for i := range 400 {
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("%d.txt", i)), []byte("Total 1.00"), 0o600))
	}
	cmd := exec.CommandContext(t.Context(), os.Args[0], "extract", dir, "--out-dir", "records", "-o", "all.csv")
	cmd.Dir = t.TempDir()
	cmd.Env = append(os.Environ(), asDocmill+"=1")
	var said bytes.Buffer
	cmd.Stderr = &said
	require.NoError(t, cmd.Start())
	for started := false; !started; { // the first record is there: it is under way
		records, _ := filepath.Glob(filepath.Join(cmd.Dir, "records", "*.json"))
		started = len(records) > 0
	}
	require.NoError(t, cmd.Process.Signal(os.Interrupt))
	err := cmd.Wait()
	if status := cmd.ProcessState.ExitCode(); status != 130 || !strings.HasSuffix(said.String(), "docmill: ended by a signal\n") {
		t.Errorf("status %d, %v, %s", status, err, &said)
	}
	left, _ := os.ReadDir(cmd.Dir)
	assert.Equal(t, len(left), 1, left)
}

// The manual names every flag of the commands that it describes.
func TestManualFlags(t *testing.T) {
	t.Parallel()
	manual, err := os.ReadFile("../../docs/cli.md")
	require.NoError(t, err)
	parser, err := kong.New(&cli{}, kong.Vars{"version": ""})
	require.NoError(t, err)
	for _, command := range []string{"extract", "watch"} {
		at, err := kong.Trace(parser, []string{command})
		require.NoError(t, err)
		for _, f := range at.Selected().Flags {
			if f.Name != "help" && !strings.Contains(string(manual), "--"+f.Name) {
				t.Errorf("%s --%s", command, f.Name)
			}
		}
	}
}

func TestCommandAndStatusHelp(t *testing.T) {
	t.Parallel()
	for topic, want := range map[string]string{
		"exit-status": "   5  unreachable   The service cannot be reached", "key create": "Usage: docmill key create <account>",
		"": "Usage: docmill <command>",
	} {
		status, out, _ := docmill(t, t.TempDir(), append([]string{"help"}, strings.Fields(topic)...)...)
		assert.True(t, status == 0 && strings.Contains(out, want), topic, "status", status, out)
	}
}

func TestVersionAndHelp(t *testing.T) {
	t.Parallel()
	for _, arg := range []string{"version", "--version"} {
		status, out, _ := docmill(t, t.TempDir(), arg)
		if status != 0 || !strings.HasPrefix(out, "docmill "+version.Number+" (") || strings.Count(out, "\n") != 1 {
			t.Errorf("%s: status %d, %q", arg, status, out)
		}
	}
	status, out, _ := docmill(t, t.TempDir(), "--help")
	assert.True(t, status == 0 && strings.Contains(out, "Exit status: 0"), "status", status, out)
}
