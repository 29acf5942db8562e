package engine

// Explain is open to tests.
//
//nolint:gochecknoglobals // a name for tests
var Explain = explain
