module github.com/docmill/docmill/tests

go 1.26.0

require (
	github.com/docmill/docmill/engine v0.0.0
	github.com/docmill/docmill/libs v0.0.0
)

replace (
	github.com/docmill/docmill/engine => ../engine
	github.com/docmill/docmill/libs => ../libs
	github.com/docmill/docmill/libs/embedded => ../libs/embedded
)
