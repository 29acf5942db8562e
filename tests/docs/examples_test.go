package docs_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
	"github.com/docmill/docmill/tests/sample"
	"github.com/docmill/docmill/tests/toolchain"
)

var binary instance.Binary

func TestMain(m *testing.M) { os.Exit(instance.Main(m, binary.Build)) }

// language runs the examples of one language.
type language struct {
	name string
	// command returns a function that returns an example's command; it may build first.
	command func(t *testing.T) func(example string) program
	// takesFolder is true if the batch example expects a folder.
	takesFolder bool
}

// program is a command with its environment.
type program struct {
	command []string
	env     []string
}

func languages() []language {
	return []language{
		{name: "curl", command: func(t *testing.T) func(string) program {
			toolchain.Need(t, "curl", "jq")
			return func(example string) program {
				return program{command: []string{filepath.Join(examples, "curl", example+".sh")}}
			}
		}},
		{name: "go", takesFolder: true, command: func(t *testing.T) func(string) program {
			dir := t.TempDir()
			toolchain.Run(t, filepath.Join(examples, "go"), nil, "go", "build", "-o", dir+"/", "./...")
			return func(example string) program { return program{command: []string{filepath.Join(dir, example)}} }
		}},
		{name: "python", takesFolder: true, command: func(t *testing.T) func(string) program {
			python, env := toolchain.Python(t)
			return func(example string) program {
				return program{[]string{python, filepath.Join(examples, "python", example+".py")}, env}
			}
		}},
		{name: "typescript", takesFolder: true, command: func(t *testing.T) func(string) program {
			dir := compileExamples(t)
			return func(example string) program {
				return program{command: []string{"node", filepath.Join(dir, "out", example+".mjs")}}
			}
		}},
	}
}

// compileExamples compiles the TypeScript examples with the installed package and returns their folder.
func compileExamples(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "examples")
	toolchain.Copy(t, filepath.Join(examples, "typescript"), dir)
	modules := filepath.Join(dir, "node_modules")
	require.NoError(t, os.MkdirAll(modules, 0o700))
	require.NoError(t, os.Symlink(toolchain.TypeScript(t), filepath.Join(modules, "docmill")))
	toolchain.Run(t, dir, nil, "tsc", "-p", ".")
	return dir
}

// TestExamples runs the same scenario in every language.
func TestExamples(t *testing.T) {
	t.Parallel()
	inst := binary.Start(t, instance.Dir(t))
	all := languages()
	accounts := inst.NewAccounts(len(all) + len(guideEnds()))
	t.Run("guides", func(t *testing.T) {
		t.Parallel()
		testGuides(t, accounts[len(all):])
	})
	t.Run("languages", func(t *testing.T) {
		for i, l := range all {
			t.Run(l.name, func(t *testing.T) {
				t.Parallel()
				p := player{t: t, account: accounts[i], command: l.command(t)}
				p.play(l.takesFolder)
				if l.name == "python" {
					p.want("vendorName,currency,total\nHolzwerk Lindner GmbH,EUR,476.00\n", "frame")
				}
			})
		}
	})
}

// player runs one language's examples with its own account.
type player struct {
	t       *testing.T
	account instance.Account
	command func(example string) program
}

const invoice = "../../examples/invoice.pdf"

func (p player) play(takesFolder bool) {
	t := p.t
	p.want("invoice R-1001: 119.00 EUR\n", "extract", invoice)
	id, status, _ := strings.Cut(p.run("poll", invoice), " ")
	assert.True(t, regexp.MustCompile(`^ext_[0-9a-f-]{36}$`).MatchString(id) && status == "completed\n",
		"poll", id, status)
	first := p.run("retry", invoice)
	p.want(first, "retry", invoice)
	p.want("120.00 by human, was 119.00\n", "correct", id)
	p.batch(takesFolder)
	p.export(id)
	p.want("deleted\n", "delete", id)
	out, err := p.try("delete", id)
	assert.Error(t, err, "deleted twice", out)
}

func (p player) batch(takesFolder bool) {
	dir := p.t.TempDir()
	var paths []string
	for name, content := range map[string][]byte{"1.pdf": sample.Invoice("R-1"), "2.pdf": sample.Invoice("R-2"),
		"3.bin": {0x7f, 'E', 'L', 'F', 2, 1, 1, 0}} {
		path := filepath.Join(dir, name)
		require.NoError(p.t, os.WriteFile(path, content, 0o600))
		paths = append(paths, path)
	}
	if takesFolder {
		paths = []string{dir}
	}
	out := p.run("batch", paths...)
	for _, want := range []string{`(?m)^1\.pdf completed ext_\S+$`, `(?m)^2\.pdf completed ext_\S+$`,
		`(?m)^3\.bin rejected UNSUPPORTED_FORMAT$`} {
		if !regexp.MustCompile(want).MatchString(out) || strings.Count(out, "\n") != 3 {
			p.t.Errorf("batch: %q", out)
		}
	}
}

// export expects five documents, including the corrected one.
func (p player) export(corrected string) {
	rows, err := csv.NewReader(strings.NewReader(p.run("export"))).ReadAll()
	require.NoError(p.t, err)
	require.Equal(p.t, len(rows), 6, "rows")
	total := -1
	for i, name := range rows[0] {
		if name == "total" {
			total = i
		}
	}
	for _, row := range rows[1:] {
		want := "119.00"
		if row[0] == corrected {
			want = "120.00"
		}
		if row[total] != want {
			p.t.Errorf("the total of %s is %s, want %s", row[0], row[total], want)
		}
	}
}

func (p player) want(want, example string, args ...string) {
	p.t.Helper()
	assert.Equal(p.t, p.run(example, args...), want, example)
}

func (p player) run(example string, args ...string) string {
	p.t.Helper()
	out, err := p.try(example, args...)
	require.NoError(p.t, err, example)
	return out
}

func (p player) try(example string, args ...string) (string, error) {
	run := p.command(example)
	command := append(run.command, args...)
	cmd := exec.CommandContext(p.t.Context(), command[0], command[1:]...)
	cmd.Env = append(os.Environ(), run.env...)
	cmd.Env = append(cmd.Env, "DOCMILL_URL="+p.account.URL, "DOCMILL_API_KEY="+p.account.Key)
	var out, log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &log
	if err := cmd.Run(); err != nil {
		return out.String(), fmt.Errorf("%w\n%s%s", err, &out, &log)
	}
	return out.String(), nil
}
