package extract

// Explain is open to tests.
var Explain = explain
