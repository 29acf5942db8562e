package store

// ReleaseSQL is the statement of a round of the dispatcher.
const ReleaseSQL = release
