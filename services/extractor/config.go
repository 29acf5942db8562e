package extractor

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"time"

	"github.com/docmill/docmill/services/extractor/internal/model"
)

// Config of the service. Tags are kong's.
type Config struct {
	Workers       int           `name:"workers" env:"DOCMILL_EXTRACTOR_WORKERS" default:"0" help:"Documents worked on at a time, at least 2; 0 takes the number of processors."`
	MemoryLimitMB int64         `name:"memory-limit-mb" env:"DOCMILL_EXTRACTOR_MEMORY_LIMIT_MB" default:"1024" help:"Memory in MiB that one document may use."`
	OCRLanguages  string        `name:"ocr-languages" env:"DOCMILL_OCR_LANGUAGES" default:"eng" help:"Languages of text recognition, as Tesseract names them, joined by '+'."`
	S3CAFile      string        `name:"s3-ca-file" env:"DOCMILL_S3_CA_FILE" help:"File of the authorities (PEM) of the object store's certificate; those of the system when empty."`
	CacheDir      string        `name:"engine-cache-dir" env:"DOCMILL_ENGINE_CACHE_DIR" help:"Directory that keeps the engine's compiled code between starts; whoever can write there can run code in the service. None when empty, which makes starts slow."`
	DrainTimeout  time.Duration `name:"drain-timeout" env:"DOCMILL_EXTRACTOR_DRAIN_TIMEOUT" default:"20s" help:"How long documents under way may take when the service stops, before they are given back."`
	ModelConfig
}

// ModelConfig says which language model is asked about fields that stay empty or
// fail a check. It is off by default. Tags are kong's.
type ModelConfig struct {
	URL       string        `name:"llm-url" env:"DOCMILL_LLM_URL" help:"Base address of an OpenAI-compatible server, such as http://vllm:8000/v1, that is asked for fields which stay empty or fail a check. The text of documents is sent there. No model is asked when empty."`
	Model     string        `name:"llm-model" env:"DOCMILL_LLM_MODEL" help:"Name of the language model on that server."`
	APIKey    string        `name:"llm-api-key" env:"DOCMILL_LLM_API_KEY" help:"Key of that server, sent as bearer token; none when empty."`
	Timeout   time.Duration `name:"llm-timeout" env:"DOCMILL_LLM_TIMEOUT" default:"10s" help:"How long a document waits for the language model before it goes on without."`
	MaxTokens int           `name:"llm-max-tokens" env:"DOCMILL_LLM_MAX_TOKENS" default:"8000" help:"Tokens that one document may cost, question and answer together, a token counted as two bytes; the text of longer documents is cut."`
	PerMinute int           `name:"llm-documents-per-minute" env:"DOCMILL_LLM_DOCUMENTS_PER_MINUTE" default:"60" help:"Documents in any minute that this replica asks the language model about; those beyond go without."`
	AtOnce    int           `name:"llm-concurrency" env:"DOCMILL_LLM_CONCURRENCY" default:"2" help:"Documents that this replica asks the language model about at a time."`
}

// Bounds of the settings.
const (
	minWorkers       = 2 // one is kept for interactive work
	maxWorkers       = 256
	minMemoryLimitMB = 256
)

// Validate reports every violation.
func (c Config) Validate() error {
	var errs []error
	if c.Workers != 0 && (c.Workers < minWorkers || c.Workers > maxWorkers) {
		errs = append(errs, fmt.Errorf("DOCMILL_EXTRACTOR_WORKERS: is %d, want 0 or %d to %d", c.Workers, minWorkers, maxWorkers))
	}
	if c.MemoryLimitMB < minMemoryLimitMB {
		errs = append(errs, fmt.Errorf("DOCMILL_EXTRACTOR_MEMORY_LIMIT_MB: is %d, want at least %d", c.MemoryLimitMB, minMemoryLimitMB))
	}
	// The names become arguments of a program.
	if ok, err := regexp.MatchString(`^[a-zA-Z_]{2,20}(\+[a-zA-Z_]{2,20})*$`, c.OCRLanguages); err != nil || !ok {
		errs = append(errs, fmt.Errorf("DOCMILL_OCR_LANGUAGES: %q is no list of languages as \"eng+deu\"", c.OCRLanguages))
	}
	if c.DrainTimeout < 0 {
		errs = append(errs, errors.New("DOCMILL_EXTRACTOR_DRAIN_TIMEOUT: is negative"))
	}
	errs = append(errs, model.Config(c.ModelConfig).Validate())
	return errors.Join(errs...)
}

// DefaultWorkers is how many documents this machine works on at a time.
func DefaultWorkers() int { return max(minWorkers, runtime.NumCPU()) }

func (c Config) workers() int {
	if c.Workers > 0 {
		return c.Workers
	}
	return DefaultWorkers()
}

func (c Config) engine() EngineConfig {
	return EngineConfig{
		Workers: c.workers(), MemoryBytes: c.MemoryLimitMB << 20,
		CacheDir: c.CacheDir, OCRLanguages: c.OCRLanguages,
	}
}
