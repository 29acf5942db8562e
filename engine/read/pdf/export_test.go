package pdf

import "context"

// Associated is for tests that PDFium has no part in.
var Associated = associated

// ViaTextPage lets a file read its pages as PDFium composes their text.
func ViaTextPage(f *File) { f.viaTextPage = true }

// IsPlain tells whether the page read last was read from its text objects.
func IsPlain(f *File) bool { return f.plain }

// LimitText lets a file have no more characters than that.
func LimitText(f *File, chars int) { f.maxChars = chars }

// OpenReady makes a library of the compiled code that a directory keeps.
func OpenReady(ctx context.Context, dir string) (*Library, error) { return openReady(ctx, dir) }

// ReadyDir is where a cache directory keeps the compiled code.
func ReadyDir(cacheDir string) string { return readyDir(cacheDir) }

// Outline is the module with empty functions.
func Outline(module []byte) ([]byte, error) { return outline(module) }
