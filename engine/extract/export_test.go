package extract

// Explain exports explain for tests.
var Explain = explain
