package check_test

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

const dockerfile = root + "/deploy/docker/Dockerfile"

func mustDockerfile(t *testing.T) check.Dockerfile {
	t.Helper()
	d, err := check.ParseDockerfile(bytes.NewReader(mustRead(t, dockerfile)))
	noError(t, err)
	return d
}

// modules are those of the executables and every module of the repository that they replace.
func modules(t *testing.T) []string {
	t.Helper()
	local := regexp.MustCompile(`(?m)^\s*github\.com/docmill/docmill/(\S+) => \.`)
	found := map[string]bool{}
	for _, module := range []string{
		"cmd/docmill", "services/auth", "services/extractor", "services/gateway", "services/notifier", "services/quota",
	} {
		found[module] = true
		for _, m := range local.FindAllSubmatch(mustRead(t, root+"/"+module+"/go.mod"), -1) {
			found[string(m[1])] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// A folder that the build context leaves out cannot be copied.
func TestBuildContextModules(t *testing.T) {
	t.Parallel()
	kept := strings.Split(string(mustRead(t, root+"/.dockerignore")), "\n")
	for _, module := range modules(t) {
		folder, _, _ := strings.Cut(module, "/")
		if module == "lab" { // its requirements are looked up, nothing of it is built
			folder = "lab/go.mod"
		}
		if !slices.Contains(kept, "!"+folder) {
			t.Errorf(".dockerignore leaves out %s", module)
		}
	}
}

func TestDockerfileSourcesAndUser(t *testing.T) {
	t.Parallel()
	d := mustDockerfile(t)
	none(t, d.SourceProblems(root, modules(t)))
	none(t, d.UserProblems("service", "extractor", "extractor-tesseract", "tool"))
	none(t, d.OriginProblems("service", "extractor", "extractor-tesseract", "tool"))
}

// Without the tag, gRPC links html/template, and small services are a quarter larger.
func TestBuildWithoutTracePage(t *testing.T) {
	t.Parallel()
	for _, file := range []string{dockerfile, root + "/Makefile"} {
		if !regexp.MustCompile(`-tags[ =]grpcnotrace`).Match(mustRead(t, file)) {
			t.Errorf("%s builds with gRPC's trace page", file)
		}
	}
}

func TestDockerfileErrors(t *testing.T) {
	t.Parallel()
	source := string(mustRead(t, dockerfile))
	parse := func(old, replacement string) (check.Dockerfile, error) {
		return check.ParseDockerfile(strings.NewReader(strings.ReplaceAll(source, old, replacement)))
	}
	if _, err := parse("ENTRYPOINT", "ENTRYPIONT"); err == nil {
		t.Error("an unknown instruction passes")
	}
	d, err := parse("COPY engine/go.mod", "COPY motor/go.mod")
	noError(t, err)
	mention(t, d.SourceProblems(root, modules(t)), "motor/go.mod")
	mention(t, d.SourceProblems(root, modules(t)), "go.mod of engine")
	if d, err = parse("COPY engine engine", "COPY engine engine\nCOPY lab lab"); err != nil {
		t.Fatal(err)
	}
	mention(t, d.SourceProblems(root, modules(t)), "source of lab")
	if d, err = parse("USER 65532:65532", "USER root"); err != nil {
		t.Fatal(err)
	}
	mention(t, d.UserProblems("service"), "numeric")
	if d, err = parse("ARG GO_VERSION", "# syntax=docker/dockerfile:1.7\nARG GO_VERSION"); err != nil {
		t.Fatal(err)
	}
	none(t, d.OriginProblems()) // behind a comment it is a comment
	d, err = check.ParseDockerfile(strings.NewReader("# syntax=docker/dockerfile:1.7\n" +
		strings.ReplaceAll(source, `revision="$COMMIT"`, `revision="unknown"`)))
	noError(t, err)
	mention(t, d.OriginProblems("tool"), "docker/dockerfile:1.7")
	mention(t, d.OriginProblems("extractor"), "extractor: label org.opencontainers.image.revision")
}
