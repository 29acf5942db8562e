package contract_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

func TestNewKey(t *testing.T) {
	t.Parallel()
	key, err := contract.NewKey(bytes.NewReader(bytes.Repeat([]byte{0xab}, 24)))
	require.NoError(t, err)
	require.True(t, len(key) == 56 && key == "dm_live_"+strings.Repeat("ab", 24), "key", key)
	if contract.FormOfKey(key) != contract.KeyLive || contract.LastFour(key) != "abab" {
		t.Fatalf("form %v, last four %q", contract.FormOfKey(key), contract.LastFour(key))
	}
}

func TestMalformedKeys(t *testing.T) {
	t.Parallel()
	good := "dm_live_" + strings.Repeat("0", 48)
	for name, key := range map[string]string{
		"empty": "", "short": good[:55], "long": good + "0", "upper case": "dm_live_" + strings.Repeat("A", 48),
		"no hex": "dm_live_" + strings.Repeat("g", 48), "prefix": "dm_prod_" + strings.Repeat("0", 48),
	} {
		assert.Equal(t, contract.FormOfKey(key), contract.KeyMalformed, name, key, "is taken")
	}
	assert.Equal(t, contract.FormOfKey("dm_test_"+strings.Repeat("0", 48)), contract.KeyTest,
		"a test key is not recognised")
}

func TestParseID(t *testing.T) {
	t.Parallel()
	const uuid = "019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"
	got, err := contract.ParseID(contract.PrefixDocument, "ext_"+uuid)
	require.True(t, err == nil && got == uuid, got, err)
	for _, bad := range []string{
		"", uuid, "ext_", "batch_" + uuid, "ext_" + strings.ToUpper(uuid), "ext_" + uuid + "0",
		"ext_" + strings.ReplaceAll(uuid, "-", "0"), "ext_" + strings.Repeat("-", 36), "ext_{" + uuid[1:35] + "}",
	} {
		_, err := contract.ParseID(contract.PrefixDocument, bad)
		assert.Error(t, err, bad, "is taken")
	}
}

func TestPlans(t *testing.T) {
	t.Parallel()
	want := map[contract.Plan]contract.Limits{
		"Free":       {60, 100, 5 << 20},
		"Starter":    {60, 1000, 20 << 20},
		"Pro":        {60, 10000, 50 << 20},
		"Enterprise": {120, 100000, 100 << 20},
	}
	for _, p := range contract.Plans() {
		l, ok := p.Limits()
		assert.True(t, ok && l == want[p], p, l)
	}
	if p, err := contract.ParsePlan("enterprise"); err != nil || p != contract.PlanEnterprise {
		t.Errorf("%q, %v", p, err)
	}
	_, err := contract.ParsePlan("Gold")
	assert.Error(t, err, "an unknown plan is taken")
}

func TestTimeJSON(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 20, 11, 15, 30, 123_456_789, time.FixedZone("", 3600))
	b, err := json.Marshal(contract.TimeOf(at))
	require.NoError(t, err)
	require.Equal(t, string(b), `"2026-11-20T10:15:30.123Z"`)
	var back contract.Time
	err = json.Unmarshal(b, &back)
	require.True(t, err == nil && back.Equal(at.Truncate(time.Millisecond)), back, err)
}

func TestRecordJSON(t *testing.T) {
	t.Parallel()
	b, err := json.Marshal(contract.Record{ID: "ext_x", Status: contract.StatusQueued, DocumentType: "auto",
		Fields: json.RawMessage("null")})
	require.NoError(t, err)
	var members map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(b, &members))
	for _, name := range []string{
		"confidence", "data", "fields", "checks", "processingTimeMs", "batchId", "completedAt", "expiresAt", "failure",
	} {
		assert.Equal(t, string(members[name]), "null", name, "of a queued record")
	}
}

func TestResultValidate(t *testing.T) {
	t.Parallel()
	base := contract.Result{DocumentID: "ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b", Token: "t"}
	with := func(change func(*contract.Result)) contract.Result { r := base; change(&r); return r }
	for name, c := range map[string]struct {
		result contract.Result
		ok     bool
	}{
		"completed": {with(func(r *contract.Result) {
			r.Outcome = "completed"
			r.Extraction = &contract.Extraction{}
		}), true},
		"completed, stored":      {with(func(r *contract.Result) { r.Outcome = "completed"; r.Stored = true }), true},
		"completed with nothing": {with(func(r *contract.Result) { r.Outcome = "completed" }), false},
		"failed": {with(func(r *contract.Result) {
			r.Outcome, r.Failure = "failed", &contract.Failure{Code: contract.CodeCorruptFile, Message: "m"}
		}), true},
		"failed without failure": {with(func(r *contract.Result) { r.Outcome = "failed" }), false},
		"crashed":                {with(func(r *contract.Result) { r.Outcome = "crashed" }), true},
		"unknown outcome":        {with(func(r *contract.Result) { r.Outcome = "lost" }), false},
		"no token":               {contract.Result{DocumentID: base.DocumentID, Outcome: "crashed"}, false},
	} {
		err := c.result.Validate()
		assert.Equal(t, err == nil, c.ok, name, err)
	}
}

func TestRegisterRequestValidate(t *testing.T) {
	t.Parallel()
	good := contract.RegisterRequest{
		Name: "Müller", KeyHash: contract.HashKey("k"), LastFour: "abcd", Address: "2001:db8::1",
		ExpiresInDays: contract.MaxKeyDays,
	}
	require.NoError(t, good.Validate())
	bad := contract.RegisterRequest{Name: strings.Repeat("é", 101), KeyHash: "x", LastFour: "abc", Address: "192.0.2.1:80",
		ExpiresInDays: -1}
	err := bad.Validate()
	require.Error(t, err, "taken")
	for _, member := range []string{"name", "keyHash", "lastFour", "address", "expiresInDays"} {
		assert.Contains(t, err.Error(), member, err, "does not mention")
	}
}

func TestRetentionLimits(t *testing.T) {
	t.Parallel()
	const account = "acct_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b"
	for days, ok := range map[int]bool{-1: false, 0: true, contract.MaxRetentionDays: true,
		contract.MaxRetentionDays + 1: false} {
		err := (contract.SetRetentionRequest{AccountID: account, Days: &days}).Validate()
		assert.Equal(t, err == nil, ok, days, "days", err)
	}
	for _, r := range []interface{ Validate() error }{
		contract.SetRetentionRequest{AccountID: account}, contract.SuspendRequest{AccountID: account, Suspended: true},
	} {
		assert.NoError(t, r.Validate(), r)
	}
	for _, r := range []interface{ Validate() error }{contract.SetRetentionRequest{},
		contract.SuspendRequest{AccountID: "key_" + account[5:]}} {
		assert.Error(t, r.Validate(), r, "is taken")
	}
}

func FuzzParseID(f *testing.F) {
	f.Add("ext_019a1b2c-3d4e-7f60-8a9b-0c1d2e3f4a5b")
	f.Add("ext_")
	f.Fuzz(func(t *testing.T, id string) {
		uuid, err := contract.ParseID(contract.PrefixDocument, id)
		if err == nil && (contract.PrefixDocument+uuid != id || len(uuid) != 36) {
			t.Fatalf("%q gives %q", id, uuid)
		}
	})
}

func TestPageWordsValidate(t *testing.T) {
	t.Parallel()
	word := func(box [4]float64, line int) contract.PageWord {
		return contract.PageWord{Text: "a", Box: box, Line: line}
	}
	on := [4]float64{0, 0.5, 1, 1}
	for name, c := range map[string]struct {
		page  contract.PageWords
		valid bool
	}{
		"none":      {contract.PageWords{Page: 1, Words: []contract.PageWord{}}, true},
		"two lines": {contract.PageWords{Page: 1, Words: []contract.PageWord{word(on, 0), word(on, 1)}}, true},
		"null":      {contract.PageWords{Page: 1}, false},
		"outside":   {contract.PageWords{Page: 1, Words: []contract.PageWord{word([4]float64{0, 0, 1.01, 1}, 0)}}, false},
		"backwards": {contract.PageWords{Page: 1, Words: []contract.PageWord{word([4]float64{1, 0, 0, 1}, 0)}}, false},
		"up a line": {contract.PageWords{Page: 1, Words: []contract.PageWord{word(on, 0), word(on, 1), word(on, 0)}}, false},
		"no text":   {contract.PageWords{Page: 1, Words: []contract.PageWord{{Box: on}}}, false},
		"no page":   {contract.PageWords{Words: []contract.PageWord{}}, false},
	} {
		err := c.page.Validate()
		assert.Equal(t, err == nil, c.valid, name, err)
	}
}
