package store_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/docmill/docmill/engine/template"
	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/embedded/testkit"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/services/gateway/internal/gatewaytest"
	"github.com/docmill/docmill/services/gateway/internal/records/correct"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

func keys(layout int) []int64 {
	made := make([]int64, template.MaxKeys)
	for i := range made {
		made[i] = int64(layout*1000 + i)
	}
	return made
}

func lessonOf(layout int, vendor string) template.Example {
	return template.Example{
		Version: template.Version, Vendor: vendor, At: time.Now(),
		Fingerprint: template.Fingerprint{Keys: keys(layout), Vendors: []string{}},
		Fields:      []template.ExampleField{{Name: "total", Anchors: []string{"a"}}},
	}
}

func completed(t *testing.T, s *store.Store, account string) string {
	t.Helper()
	id := accept(t, s, gatewaytest.Acceptance(account))
	end(t, s, id, "")
	return id
}

func corrected(t *testing.T, s *store.Store, account, id, total string) {
	t.Helper()
	_, err := s.Correct(t.Context(), correction(account, id, map[string]*string{"total": &total}), store.Stored{})
	require.NoError(t, err)
}

func nextTeaching(t *testing.T, s *store.Store, token string) store.Teaching {
	t.Helper()
	teaching, ok, err := s.NextTeaching(t.Context(), token, time.Minute)
	require.NoError(t, err, "next to be taught")
	require.True(t, ok, "next to be taught")
	return teaching
}

// taught has a new document of the account teach a layout.
func taught(t *testing.T, s *store.Store, account string, example template.Example) string {
	t.Helper()
	id := completed(t, s, account)
	corrected(t, s, account, id, "120.00")
	teaching := nextTeaching(t, s, id)
	require.Equal(t, teaching.Ref.DocumentID, id, "document to teach")
	ok, err := s.PutExample(t.Context(), teaching.Ref, example)
	require.True(t, err == nil && ok, "keep lesson", ok, err)
	return id
}

// recalled requests layouts like a worker of a document of the account.
func recalled(t *testing.T, s *store.Store, account string, fingerprint []int64) []template.Template {
	t.Helper()
	ref := claim(t, s, accept(t, s, gatewaytest.Acceptance(account)), "t")
	found, ok, err := s.Recall(t.Context(), ref, template.Fingerprint{Keys: fingerprint})
	require.NoError(t, err, "recall")
	require.True(t, ok, "recall")
	layouts := make([]template.Template, len(found))
	for i, l := range found {
		require.NoError(t, json.Unmarshal(l, &layouts[i]))
	}
	return layouts
}

func TestTeach(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := completed(t, s, account)
	if _, ok, err := s.NextTeaching(t.Context(), "0", time.Minute); ok || err != nil {
		t.Fatalf("untouched document is to be taught: %v, %v", ok, err)
	}
	reviewed := true
	c := correction(account, id, map[string]*string{"total": ptr("120.00")})
	c.Change.Confirm, c.Reviewed = []string{"currency"}, &reviewed
	_, err := s.Correct(t.Context(), c, store.Stored{})
	require.NoError(t, err)
	got := nextTeaching(t, s, "1")
	if !slices.Equal(got.Touched, []string{"currency", "total"}) || !got.Reviewed || !got.Said || got.Correction == 0 ||
		got.At.IsZero() || got.Account != account || got.DocumentType != "invoice" || got.File.ObjectKey == "" ||
		string(got.Data) != `{"total":"120.00","currency":"EUR"}` {
		t.Errorf("to be taught: %+v, data %s", got, got.Data)
	}
	_, ok, err := s.NextTeaching(t.Context(), "2", time.Minute)
	assert.True(t, !ok && err == nil, "taught twice at a time", ok, err)
}

// Accounts are taught in turn, however many documents one of them corrects.
func TestTeachRoundRobin(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	busy, other, third := gatewaytest.Account(), gatewaytest.Account(), gatewaytest.Account()
	for range 5 {
		corrected(t, s, busy, completed(t, s, busy), "120.00")
	}
	corrected(t, s, other, completed(t, s, other), "120.00")
	corrected(t, s, third, completed(t, s, third), "120.00")
	first := map[string]bool{}
	for i := range 3 {
		first[nextTeaching(t, s, fmt.Sprint(i)).Account] = true
	}
	assert.True(t, first[busy] && first[other] && first[third], "the first three are of", len(first), "accounts")
	for i := range 4 {
		assert.Equal(t, nextTeaching(t, s, fmt.Sprint("more", i)).Account, busy, "taught one of")
	}
	_, ok, err := s.NextTeaching(t.Context(), "none", time.Minute)
	assert.True(t, !ok && err == nil, "more than there are", ok, err)
}

func TestTeachNothing(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := taught(t, s, account, lessonOf(1, "A"))
	c := model.Correction{AccountID: account, DocumentID: id, By: "key_1",
		Change: correct.Change{Revert: []string{"total"}}}
	_, err := s.Correct(t.Context(), c, store.Stored{})
	require.NoError(t, err)
	teaching := nextTeaching(t, s, "back")
	assert.False(t, teaching.Said, "said", teaching.Touched)
	ok, err := s.PutExample(t.Context(), teaching.Ref, template.Example{})
	require.True(t, ok && err == nil, "keep", ok, err)
	testkit.WantCount(t, pool, 0, `SELECT (SELECT count(*) FROM layouts) + (SELECT count(*) FROM lessons)`)
}

func TestTeachWithOldToken(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	id := completed(t, s, account)
	corrected(t, s, account, id, "120.00")
	first := nextTeaching(t, s, "1")
	corrected(t, s, account, id, "121.00") // what was read before is not what counts now
	ok, err := s.PutExample(t.Context(), first.Ref, lessonOf(1, ""))
	assert.True(t, !ok && err == nil, "lesson of another time", ok, err)
	second := nextTeaching(t, s, "2")
	assert.Equal(t, second.Attempt, 1, "attempt")
	ok, err = s.RetryTeaching(t.Context(), second.Ref, "bad\x00 luck", 0, true)
	require.True(t, ok && err == nil, "retry", ok, err)
	third := nextTeaching(t, s, "3")
	for i, want := range []bool{true, false} { // delivered twice
		ok, err := s.PutExample(t.Context(), third.Ref, lessonOf(1, ""))
		assert.True(t, ok == want && err == nil, "lesson, time", i+1, ok, err)
	}
	assert.True(t, third.Attempt == 2 && testkit.Value[int](t, pool, `SELECT count(*) FROM lessons`) == 1,
		"attempt", third.Attempt)
	corrected(t, s, account, id, "122.00")
	fourth := nextTeaching(t, s, "4")
	erase(t, s, account, id)
	ok, err = s.PutExample(t.Context(), fourth.Ref, lessonOf(1, ""))
	assert.True(t, !ok && err == nil, "lesson of an erased document", ok, err)
	testkit.WantCount(t, pool, 0, `SELECT (SELECT count(*) FROM layouts) + (SELECT count(*) FROM teachings)`)
}

func TestFoldLessons(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	first := taught(t, s, account, lessonOf(1, "A"))
	second := taught(t, s, account, lessonOf(1, "B"))
	taught(t, s, account, lessonOf(2, "C"))
	layouts := recalled(t, s, account, keys(1))
	if len(layouts) != 1 || len(layouts[0].Examples) != 2 || layouts[0].Version != 2 ||
		layouts[0].Examples[0].Document != second {
		t.Fatalf("layouts %+v", layouts)
	}
	erase(t, s, account, second)
	left := recalled(t, s, account, keys(1))
	if len(left) != 1 || len(left[0].Examples) != 1 || left[0].Examples[0].Document != first ||
		left[0].ID != layouts[0].ID ||
		left[0].Version != 3 {
		t.Errorf("after the erasure of one: %+v", left)
	}
	erase(t, s, account, first)
	assert.Empty(t, recalled(t, s, account, keys(1)), "after the erasure of all")
	testkit.WantCount(t, pool, 1, `SELECT count(*) FROM layouts`)
}

func TestPruneLessons(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	oldest := taught(t, s, account, lessonOf(1, ""))
	for range template.MaxExamples {
		taught(t, s, account, lessonOf(1, ""))
	}
	layouts := recalled(t, s, account, keys(1))
	require.True(t, len(layouts) == 1 && len(layouts[0].Examples) == template.MaxExamples, "layouts", layouts)
	testkit.WantCount(t, pool, template.MaxExamples, `SELECT count(*) FROM lessons`)
	for _, l := range layouts[0].Examples {
		assert.NotEqual(t, l.Document, oldest, "the oldest lesson is still there")
	}
}

func TestRecallOtherAccount(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	one, other := gatewaytest.Account(), gatewaytest.Account()
	taught(t, s, one, lessonOf(1, "A"))
	assert.Empty(t, recalled(t, s, other, keys(1)), "another account's layouts")
	taught(t, s, other, lessonOf(1, "B"))
	testkit.WantCount(t, pool, 2, `SELECT count(*) FROM layouts WHERE lessons = 1`)
	// The token must be the document's.
	ref := claim(t, s, accept(t, s, gatewaytest.Acceptance(other)), "secret")
	ref.Token = "guessed"
	_, ok, err := s.Recall(t.Context(), ref, template.Fingerprint{Keys: keys(1)})
	assert.True(t, !ok && err == nil, "with another token", ok, err)
}

func TestRecallOrder(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	for i := range template.MaxTemplates + 2 { // each resembles what is asked for, but no other enough
		example := lessonOf(i, fmt.Sprint(i))
		copy(example.Fingerprint.Keys, keys(100)[8*i:9*i+40])
		slices.Sort(example.Fingerprint.Keys)
		taught(t, s, account, example)
	}
	layouts := recalled(t, s, account, keys(100))
	require.Equal(t, len(layouts), template.MaxTemplates, "layouts")
	asked := template.Fingerprint{Keys: keys(100)}
	for i := 1; i < len(layouts); i++ {
		assert.True(t, asked.Similarity(layouts[i-1].Fingerprint) >= asked.Similarity(layouts[i].Fingerprint),
			"layout", i, "is more similar than that before")
	}
	testkit.Exec(t, pool, `UPDATE layouts SET enabled = false`)
	assert.Empty(t, recalled(t, s, account, keys(100)), "layouts that are switched off")
}

// Two designs with similar keys are distinguished by their marks, at other positions and in another order,
// and the page's design is returned first.
func TestSimilarDesigns(t *testing.T) {
	t.Parallel()
	s, _ := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	design := func(right, swapped int, vendor string) template.Example {
		l := lessonOf(1, vendor)
		l.Fingerprint.Marks = &template.Marks{}
		for i := range 8 {
			x := 100*i + right
			l.Fingerprint.Marks.Labels = append(l.Fingerprint.Marks.Labels, [3]int{i ^ swapped, x, x + 50})
			l.Fingerprint.Marks.Blocks = append(l.Fingerprint.Marks.Blocks, [3]int{x, x + 50, 40 * i})
		}
		return l
	}
	left, right := design(0, 0, "left"), design(30, 1, "right")
	for range 2 {
		taught(t, s, account, left)
		taught(t, s, account, right)
	}
	for _, page := range []template.Example{left, right} {
		ref := claim(t, s, accept(t, s, gatewaytest.Acceptance(account)), "t")
		found, ok, err := s.Recall(t.Context(), ref, page.Fingerprint)
		require.True(t, err == nil && ok && len(found) == 2, len(found), "layouts", ok, err)
		var first template.Template
		if err := json.Unmarshal(found[0], &first); err != nil || len(first.Examples) != 2 || first.Vendor() != page.Vendor {
			t.Errorf("first %+v, %v, want the layout of %q", first, err, page.Vendor)
		}
	}
}

// Concurrent lessons and erasures of a layout's documents have the same result as sequential ones.
func TestConcurrentLessons(t *testing.T) {
	t.Parallel()
	s, pool := gatewaytest.Store(t, gatewaytest.Database(t))
	account := gatewaytest.Account()
	gone := taught(t, s, account, lessonOf(1, ""))
	var wg sync.WaitGroup
	for i := range 4 {
		id := completed(t, s, account)
		corrected(t, s, account, id, "120.00")
		wg.Go(func() {
			teaching, ok, err := s.NextTeaching(t.Context(), fmt.Sprint(i), time.Minute)
			if err != nil || !ok {
				t.Errorf("next: %v, %v", ok, err)
				return
			}
			ok, err = s.PutExample(t.Context(), teaching.Ref, lessonOf(1, ""))
			assert.True(t, ok && err == nil, "keep", ok, err)
		})
	}
	wg.Go(func() {
		_, ok, err := s.Erase(t.Context(), account, gone, "", 0, nil)
		assert.True(t, ok && err == nil, "erase", ok, err)
	})
	wg.Wait()
	layouts := recalled(t, s, account, keys(1))
	if len(layouts) != 1 || len(layouts[0].Examples) != 4 || testkit.Value[int](t, pool,
		`SELECT count(*) FROM layouts`) != 1 {
		t.Errorf("layouts %+v", layouts)
	}
}
