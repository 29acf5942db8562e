package contract_test

import (
	"strings"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
)

func TestSubjectMatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		filter, subject string
		want            bool
	}{
		{"a.b", "a.b", true}, {"a.b", "a", false}, {"a.b", "a.b.c", false}, {"a.*", "a.b", true}, {"a.*", "a", false},
		{"a.*", "a.b.c", false}, {"a.>", "a", false}, {"a.>", "a.b.c", true}, {"*.b", "a.b", true}, {"a.*", "a.", false},
		{"a.>", "a.*", false}, {"a.*", "a.>", false}, {"", "", false}, {"a b", "a b", false},
	} {
		assert.Equal(t, contract.SubjectMatches(c.filter, c.subject), c.want, c.filter, "takes", c.subject)
	}
}

// The sender controls the header; only the subject that its rights imply is trusted.
func TestCheckDeadLetterOrigin(t *testing.T) {
	t.Parallel()
	const id = "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"
	command := contract.CommandSubject(contract.LaneSlow, id)
	for _, c := range []struct {
		dead, subject string
		ok            bool
	}{
		{contract.DeadLetterSubject(contract.StreamCommands, command), command, true},
		{contract.DeadLetterSubject(contract.StreamResults, contract.ResultSubject(id)), contract.ResultSubject(id), true},
		{contract.DeadLetterSubject(contract.StreamCommands, command), contract.ResultSubject(id), false},
		{contract.DeadLetterSubject(contract.StreamCommands, command), contract.RPCAuthAccountSetPlan, false},
		{contract.DeadLetterSubject(contract.StreamCommands, command), command + "x", false},
		{contract.DeadLetterSubject(contract.StreamCommands, command), "", false},
		{"docmill.dead.OTHER." + id, command, false}, {contract.ResultSubject(id), contract.ResultSubject(id), false},
	} {
		err := contract.CheckDeadLetterOrigin(c.dead, c.subject)
		assert.Equal(t, err == nil, c.ok, c.dead, "from", c.subject, err, "want ok")
	}
}

// A matching subject has the filter's literal tokens in their places.
func FuzzSubjectMatches(f *testing.F) {
	f.Add("docmill.result.*", "docmill.result.ext_1")
	f.Add("docmill.event.>", "docmill.event.a.b")
	f.Fuzz(func(t *testing.T, filter, subject string) {
		if !contract.SubjectMatches(filter, subject) {
			return
		}
		tokens := strings.Split(subject, ".")
		for i, want := range strings.Split(filter, ".") {
			if want == ">" {
				return
			}
			if want != "*" && want != tokens[i] {
				t.Errorf("%q takes %q", filter, subject)
			}
		}
	})
}
