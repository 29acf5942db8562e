package documents

import (
	"context"

	"github.com/docmill/docmill/libs/apierror"
	"github.com/docmill/docmill/libs/contract"
	"github.com/docmill/docmill/services/gateway/internal/records/model"
	"github.com/docmill/docmill/services/gateway/internal/store"
)

// defaultRules apply to accounts without rules.
func defaultRules() model.ReviewRules {
	return model.ReviewRules{Missing: true, Checks: true, Below: 0.9, Sample: 0.02}
}

// ReviewRules returns which of an account's documents need a review.
func (d *Documents) ReviewRules(ctx context.Context, accountID string) (model.ReviewRules, error) {
	r, ok, err := d.Store.ReviewRules(ctx, accountID)
	if err != nil {
		return r, store.Fault(err)
	}
	if !ok {
		return defaultRules(), nil
	}
	return r, nil
}

// SetReviewRules stores them; by is the user. It returns CodeInvalidRequest for a share or
// threshold outside 0 to 1.
func (d *Documents) SetReviewRules(ctx context.Context, accountID, by string, r model.ReviewRules) error {
	for name, v := range map[string]float64{"threshold": r.Below, "sample": r.Sample} {
		if !(v >= 0 && v <= 1) { // the negation refuses NaN, too
			return apierror.New(contract.CodeInvalidRequest, "The %s must be a number from 0 to 1.", name)
		}
	}
	return store.Fault(d.Store.SetReviewRules(ctx, accountID, by, r))
}

// NextReview returns the next unreserved document after the given one, oldest first and from the
// oldest again at the end, and reserves it for the user; "" if there is none. It is limited like
// searches: CodeServiceUnavailable if too many are running.
func (d *Documents) NextReview(ctx context.Context, accountID, userID, after string) (id string, err error) {
	return d.goOn(ctx, accountID, userID, after, d.Store.NextReview)
}

// PreviousReview is NextReview in the other direction.
func (d *Documents) PreviousReview(
	ctx context.Context, accountID, userID, before string,
) (id string, err error) {
	return d.goOn(ctx, accountID, userID, before, d.Store.PreviousReview)
}

// goOn reserves the document after another one in a direction, or else the first in that direction.
func (d *Documents) goOn(
	ctx context.Context, accountID, userID, from string,
	take func(ctx context.Context, accountID, userID, from string, r model.ReviewRules) (string, error),
) (id string, err error) {
	rules, err := d.ReviewRules(ctx, accountID)
	if err != nil {
		return "", err
	}
	leave, err := d.Searches.Enter(ctx, accountID)
	if err != nil {
		return "", err
	}
	defer leave()
	id, err = take(ctx, accountID, userID, from, rules)
	if err == nil && id == "" && from != "" {
		id, err = take(ctx, accountID, userID, "", rules)
	}
	return id, store.Fault(err)
}

// ReviewsLeft counts the documents that need a review, up to model.MaxReviewLeft. It reads all
// unreviewed documents and is limited like NextReview.
func (d *Documents) ReviewsLeft(ctx context.Context, accountID string) (int, error) {
	rules, err := d.ReviewRules(ctx, accountID)
	if err != nil {
		return 0, err
	}
	leave, err := d.Searches.Enter(ctx, accountID)
	if err != nil {
		return 0, err
	}
	defer leave()
	left, err := d.Store.ReviewsLeft(ctx, accountID, rules)
	return left, store.Fault(err)
}

// ReviewReasons returns why a document needs a review; nil if it does not.
func (d *Documents) ReviewReasons(
	ctx context.Context, accountID, documentID string,
) ([]model.ReviewReason, error) {
	rules, err := d.ReviewRules(ctx, accountID)
	if err != nil {
		return nil, err
	}
	reasons, err := d.Store.ReviewReasons(ctx, accountID, documentID, rules)
	return reasons, store.Fault(err)
}

// HoldReview reserves a document for the user if no other user has it. It returns the id of the
// other user, or "".
func (d *Documents) HoldReview(ctx context.Context, accountID, userID, documentID string) (heldBy string, err error) {
	holder, err := d.Store.HoldReview(ctx, accountID, userID, documentID)
	switch {
	case err != nil:
		return "", store.Fault(err)
	case holder == "":
		return "", notFound()
	case holder == userID:
		return "", nil
	}
	return holder, nil
}

// ReleaseReview ends the user's reservation of a document.
func (d *Documents) ReleaseReview(ctx context.Context, accountID, userID, documentID string) error {
	return store.Fault(d.Store.ReleaseReview(ctx, accountID, userID, documentID))
}

// ForgetHolds deletes expired reservations.
func (d *Documents) ForgetHolds(ctx context.Context) error { return d.Store.ForgetHolds(ctx) }

// thresholds of ReviewFigures, ascending.
func thresholds() []float64 {
	return []float64{0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.93, 0.95, 0.97, 0.98, 0.99}
}

// ReviewFigures estimates for several thresholds how many documents a person would review, and
// how many values would be wrong in the rest.
func (d *Documents) ReviewFigures(ctx context.Context, accountID string) (model.ReviewFigures, error) {
	rules, err := d.ReviewRules(ctx, accountID)
	if err != nil {
		return model.ReviewFigures{}, err
	}
	bins, err := d.Store.ReviewBins(ctx, accountID, rules, thresholds())
	if err != nil {
		return model.ReviewFigures{}, store.Fault(err)
	}
	return FiguresOf(bins, thresholds()), nil
}

// FiguresOf estimates the figures for thresholds in ascending order. It weights the wrong values of
// each bin by all of its documents, not only the reviewed ones (post-stratification), because rules
// and people select worse documents. Documents that are reviewed regardless of confidence represent
// no others.
func FiguresOf(bins []store.ReviewBin, edges []float64) model.ReviewFigures {
	var f model.ReviewFigures
	all := 0
	plain := make([]store.ReviewBin, len(edges)+1) // by number
	for _, b := range bins {
		all += b.Documents
		f.Values += b.Seen
		if !b.Attention {
			plain[b.Number] = b
		}
	}
	if f.Values < model.MinReviewValues || all == 0 {
		return f
	}
	rates := wrongRates(plain)
	for i, edge := range edges {
		rest, wrong := 0, 0.0
		for n := i + 1; n < len(plain); n++ {
			rest += plain[n].Documents
			wrong += float64(plain[n].Documents) * rates[n]
		}
		p := model.ReviewPoint{Below: edge, Share: 1 - float64(rest)/float64(all)}
		if rest > 0 {
			p.Wrong = wrong / float64(rest)
		}
		f.Points = append(f.Points, p)
	}
	return f
}

// wrongRates returns the share of wrong values per bin, without reviews that of the next lower bin, or else higher.
func wrongRates(bins []store.ReviewBin) []float64 {
	rates := make([]float64, len(bins))
	known := -1
	for n, b := range bins {
		switch {
		case b.Seen > 0:
			rates[n] = float64(b.Wrong) / float64(b.Seen)
			if known < 0 {
				for before := range n {
					rates[before] = rates[n]
				}
			}
			known = n
		case known >= 0:
			rates[n] = rates[known]
		}
	}
	return rates
}
