package store
const ReleaseSQL = release
