package engine

// Explain is open to tests.
var Explain = explain
