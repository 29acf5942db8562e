package pdf

// Associated is for tests that PDFium has no part in.
var Associated = associated
