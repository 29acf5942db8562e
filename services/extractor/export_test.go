package extractor

// CauseText shows causeText to tests.
func CauseText(err error, most int) string { return causeText(err, most) }
