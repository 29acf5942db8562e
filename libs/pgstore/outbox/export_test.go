package outbox

// PruneSQL is the statement that removes old rows.
const PruneSQL = prune
