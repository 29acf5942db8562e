package sandbox_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/libs/sandbox"
)

func doAsking(
	ctx context.Context, t *testing.T, pool *sandbox.Pool, o order, body string, asked sandbox.Asked,
) ([]byte, error) {
	t.Helper()
	return pool.Do(sandbox.WithAsked(ctx, asked), header(t, o), strings.NewReader(body), int64(len(body)))
}

func TestChildQuestion(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	var questions []string
	got, err := doAsking(t.Context(), t, pool, order{Do: "ask", Arg: "may I?"}, "body",
		func(_ context.Context, q []byte) ([]byte, error) {
			if questions = append(questions, string(q)); len(questions) < 3 {
				return []byte("again"), nil
			}
			return []byte("go on"), nil
		})
	if err != nil || string(got) != "go on" || len(questions) != 3 || questions[0] != "may I?" {
		t.Errorf("%q, %v after %q", got, err, questions)
	}
	mustEcho(t, pool)
}

func TestUnansweredQuestions(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	refused := errors.New("no time for questions")
	_, err := doAsking(t.Context(), t, pool, order{Do: "ask"}, "", func(context.Context, []byte) ([]byte, error) {
		return nil, refused
	})
	assert.True(t, errors.Is(err, refused) && !errors.Is(err, sandbox.ErrCrashed), "refused", err)
	mustEcho(t, pool)
	_, err = do(t, pool, order{Do: "ask"}, "")
	_ = mustCrash(t, err, "malformed frame")
	mustEcho(t, pool)
	_, err = doAsking(t.Context(), t, pool, order{Do: "ask", Arg: strings.Repeat("x", 5<<10)}, "", nil)
	_ = mustCrash(t, err, "malformed frame")
	var failed *sandbox.HandlerError
	_, err = do(t, pool, order{Do: "ask early"}, "body")
	assert.True(t, errors.As(err, &failed), "before the end of the body", err)
	mustEcho(t, pool)
}

// A question beyond the job's time ends with it, because nothing paused the time on this side.
func TestQuestionCanceled(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := doAsking(ctx, t, pool, order{Do: "ask"}, "", func(ctx context.Context, _ []byte) ([]byte, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	})
	assert.ErrorIs(t, err, context.Canceled)
	mustEcho(t, pool)
}

// The question takes longer than the job may, and neither side counts that.
func TestBudgetDuringQuestion(t *testing.T) {
	t.Parallel()
	pool := newPool(t, nil)
	const limit = 3 * time.Second
	budget, cancel := sandbox.WithBudget(t.Context(), limit)
	defer cancel()
	got, err := doAsking(budget, t, pool, order{Do: "ask"}, "", func(ctx context.Context, _ []byte) ([]byte, error) {
		budget.Pause()
		defer budget.Resume()
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(limit):
			return []byte("go on"), nil
		}
	})
	require.NoError(t, err)
	assert.Equal(t, string(got), "go on")
}

func TestBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		b, cancel := sandbox.WithBudget(t.Context(), time.Minute)
		defer cancel()
		time.Sleep(40 * time.Second)
		b.Pause()
		b.Pause()
		b.Resume()
		time.Sleep(time.Hour)
		if deadline, ok := b.Deadline(); b.Err() != nil || !ok || time.Until(deadline) != 20*time.Second {
			t.Errorf("paused: %v, deadline %v", b.Err(), deadline)
		}
		b.Resume()
		time.Sleep(19 * time.Second)
		synctest.Wait()
		assert.NoError(t, b.Err(), "before its end")
		time.Sleep(time.Second)
		synctest.Wait()
		assert.ErrorIs(t, b.Err(), context.DeadlineExceeded, "at its end")
		<-b.Done()
		b.Pause()
		b.Resume() // does not bring it back
		assert.Error(t, b.Err(), "it goes on after its end")
	})
}

func TestBudgetParentExit(t *testing.T) {
	t.Parallel()
	parent, cancelParent := context.WithCancel(t.Context())
	b, cancel := sandbox.WithBudget(parent, time.Hour)
	defer cancel()
	b.Pause()
	child, cancelChild := context.WithCancel(b)
	defer cancelChild()
	cancelParent()
	<-child.Done()
	assert.ErrorIs(t, b.Err(), context.Canceled)
}
