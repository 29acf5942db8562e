package outbox

// PruneSQL is the statement that removes what is not kept any more.
const PruneSQL = prune
