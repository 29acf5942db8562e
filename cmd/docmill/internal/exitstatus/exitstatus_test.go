package exitstatus_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"

	"github.com/docmill/docmill/client"
	"github.com/docmill/docmill/cmd/docmill/internal/exitstatus"
	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

func TestOf(t *testing.T) {
	t.Parallel()
	plain := errors.New("plain")
	refused := &url.Error{Op: "Get", URL: "http://x", Err: &net.OpError{Op: "dial", Err: os.NewSyscallError("connect",
		syscall.ECONNREFUSED)}}
	for name, c := range map[string]struct {
		err  error
		want exitstatus.Status
	}{
		"nil":            {nil, exitstatus.OK},
		"plain":          {plain, exitstatus.Failed},
		"file":           {&fs.PathError{Op: "open", Path: "x", Err: syscall.ENOENT}, exitstatus.Failed},
		"given":          {exitstatus.With(exitstatus.Usage, plain), exitstatus.Usage},
		"given, wrapped": {fmt.Errorf("x: %w", exitstatus.With(exitstatus.SomeFailed, plain)), exitstatus.SomeFailed},
		"given beats what is inside": {
			exitstatus.With(exitstatus.SomeFailed, errors.Join(plain, refused)), exitstatus.SomeFailed},
		"key":              {&client.Error{Status: 401, Code: client.CodeAuthInvalid}, exitstatus.Unauthorized},
		"plan":             {&client.Error{Status: 403, Code: client.CodePlanRequired}, exitstatus.Quota},
		"month":            {&client.Error{Status: 429, Code: client.CodeQuotaExceeded}, exitstatus.Quota},
		"rate":             {fmt.Errorf("x: %w", &client.Error{Status: 429, Code: client.CodeRateLimited}), exitstatus.Quota},
		"no id":            {&client.Error{Status: 404, Code: client.CodeNotFound}, exitstatus.NotFound},
		"down":             {&client.Error{Status: 503, Code: client.CodeServiceUnavailable}, exitstatus.Unreachable},
		"proxy":            {&client.Error{Status: 502}, exitstatus.Unreachable},
		"proxy's key":      {&client.Error{Status: 403}, exitstatus.Unauthorized},
		"other":            {&client.Error{Status: 500, Code: client.CodeInternalError}, exitstatus.Failed},
		"refused":          {fmt.Errorf("docmill: %w", refused), exitstatus.Unreachable},
		"bus":              {apierror.New(contract.CodeNotFound, "There is no account."), exitstatus.NotFound},
		"bus down":         {apierror.Unavailable(plain, 0), exitstatus.Unreachable},
		"signal":           {fmt.Errorf("x: %w", context.Canceled), exitstatus.Interrupted},
		"signal in a call": {&url.Error{Op: "Get", Err: context.Canceled}, exitstatus.Interrupted},
		"the one that says most": {
			errors.Join(plain, exitstatus.With(exitstatus.SomeFailed, plain), &client.Error{Code: client.CodeAuthInvalid}),
			exitstatus.Unauthorized},
		"some, and something else": {errors.Join(exitstatus.With(exitstatus.SomeFailed, plain), plain), exitstatus.Failed},
	} {
		assert.Equal(t, exitstatus.Of(c.err), c.want, name)
	}
	assert.NoError(t, exitstatus.With(exitstatus.Usage, nil), "nil is an error")
}

func TestStatusExplanations(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	require.NoError(t, exitstatus.Write(&out))
	manual, err := os.ReadFile("../../../../docs/cli.md")
	require.NoError(t, err)
	for _, m := range exitstatus.Meanings() {
		assert.Contains(t, out.String(), m.Text, m.Name, "is not in the help")
		assert.Contains(t, string(manual), fmt.Sprintf("| %d | `%s` | %s |", m.Status, m.Name, m.Text))
	}
}
