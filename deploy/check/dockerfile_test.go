package check_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/docmill/docmill/deploy/check"
)

const dockerfile = root + "/deploy/docker/Dockerfile"

func mustDockerfile(t *testing.T) check.Dockerfile {
	t.Helper()
	d, err := check.ParseDockerfile(bytes.NewReader(mustRead(t, dockerfile)))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func modules() []string {
	return []string{
		"libs", "libs/embedded", "engine", "cmd/docmill",
		"services/auth", "services/extractor", "services/gateway", "services/notifier", "services/quota",
	}
}

func TestDockerfileCopiesWhatIsThereAndRunsWithoutRoot(t *testing.T) {
	t.Parallel()
	d := mustDockerfile(t)
	none(t, d.SourceProblems(root, modules()))
	none(t, d.UserProblems("service", "extractor", "tool"))
}

func TestErrorsInTheDockerfileAreFound(t *testing.T) {
	t.Parallel()
	source := string(mustRead(t, dockerfile))
	parse := func(old, replacement string) (check.Dockerfile, error) {
		return check.ParseDockerfile(strings.NewReader(strings.ReplaceAll(source, old, replacement)))
	}
	if _, err := parse("ENTRYPOINT", "ENTRYPIONT"); err == nil {
		t.Error("an unknown instruction passes")
	}
	d, err := parse("COPY engine/go.mod", "COPY motor/go.mod")
	if err != nil {
		t.Fatal(err)
	}
	mention(t, d.SourceProblems(root, modules()), "motor/go.mod")
	mention(t, d.SourceProblems(root, modules()), "go.sum of engine")
	if d, err = parse("USER 65532:65532", "USER root"); err != nil {
		t.Fatal(err)
	}
	mention(t, d.UserProblems("service"), "numeric")
}
