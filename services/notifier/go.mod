module github.com/docmill/docmill/services/notifier

go 1.26.0

require github.com/docmill/docmill/libs v0.0.0

replace github.com/docmill/docmill/libs => ../../libs

require github.com/docmill/docmill/libs/embedded v0.0.0

replace github.com/docmill/docmill/libs/embedded => ../../libs/embedded
