package extractor_test

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/embedded/natsd"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/sandbox"
	"github.com/docmill/docmill/libs/sandbox/sandboxtest"
	"github.com/docmill/docmill/libs/telemetry"
	"github.com/docmill/docmill/services/extractor"
	"github.com/docmill/docmill/services/extractor/enginepool"
)

// A process never reads documents of two accounts.
func TestProcessPerOwner(t *testing.T) {
	t.Parallel()
	f := start(t, nil)
	seen := map[string]int{}
	for _, tenant := range []string{"a", "b", "a", "", "a", "b", ""} {
		id := f.submit(sayCount, func(c *contract.ClaimReply) { c.AccountHash = tenant })
		r := f.result(id)
		require.Equal(t, r.Outcome, contract.OutcomeCompleted, "result", r)
		seen[tenant]++
		// The process may have been restarted meanwhile.
		got := string(r.Extraction.Data)
		if allowed := upTo(seen[tenant]); tenant == "" && got != upTo(1)[0] || !slices.Contains(allowed, got) {
			t.Errorf("the process of %q has had %s", tenant, got)
		}
	}
}

// upTo lists the answers to the first documents of a process.
func upTo(n int) []string {
	var all []string
	for i := range n {
		all = append(all, `{"total":"`+string(rune('1'+i))+`"}`)
	}
	return all
}

// An engine without a required protection does not start.
func TestSandboxEngine(t *testing.T) {
	t.Parallel()
	cfg := enginepool.Config{Workers: 1, MemoryBytes: 1 << 30, OCRLanguages: scripted,
		Sandbox: enginepool.SandboxPrefer}
	e, err := enginepool.New(t.Context(), cfg, slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	missing := sandbox.Missing(e.Protections())
	e.Close()
	if sandboxtest.Here() == sandboxtest.WithoutNamespaces && len(missing) != 3 {
		t.Errorf("missing %v", missing)
	}
	cfg.Sandbox = enginepool.SandboxRequire
	e, err = enginepool.New(t.Context(), cfg, slog.New(slog.DiscardHandler))
	if err == nil {
		e.Close()
	}
	var refused *sandbox.MissingError
	assert.Equal(t, errors.As(err, &refused), len(missing) > 0, "missing", missing, err)
}

// A service without a required protection is not ready and names it. If protections are optional, it works and names
// those that are missing.
func TestSandboxService(t *testing.T) {
	t.Parallel()
	f := start(t, func(c *extractor.Config) { c.Sandbox = enginepool.SandboxPrefer })
	r := f.result(f.submit(sayTotal+" 1.00", nil))
	assert.Equal(t, r.Outcome, contract.OutcomeCompleted, "result", r)
	note := f.service.Note()
	assert.NoError(t, f.service.Check(t.Context()), "check")
	if sandboxtest.Here() != sandboxtest.WithoutNamespaces {
		return
	}
	for _, protection := range []string{sandbox.ProtectionUserNamespace, sandbox.ProtectionNetworkNamespace,
		sandbox.ProtectionPIDNamespace} {
		assert.Contains(t, note, protection, "note")
	}
	var users []natsd.User
	for name, p := range contract.Users() {
		users = append(users, natsd.User{Name: name, Password: "pw", Publish: p.Publish, Subscribe: p.Subscribe,
			AllowResponses: p.Respond})
	}
	cfg := extractor.Config{Workers: 2, MemoryLimitMB: 512, OCRLanguages: scripted, Sandbox: enginepool.SandboxRequire}
	deps := extractor.Deps{Bus: connect(t, testkit.NATS(t, users...), contract.UserExtractor),
		Telemetry: telemetry.Discard()}
	required, err := extractor.New(cfg, deps)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- required.Run(ctx) }()
	for deadline := time.Now().Add(testkit.Patience); required.Note() == "" && time.Now().Before(deadline); {
		time.Sleep(5 * time.Millisecond)
	}
	var missing *sandbox.MissingError
	err = required.Check(t.Context())
	assert.True(t, errors.As(err, &missing), "check", err)
	cancel()
	assert.NoError(t, <-ended, "end")
	select {
	case <-required.Ready():
		t.Error("the service was ready")
	default:
	}
	cfg.EndUnready = true
	required, err = extractor.New(cfg, deps)
	require.NoError(t, err)
	err = required.Run(t.Context())
	assert.True(t, errors.As(err, &missing), "run", err)
}

// The tests above and that of the real engine also pass if the system refuses namespaces.
func TestWithoutNamespaces(t *testing.T) {
	t.Parallel()
	if sandboxtest.Here() != "" {
		return
	}
	out, err := sandboxtest.Run(t, sandboxtest.WithoutNamespaces, "^(TestSandbox|TestRealEngine$)")
	require.NoError(t, err, out)
	assert.Equal(t, strings.Count(out, "--- PASS"), 3, out)
}
