package contract

// MaxBatchFiles is how many files one batch call may send.
const MaxBatchFiles = 100

// Batch is the reply to POST and GET of a batch: the documents of one upload, in their order.
type Batch struct {
	ID string `json:"id"`
	// Status is StatusQueued until work on the first document begins, StatusProcessing until all have ended,
	// then StatusCompleted, or StatusFailed if the batch itself failed.
	Status      Status       `json:"status"`
	Total       int          `json:"total"` // files sent, refused ones too
	Counts      BatchCounts  `json:"counts"`
	CreatedAt   Time         `json:"createdAt"`
	CompletedAt *Time        `json:"completedAt"`
	Results     []BatchEntry `json:"results"`
}

// BatchCounts are the entries of a batch by status; their sum is Batch.Total.
type BatchCounts struct {
	Queued     int `json:"queued"`
	Processing int `json:"processing"`
	Completed  int `json:"completed"`
	Failed     int `json:"failed"`
	Rejected   int `json:"rejected"`
	Deleted    int `json:"deleted"`
}

// BatchEntry is one file of a batch. Error and Code are set if the file was refused at upload, when it has
// no ID, or failed.
type BatchEntry struct {
	Index    int    `json:"index"`    // from 0
	FileName string `json:"fileName"` // empty once deleted
	ID       string `json:"id,omitempty"`
	Status   Status `json:"status"`
	Error    string `json:"error,omitempty"`
	Code     Code   `json:"code,omitempty"`
}
