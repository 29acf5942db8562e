package documents

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"time"

	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// Usage returns the outcomes of the documents accepted in [from, to). It is limited like
// searches: CodeServiceUnavailable if too many are running.
func (d *Documents) Usage(ctx context.Context, accountID string, from, to time.Time) (model.Usage, error) {
	rules, err := d.ReviewRules(ctx, accountID)
	if err != nil {
		return model.Usage{}, err
	}
	leave, err := d.Searches.Enter(ctx, accountID)
	if err != nil {
		return model.Usage{}, err
	}
	defer leave()
	buckets, err := d.Store.Usage(ctx, accountID, from, to, rules)
	if err != nil {
		return model.Usage{}, store.Fault(err)
	}
	return usageOf(buckets), nil
}

func usageOf(buckets []model.UsageBucket) model.Usage {
	completed := func(b model.UsageBucket) bool { return b.Failure == "" }
	return model.Usage{
		All:      rowOf("", buckets),
		ByKey:    usageBy(buckets, func(b model.UsageBucket) (string, bool) { return b.SubmittedBy, true }),
		ByType:   usageBy(buckets, func(b model.UsageBucket) (string, bool) { return b.DocumentType, completed(b) }),
		Failures: usageBy(buckets, func(b model.UsageBucket) (string, bool) { return string(b.Failure), !completed(b) }),
	}
}

// usageBy returns a row for each value of a property, most documents first; ok is false for documents to leave out.
func usageBy(buckets []model.UsageBucket, of func(model.UsageBucket) (value string, ok bool)) []model.UsageRow {
	groups := map[string][]model.UsageBucket{}
	for _, b := range buckets {
		if value, ok := of(b); ok {
			groups[value] = append(groups[value], b)
		}
	}
	var rows []model.UsageRow
	for _, value := range slices.Sorted(maps.Keys(groups)) {
		rows = append(rows, rowOf(value, groups[value]))
	}
	slices.SortStableFunc(rows, func(a, b model.UsageRow) int { return cmp.Compare(b.Documents, a.Documents) })
	return rows
}

func rowOf(value string, buckets []model.UsageBucket) model.UsageRow {
	row := model.UsageRow{Of: value}
	speeds := map[int]int{}
	for _, b := range buckets {
		row.Documents += b.Documents
		if b.Failure != "" {
			row.Failed += b.Documents
			continue
		}
		if b.Needed {
			row.Needed += b.Documents
		}
		speeds[b.Speed] += b.Documents
	}
	row.Median, row.P95 = percentile(speeds, 50), percentile(speeds, 95)
	return row
}

// percentile returns the time in milliseconds that so many in a hundred documents took at most.
func percentile(speeds map[int]int, percent int) int64 {
	all := 0
	for _, n := range speeds {
		all += n
	}
	upTo := 0
	for _, bucket := range slices.Sorted(maps.Keys(speeds)) {
		if upTo += speeds[bucket]; upTo*100 >= all*percent {
			return store.SpeedOf(bucket)
		}
	}
	return 0
}
