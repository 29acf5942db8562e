package store

// ReleaseSQL is the statement of a round of the dispatcher.
const ReleaseSQL = release

// NextSQL is the statement of a claim.
const NextSQL = next

// ListQuery is the statement of a page of a list, with its arguments.
var ListQuery = listQuery

// UsageSQL is the statement of a month's figures.
const UsageSQL = usage

// Mask converts keys to the form in the index of layouts.
var Mask = mask

// QueuedSQL shows queuedSQL to tests.
const QueuedSQL = queuedSQL
