package pdf

// IsPlain reports whether the page read last was read from its text objects.
func IsPlain(f *File) bool { return f.plain }

// LimitText sets the maximum number of characters of a file.
func LimitText(f *File, chars int) { f.maxChars = chars }

// LimitWork sets the maximum work of a page; all pages may do twice as much.
func LimitWork(f *File, page int64) { f.work.maxWork, f.work.left = page, 2*page }

// WorkOf returns the work of the file's instance.
func WorkOf(f *File) int64 { return f.in.Work() }
