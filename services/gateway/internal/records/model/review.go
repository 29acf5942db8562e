package model

// ReviewRules say which of an account's completed documents need a person.
type ReviewRules struct {
	Missing bool    // documents of which a key field is not known
	Checks  bool    // documents of which a check failed
	Below   float64 // documents whose confidence is under this, 0 to 1; 0 for none
	// Sample is the share, 0 to 1, of all documents to review regardless of the other rules. It measures
	// the accuracy of the others.
	Sample float64
}

// ReviewReason is why a document is in the queue.
type ReviewReason string

// The reasons, one per rule.
const (
	ReasonMissing    ReviewReason = "missing"
	ReasonChecks     ReviewReason = "checks"
	ReasonConfidence ReviewReason = "confidence"
	ReasonSample     ReviewReason = "sample"
)

// MaxReviewLeft bounds the count of remaining reviews.
const MaxReviewLeft = 1000

// MinReviewValues is how many reviewed values figures are made from at least.
const MinReviewValues = 200

// ReviewFigures are the effects of thresholds on the account's latest documents.
type ReviewFigures struct {
	// Values are those of reviewed documents that the figures are made from.
	Values int
	// Points have increasing thresholds; nil if there are too few Values.
	Points []ReviewPoint
}

// ReviewPoint is the effect of one threshold.
type ReviewPoint struct {
	Below float64 // the threshold
	Share float64 // of documents that are looked at, 0 to 1
	Wrong float64 // of values that are wrong in the documents not looked at, 0 to 1
}
