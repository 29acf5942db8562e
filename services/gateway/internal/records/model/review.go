package model

// ReviewRules say which of an account's completed documents need a person.
type ReviewRules struct {
	Missing bool    // documents of which a key field is not known
	Checks  bool    // documents of which a check failed
	Below   float64 // documents whose confidence is under this, 0 to 1; 0 for none
	// Sample is the share, 0 to 1, of all documents that is looked at whatever
	// the other rules say: without it nobody would know how right the rest is.
	Sample float64
}

// ReviewReason is why a document is in the queue.
type ReviewReason string

// The reasons, one for each rule.
const (
	ReasonMissing    ReviewReason = "missing"
	ReasonChecks     ReviewReason = "checks"
	ReasonConfidence ReviewReason = "confidence"
	ReasonSample     ReviewReason = "sample"
)

// MaxReviewLeft bounds the count of what is left.
const MaxReviewLeft = 1000

// LeastReviewValues is how many reviewed values figures are made from at least.
const LeastReviewValues = 200

// ReviewFigures tell what thresholds would have meant for the account's latest
// documents.
type ReviewFigures struct {
	// Values are those of reviewed documents that the figures are made from.
	Values int
	// Points are by rising threshold; nil where Values are too few to tell.
	Points []ReviewPoint
}

// ReviewPoint is what a threshold means.
type ReviewPoint struct {
	Below float64 // the threshold
	Share float64 // of documents that are looked at, 0 to 1
	Wrong float64 // of values that are wrong in the documents not looked at, 0 to 1
}
