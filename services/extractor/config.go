package extractor

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"time"

	"github.com/docmill/docmill/services/extractor/enginepool"
	"github.com/docmill/docmill/services/extractor/internal/llmclient"
	"github.com/docmill/docmill/services/extractor/internal/slot"
)

// Config of the service. Tags are those of libs/settings.
type Config struct {
	Workers       int                `name:"workers" env:"DOCMILL_EXTRACTOR_WORKERS" default:"0" help:"Concurrent documents; 0 means the number of processors plus one, because batches and OCR leave one worker to interactive work. With 1, OCR yields to interactive work between pages."`
	MemoryLimitMB int64              `name:"memory-limit-mb" env:"DOCMILL_EXTRACTOR_MEMORY_LIMIT_MB" default:"1024" help:"Memory in MiB that one document may use."`
	IdleMemoryMB  int64              `name:"idle-memory-mb" env:"DOCMILL_EXTRACTOR_IDLE_MEMORY_MB" default:"0" help:"Memory in MiB of idle child processes, which wait for more documents of their accounts; 0 means an eighth of the container's or machine's memory, 256 to 4096."`
	OCRLanguages  string             `name:"ocr-languages" env:"DOCMILL_OCR_LANGUAGES" default:"" help:"Possible languages of scans, by Tesseract's names, joined by +. If empty, or for languages that docmill supports, docmill reads scans itself; other languages, such as chi_sim, need an installed Tesseract."`
	S3CAFile      string             `name:"s3-ca-file" env:"DOCMILL_S3_CA_FILE" help:"File of the authorities (PEM) of the object store's certificate; those of the system if empty."`
	CacheDir      string             `name:"engine-cache-dir" env:"DOCMILL_ENGINE_CACHE_DIR" help:"Directory that keeps the engine's compiled code between starts; anyone with write access can run code in the service. A temporary one when empty, which makes starts slow."`
	Sandbox       enginepool.Sandbox `name:"sandbox" env:"DOCMILL_SANDBOX" default:"prefer" help:"Behavior if the system refuses a protection around child processes: 'prefer' works without it and logs it, 'require' reads no document."`
	// DrainTimeout bounds documents under way when the service stops; 0 is drainTimeout.
	DrainTimeout time.Duration `kong:"-"`
	// LayoutsTimeout bounds the wait for layouts that resemble a document, which is read without them
	// afterwards; 0 is layoutsTimeout.
	LayoutsTimeout time.Duration `kong:"-"`
	ModelConfig
	// EndUnready makes Run return an error if a required protection is missing, instead of waiting.
	EndUnready bool `kong:"-"`
}

// ModelConfig configures the language model that is asked about fields that are empty or fail a check.
// By default there is none. Tags are those of libs/settings.
type ModelConfig struct {
	URL       string        `name:"llm-url" env:"DOCMILL_LLM_URL" help:"Base address of an OpenAI-compatible server, such as http://vllm:8000/v1, for fields that stay empty or fail a check. The text of documents is sent there. No model is used if empty."`
	Model     string        `name:"llm-model" env:"DOCMILL_LLM_MODEL" help:"Name of the language model on that server."`
	APIKey    string        `name:"llm-api-key" env:"DOCMILL_LLM_API_KEY" help:"Key of that server, sent as bearer token; none if empty."`
	Timeout   time.Duration `name:"llm-timeout" env:"DOCMILL_LLM_TIMEOUT" default:"10s" help:"How long a document waits for the language model."`
	MaxTokens int           `kong:"-"`
	PerMinute int           `name:"llm-documents-per-minute" env:"DOCMILL_LLM_DOCUMENTS_PER_MINUTE" default:"60" help:"Documents per minute that this replica sends to the language model; others are extracted without it."`
	AtOnce    int           `kong:"-"`
}

const (
	drainTimeout   = 20 * time.Second
	layoutsTimeout = 50 * time.Millisecond
)

// Bounds of the settings.
const (
	maxWorkers       = 256
	minMemoryLimitMB = 256
	maxIdleMemoryMB  = 1 << 20
)

// Validate returns all violations.
func (c Config) Validate() error {
	var errs []error
	if c.Workers < 0 || c.Workers > maxWorkers {
		errs = append(errs, fmt.Errorf("DOCMILL_EXTRACTOR_WORKERS: is %d, want 0 to %d", c.Workers, maxWorkers))
	}
	if c.MemoryLimitMB < minMemoryLimitMB {
		errs = append(errs, fmt.Errorf("DOCMILL_EXTRACTOR_MEMORY_LIMIT_MB: is %d, want at least %d", c.MemoryLimitMB,
			minMemoryLimitMB))
	}
	// The names become arguments of Tesseract.
	if ok, err := regexp.MatchString(`^([a-zA-Z_]{2,20}(\+[a-zA-Z_]{2,20})*)?$`, c.OCRLanguages); err != nil || !ok {
		errs = append(errs, fmt.Errorf("DOCMILL_OCR_LANGUAGES: %q is not a list such as \"eng+deu\"", c.OCRLanguages))
	}
	if c.IdleMemoryMB < 0 || c.IdleMemoryMB > maxIdleMemoryMB {
		errs = append(errs, fmt.Errorf("DOCMILL_EXTRACTOR_IDLE_MEMORY_MB: is %d, want 0 to %d", c.IdleMemoryMB,
			maxIdleMemoryMB))
	}
	errs = append(errs, c.Sandbox.Validate(), llmclient.Config(c.ModelConfig).Validate())
	return errors.Join(errs...)
}

// DefaultWorkers is the number of files that a program reads at a time if it does nothing else.
func DefaultWorkers() int { return max(2, runtime.NumCPU()) }

// WorkerCount is the number of documents at a time. By default it is one more than there are processors:
// package slot keeps one for interactive work, so that batches would otherwise leave a processor idle.
func (c Config) WorkerCount() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return runtime.NumCPU() + 1
}

// maxSpares bounds the children kept ready for other accounts; each holds some tens of MiB.
const maxSpares = 4

func (c Config) engine() enginepool.Config {
	return enginepool.Config{
		Workers: c.WorkerCount() + slot.Spare(c.WorkerCount()), MemoryBytes: c.MemoryLimitMB << 20,
		CacheDir: c.CacheDir, OCRLanguages: c.OCRLanguages,
		Sandbox: c.Sandbox, Spares: min(c.WorkerCount(), maxSpares),
		IdleBytes: c.idleBytes(),
	}
}
