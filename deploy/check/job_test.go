package check_test

import (
	"regexp"
	"strings"
	"testing"
)

// Two releases can be applied in sequence: their Jobs have different names, and keep their logs.
func TestJobNamePerRelease(t *testing.T) {
	t.Parallel()
	source := mustRead(t, root+"/libs/version/version.go")
	match := regexp.MustCompile(`const Number = "([^"]+)"`).FindSubmatch(source)
	if match == nil {
		t.Fatal("libs/version declares no Number")
	}
	release, stream := strings.ReplaceAll(string(match[1]), ".", "-"), mustBuild(t)
	none(t, mustCluster(t, stream).JobProblems(release))
	for name, planted := range map[string]struct{ old, new, want string }{
		"same name":  {"name: provision-" + release, "name: provision", "want the name"},
		"vanishes":   {"backoffLimit: 10", "backoffLimit: 10\n  ttlSecondsAfterFinished: 600", "vanishes"},
		"ends early": {"backoffLimit: 10", "backoffLimit: 10\n  activeDeadlineSeconds: 900", "vanishes"},
		"no logs":    {"restartPolicy: Never", "restartPolicy: OnFailure", "is lost"},
	} {
		if !strings.Contains(stream, planted.old) {
			t.Fatalf("%q is not in the manifests", planted.old)
		}
		changed := mustCluster(t, strings.ReplaceAll(stream, planted.old, planted.new))
		t.Run(name, func(t *testing.T) { mention(t, changed.JobProblems(release), planted.want) })
	}
}
