package contract_test

import (
	"bytes"
	"crypto/ecdh"
	"crypto/hpke"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
)

func newClaimKey(tb testing.TB) *contract.ClaimKey {
	tb.Helper()
	key, err := contract.NewClaimKey()
	require.NoError(tb, err)
	return key
}

// toSeal is a claim that was asked for by worker w, and its answer.
func toSeal(key *contract.ClaimKey, sessions bool) (contract.ClaimRequest, contract.ClaimReply) {
	const address = "http://127.0.0.1:9000/docmill/files/x?X-Amz-Signature="
	return contract.ClaimRequest{
			DocumentID: contract.PrefixDocument + anID, Worker: "w", SealKey: key.Public(), SealSessions: sessions,
		}, contract.ClaimReply{
			DocumentID: contract.PrefixDocument + anID, Token: "token", LeaseMs: 1, DeadlineMs: 1,
			GetURL: address + strings.Repeat("0", 64), PutURL: address + strings.Repeat("1", 64),
		}
}

func sealed(tb testing.TB, sealer *contract.Sealer, key *contract.ClaimKey, sessions bool) contract.ClaimReply {
	tb.Helper()
	request, reply := toSeal(key, sessions)
	require.NoError(tb, sealer.Claim(request, &reply))
	return reply
}

// forms runs a test with both forms: older workers do not support sessions.
func forms(t *testing.T, test func(t *testing.T, sessions bool)) {
	t.Helper()
	for name, sessions := range map[string]bool{"in a session": true, "singly": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test(t, sessions)
		})
	}
}

func TestSealedClaim(t *testing.T) {
	t.Parallel()
	forms(t, func(t *testing.T, sessions bool) {
		var sealer contract.Sealer
		key := newClaimKey(t)
		claim := sealed(t, &sealer, key, sessions)
		if claim.Token != "" || claim.GetURL != "" || claim.PutURL != "" || (len(claim.SealSender) > 0) != sessions {
			t.Fatalf("sealed as %+v", claim)
		}
		sealed(t, &sealer, newClaimKey(t), sessions)
		for name, attempt := range map[string]func(c *contract.ClaimReply) error{
			"another key":      func(c *contract.ClaimReply) error { return c.Open(newClaimKey(t), "w") },
			"another worker":   func(c *contract.ClaimReply) error { return c.Open(key, "v") },
			"another document": func(c *contract.ClaimReply) error { c.DocumentID += "0"; return c.Open(key, "w") },
			"another session": func(c *contract.ClaimReply) error {
				c.SealSender = sealed(t, new(contract.Sealer), key, true).SealSender
				return c.Open(key, "w")
			},
			"another form": func(c *contract.ClaimReply) error {
				c.SealSender = sealed(t, new(contract.Sealer), key, !sessions).SealSender
				return c.Open(key, "w")
			},
			"a malformed session": func(c *contract.ClaimReply) error { c.SealSender = []byte("short"); return c.Open(key, "w") },
			"a session of nobody": func(c *contract.ClaimReply) error {
				c.SealSender = make([]byte, 32) // all agree on nothing by it
				return c.Open(key, "w")
			},
			"layouts": func(c *contract.ClaimReply) error {
				layouts := contract.LayoutsReply{SealSender: c.SealSender, Sealed: c.Sealed}
				_, err := layouts.Open(key, c.DocumentID, "w")
				return err
			},
		} {
			other := claim
			assert.True(t, attempt(&other) != nil && other.Token == "", name, "opened")
		}
		require.NoError(t, claim.Open(key, "w"))
		_, want := toSeal(key, sessions)
		assert.Equal(t, fmt.Sprint(claim), fmt.Sprint(want), "opened as", claim)
	})
}

// A cached file is sent instead of its address, with any content.
func TestSealedFile(t *testing.T) {
	t.Parallel()
	forms(t, func(t *testing.T, sessions bool) {
		var sealer contract.Sealer
		key := newClaimKey(t)
		for _, file := range []string{"%PDF-1.7", "}{\"token\":\"x\"}", "\n ", strings.Repeat("\x00\xff", 32<<10)} {
			request, claim := toSeal(key, sessions)
			request.TakesFiles, claim.GetURL, claim.File = true, "", []byte(file)
			err := sealer.Claim(request, &claim)
			require.True(t, err == nil && claim.File == nil, err, claim.File)
			wire, err := json.Marshal(claim)
			if err != nil || bytes.Contains(wire, []byte(file)) || bytes.Contains(claim.Attachment(), []byte(file)) {
				t.Errorf("%s, %v", wire, err)
			}
			apart := claim.Attachment()
			claim = contract.ClaimReply{}
			require.NoError(t, json.Unmarshal(wire, &claim))
			claim.Attach(apart)
			if err := claim.Open(key, "w"); err != nil || string(claim.File) != file || claim.GetURL != "" ||
				claim.Token != "token" {
				t.Errorf("opened as %+v, %v", claim, err)
			}
		}
	})
}

// A claim has either the file or its address.
func TestClaimWithoutFile(t *testing.T) {
	t.Parallel()
	_, claim := toSeal(newClaimKey(t), true)
	both, none := claim, claim
	both.File, none.GetURL = []byte("x"), ""
	if claim.Validate() != nil || both.Validate() == nil || none.Validate() == nil {
		t.Error("taken for complete, or not, by mistake")
	}
}

func TestAlteredSeal(t *testing.T) {
	t.Parallel()
	forms(t, func(t *testing.T, sessions bool) {
		key := newClaimKey(t)
		claim := sealed(t, new(contract.Sealer), key, sessions)
		refused := func(what string, alter func(*contract.ClaimReply)) {
			t.Helper()
			c := claim
			c.Sealed, c.SealSender = bytes.Clone(claim.Sealed), bytes.Clone(claim.SealSender)
			alter(&c)
			assert.True(t, c.Open(key, "w") != nil && c.Token == "", what, "opened")
		}
		for i := range claim.Sealed {
			for bit := range 8 {
				refused(fmt.Sprint("bit ", 8*i+bit), func(c *contract.ClaimReply) { c.Sealed[i] ^= 1 << bit })
				if !sessions {
					break // a key agreement each
				}
			}
			if i > 0 {
				refused(fmt.Sprint("length ", i), func(c *contract.ClaimReply) { c.Sealed = c.Sealed[:i] })
			}
		}
		for i := range claim.SealSender {
			for _, bit := range []byte{1, 0x80} {
				refused(fmt.Sprint("sender ", i), func(c *contract.ClaimReply) { c.SealSender[i] ^= bit })
			}
		}
		refused("added to", func(c *contract.ClaimReply) { c.Sealed = append(c.Sealed, 0) })
	})
}

// A worker without sessions gets the format of older gateways: an HPKE message bound to document and
// worker.
func TestSealOfOlderGateway(t *testing.T) {
	t.Parallel()
	private, err := hpke.DHKEM(ecdh.X25519()).GenerateKey()
	require.NoError(t, err)
	request, reply := toSeal(newClaimKey(t), false)
	request.SealKey = private.PublicKey().Bytes()
	require.NoError(t, new(contract.Sealer).Claim(request, &reply))
	info := []byte("docmill claim\x00" + reply.DocumentID + "\x00w")
	plain, err := hpke.Open(private, hpke.HKDFSHA256(), hpke.ChaCha20Poly1305(), info, reply.Sealed)
	require.NoError(t, err, string(plain))
	assert.True(t, strings.HasPrefix(string(plain), `{"token":"token","getUrl":"http`), string(plain))
	wire, err := json.Marshal(reply)
	require.NoError(t, err, string(wire))
	assert.False(t, bytes.Contains(wire, []byte("sealSender")), string(wire))
}

// A pair of processes agrees once, for any loss and order of messages. No two messages are equal.
func TestSealSession(t *testing.T) {
	t.Parallel()
	var sealer, restarted contract.Sealer
	key := newClaimKey(t)
	claims := make([]contract.ClaimReply, 20)
	for i := range claims {
		claims[i] = sealed(t, &sealer, key, true)
		if i > 0 && (!bytes.Equal(claims[i].SealSender, claims[0].SealSender) || bytes.Equal(claims[i].Sealed, claims[i-1].Sealed)) {
			t.Errorf("message %d of session %x is %x", i, claims[i].SealSender, claims[i].Sealed)
		}
	}
	after := sealed(t, &restarted, key, true)
	assert.False(t, bytes.Equal(after.SealSender, claims[0].SealSender), "another process has the same session")
	assert.False(t, bytes.Equal(sealed(t, &sealer, newClaimKey(t), true).SealSender, claims[0].SealSender),
		"another worker has the same session")
	slices.Reverse(claims)
	for i, c := range append(claims[:12:12], after) {
		assert.NoError(t, c.Open(key, "w"), i)
	}
}

func TestUnusedSealSessions(t *testing.T) {
	t.Parallel()
	var sealer contract.Sealer
	used, unused := newClaimKey(t), newClaimKey(t)
	first, lost := sealed(t, &sealer, used, true).SealSender, sealed(t, &sealer, unused, true)
	for range 300 {
		sealed(t, &sealer, newClaimKey(t), true)
		require.True(t, bytes.Equal(sealed(t, &sealer, used, true).SealSender, first), "a session in use is forgotten")
	}
	assert.False(t, bytes.Equal(sealed(t, &sealer, unused, true).SealSender, lost.SealSender), "300 sessions are kept")
	assert.NoError(t, lost.Open(unused, "w"), "sealed in a session that is forgotten")
}

func TestSealConcurrently(t *testing.T) {
	t.Parallel()
	var sealer contract.Sealer
	keys := []*contract.ClaimKey{newClaimKey(t), newClaimKey(t)}
	var all sync.WaitGroup
	for i := range 16 {
		all.Go(func() {
			for range 20 {
				claim := sealed(t, &sealer, keys[i%2], true)
				assert.NoError(t, claim.Open(keys[i%2], "w"))
			}
		})
	}
	all.Wait()
}

func TestSealedLayouts(t *testing.T) {
	t.Parallel()
	forms(t, func(t *testing.T, sessions bool) {
		key := newClaimKey(t)
		request := contract.LayoutsRequest{
			ClaimRef: contract.ClaimRef{DocumentID: contract.PrefixDocument + anID, Token: "t"}, Worker: "w",
			SealKey: key.Public(), SealSessions: sessions,
		}
		reply, err := new(contract.Sealer).Layouts(request, []json.RawMessage{[]byte(`{"id":"a"}`), []byte(`{"id":"b"}`)})
		require.NoError(t, err)
		got, err := reply.Open(key, request.DocumentID, "w")
		assert.True(t, err == nil && string(got) == `[{"id":"a"},{"id":"b"}]`, string(got), err)
		for name, attempt := range map[string]func() (json.RawMessage, error){
			"another key":      func() (json.RawMessage, error) { return reply.Open(newClaimKey(t), request.DocumentID, "w") },
			"another worker":   func() (json.RawMessage, error) { return reply.Open(key, request.DocumentID, "v") },
			"another document": func() (json.RawMessage, error) { return reply.Open(key, request.DocumentID+"0", "w") },
		} {
			got, err := attempt()
			assert.Error(t, err, name, string(got))
		}
		claim := contract.ClaimReply{
			DocumentID: request.DocumentID, SealSender: reply.SealSender, Sealed: reply.Sealed, LeaseMs: 1, DeadlineMs: 1,
		}
		assert.Error(t, claim.Open(key, "w"), "opened as a claim")
		if reply, err := new(contract.Sealer).Layouts(request, nil); err != nil || len(reply.Sealed)+len(reply.SealSender) > 0 {
			t.Errorf("none: %+v, %v", reply, err)
		}
	})
}

func FuzzOpenSealed(f *testing.F) {
	key := newClaimKey(f)
	var sealer contract.Sealer
	single, session := sealed(f, &sealer, key, false), sealed(f, &sealer, key, true)
	f.Add([]byte(nil), single.Sealed)
	f.Add(session.SealSender, session.Sealed)
	f.Add(session.SealSender, session.Sealed[:28])
	f.Add(session.SealSender[:31], session.Sealed)
	f.Fuzz(func(t *testing.T, sender, sealed []byte) {
		claim := contract.ClaimReply{
			DocumentID: contract.PrefixDocument + anID, SealSender: sender, Sealed: sealed, LeaseMs: 1, DeadlineMs: 1,
		}
		if err := claim.Open(key, "w"); err == nil && len(sealed) > 0 &&
			!bytes.Equal(sealed, single.Sealed) && !bytes.Equal(sealed, session.Sealed) {
			t.Errorf("sender %x, %x: opened", sender, sealed)
		}
	})
}

// BenchmarkSealedClaim seals a claim and opens it, as is done once a document.
func BenchmarkSealedClaim(b *testing.B) {
	for name, sessions := range map[string]bool{"session": true, "single": false} {
		b.Run(name, func(b *testing.B) {
			var sealer contract.Sealer
			key := newClaimKey(b)
			b.ReportAllocs()
			for b.Loop() {
				claim := sealed(b, &sealer, key, sessions)
				require.NoError(b, claim.Open(key, "w"))
			}
		})
	}
}
