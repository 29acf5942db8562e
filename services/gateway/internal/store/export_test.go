package store

// ReleaseSQL is the statement of a round of the dispatcher.
const ReleaseSQL = release

// ListQuery is the statement of a page of a list, with its arguments.
var ListQuery = listQuery
