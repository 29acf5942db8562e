package contract_test

import (
	"slices"
	"testing"

	"github.com/docmill/docmill/libs/assert"
	"github.com/docmill/docmill/libs/require"
	"github.com/docmill/docmill/tests/instance"
)

// All scenarios share one instance; each has its accounts.
func TestContract(t *testing.T) {
	t.Parallel()
	binary := binary.Start(t, instance.Dir(t), "DOCMILL_REGISTRATION=open")
	w := newWorld(t, binary, binary.URL)
	t.Run("scenarios", func(t *testing.T) {
		for name, play := range map[string]func(*testing.T, *world){
			"batch of good and bad files": mixedBatch, "batch when the month ends": batchWhenTheMonthEnds,
			"batch refused": batchRefused, "batch erased meanwhile": batchErasedMeanwhile,
			"one key many calls": oneKeyManyCalls, "one key two files": oneKeyTwoFiles, "key and refusals": keyAndRefusals,
			"key replays": keyReplays, "batch replays": batchReplays,
			"filters": filters, "cursors": cursors, "exports": exports,
			"corrections": corrections, "who was first": whoWasFirst, "reruns": reruns, "pictures": pictures,
			"words of pages": wordsOfPages, "files": files, "preferences": preferences, "unchanged": unchanged,
			"learned layouts": learning, "custom fields": customFields, "custom fields refused": customFieldsRefused,
			"saved types": savedTypes, "file types": fileTypes, "saved type learned": savedTypeLearned,
			"accounts apart": accountsApart, "every route": everyRoute, "open pages": openPages,
			"open registration": openRegistration,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				play(t, w)
			})
		}
	})
	binary.Stop()
	missing, err := w.seen.Missing()
	require.NoError(t, err)
	missing = slices.DeleteFunc(missing, unseen)
	assert.Empty(t, missing, "documented answers that no scenario had")
}
