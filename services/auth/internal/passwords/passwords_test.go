package passwords_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/auth/internal/passwords"
)

var (
	least  = passwords.Cost{MemoryKiB: passwords.MinMemoryKiB, Passes: passwords.MinPasses}
	pepper = []byte("a pepper of thirty-two characters")
)

func check(t *testing.T, h *passwords.Hasher, stored string, p contract.Password) (right, outdated bool) {
	t.Helper()
	all, outdated, err := h.Check([]string{stored}, p)
	require.NoError(t, err)
	return all[0], outdated
}

func hashed(t testing.TB, h *passwords.Hasher, p contract.Password, like string) string {
	t.Helper()
	stored, err := h.Hash(p, like)
	require.NoError(t, err)
	return stored
}

func TestCheck(t *testing.T) {
	t.Parallel()
	h := passwords.New(pepper, least, nil)
	stored := hashed(t, h, "velvet harbour candle", "")
	assert.True(t, strings.HasPrefix(stored, "$argon2id$v=19$m=19456,t=2,p=1$"), "stored as", stored)
	right, outdated := check(t, h, stored, "velvet harbour candle")
	assert.True(t, right && !outdated, "right", right, "outdated", outdated)
	for _, wrong := range []contract.Password{"", "velvet harbour candl", "Velvet harbour candle",
		"velvet harbour candle "} {
		right, _ := check(t, h, stored, wrong)
		assert.False(t, right, string(wrong), "is taken")
	}
	assert.NotEqual(t, hashed(t, h, "velvet harbour candle", ""), stored, "two hashes of one password are equal")
	right, _ = check(t, passwords.New([]byte("another pepper"), least, nil), stored, "velvet harbour candle")
	assert.False(t, right, "right under another pepper")
}

// One password has several spellings in Unicode, depending on the keyboard.
func TestUnicodeNormalization(t *testing.T) {
	t.Parallel()
	h := passwords.New(pepper, least, nil)
	stored := hashed(t, h, "Gr\u00fc\u00dfe vom \ufb01sch", "")
	right, _ := check(t, h, stored, "Gru\u0308\u00dfe vom fisch")
	assert.True(t, right, "the decomposed spelling is refused")
}

// Hashes of one salt are compared in one computation.
func TestSharedSaltAndCost(t *testing.T) {
	t.Parallel()
	h := passwords.New(pepper, least, nil)
	first := hashed(t, passwords.New(pepper, passwords.Cost{MemoryKiB: passwords.MinMemoryKiB, Passes: 3}, nil),
		"velvet harbour candle", "")
	second := hashed(t, h, "copper meadow lantern", first)
	assert.Equal(t, strings.Join(strings.Split(first, "$")[:5], "$"), strings.Join(strings.Split(second, "$")[:5], "$"),
		second, "is not like", first)
	right, outdated, err := h.Check([]string{first, second}, "copper meadow lantern")
	if err != nil || right[0] || !right[1] || !outdated {
		t.Errorf("right %v, outdated %t, %v", right, outdated, err)
	}
	_, err = h.Hash("velvet harbour candle", "x")
	assert.Error(t, err, "made like what is no hash")
}

func TestOutdatedHashCost(t *testing.T) {
	t.Parallel()
	stored := hashed(t, passwords.New(pepper, least, nil), "velvet harbour candle", "")
	dearer := passwords.New(pepper, passwords.Cost{MemoryKiB: passwords.MinMemoryKiB + 1024, Passes: passwords.MinPasses}, nil)
	right, outdated := check(t, dearer, stored, "velvet harbour candle")
	assert.True(t, right && outdated, "right", right, "outdated", outdated)
}

func TestInvalidHashes(t *testing.T) {
	t.Parallel()
	h := passwords.New(pepper, least, nil)
	good := hashed(t, h, "velvet harbour candle", "")
	for _, stored := range []string{
		"x", "$argon2id$v=19$m=19456,t=2,p=1$$", strings.Replace(good, "argon2id", "argon2i", 1),
		strings.Replace(good, "v=19", "v=16", 1), strings.Replace(good, "m=19456", "m=4194304", 1),
		strings.Replace(good, "t=2", "t=999", 1), strings.Replace(good, "p=1", "p=4", 1), good + "=", good + "$",
	} {
		_, _, err := h.Check([]string{stored}, "velvet harbour candle")
		assert.Error(t, err, stored)
	}
}

func FuzzCheck(f *testing.F) {
	h := passwords.New(pepper, least, nil)
	f.Add("$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
	f.Fuzz(func(t *testing.T, stored string) {
		if right, _, err := h.Check([]string{stored}, "velvet harbour candle"); err == nil && right[0] {
			t.Errorf("%q fits", stored)
		}
	})
}

func TestAcceptedPasswords(t *testing.T) {
	t.Parallel()
	for _, p := range []contract.Password{
		"velvet harbour candle", "xk9$Tq2vLm7w", "Der Fluß fließt nach Norden", "пароль из слов и чисел", "河川は北へ流れて海に入るのです",
		contract.Password(strings.Repeat("velvet harbour ", 8)),
	} {
		assert.NoError(t, passwords.Accept(p, "anna.berg@nordlicht.example", "Nordlicht Möbel"), string(p))
	}
}

func TestGuessablePasswords(t *testing.T) {
	t.Parallel()
	for _, p := range []contract.Password{
		"", "Xk9$Tq2vLm7", // eleven characters
		contract.Password(strings.Repeat("velvet harbour candle ", 6)), // over 128
		"velvet\x00harbour candle",
		"passwordpassword", "Password1234!", "P@$$w0rd!!!!!", "123456789012", "qwertyuiop12", "poiuytrewq09",
		"aaaaaaaaaaaa", "abcabcabcabc", "Summer2026!!", "iloveyou1234", "letmeinletmein", "1qaz2wsx3edc",
		"docmill-docmill", "nordlicht-2026", "AnnaBerg1234", "moebelnordlicht", "berg.nordlicht1",
	} {
		err := passwords.Accept(p, "anna.berg@nordlicht.example", "Nordlicht Möbel, Moebel")
		assert.True(t, apierror.Is(err, contract.CodeInvalidRequest), string(p), err, "want INVALID_REQUEST")
	}
}

func TestHashQueueLimit(t *testing.T) {
	t.Parallel()
	synctest.Test(t, testHashQueue)
}

func testHashQueue(t *testing.T) {
	h := passwords.New(pepper, least, nil)
	var leave []func()
	for range 4 {
		l, err := h.Enter(t.Context())
		require.NoError(t, err)
		leave = append(leave, l)
	}
	given, giveUp := context.WithCancel(t.Context())
	ended := make(chan error)
	for range 28 {
		go func() {
			_, err := h.Enter(given)
			ended <- err
		}()
	}
	synctest.Wait() // all of them wait
	_, err := h.Enter(t.Context())
	assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "one more", err, "want SERVICE_UNAVAILABLE")
	giveUp()
	for range 28 {
		err := <-ended
		assert.True(t, apierror.Is(err, contract.CodeServiceUnavailable), "gave up waiting", err)
	}
	leave[0]()
	again, err := h.Enter(t.Context())
	require.NoError(t, err, "memory was freed")
	again()
}

// During a change of the installation's secret, hashes with the other pepper are accepted and outdated; a
// wrong password stays wrong.
func TestSecondPepper(t *testing.T) {
	t.Parallel()
	stored := hashed(t, passwords.New([]byte("another pepper"), least, nil), "velvet harbour candle", "")
	h := passwords.New(pepper, least, []byte("another pepper"))
	for password, want := range map[string]bool{"velvet harbour candle": true, "velvet harbour candles": false} {
		right, outdated := check(t, h, stored, contract.Password(password))
		assert.True(t, right == want && outdated, password, "right", right, "outdated", outdated)
	}
	right, outdated := check(t, h, hashed(t, h, "velvet harbour candle", ""), "velvet harbour candle")
	assert.True(t, right && !outdated, "made anew: right", right, "outdated", outdated)
}
