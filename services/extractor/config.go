package extractor

import (
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"time"
)

// Config of the service. Tags are kong's.
type Config struct {
	Workers       int           `name:"workers" env:"DOCMILL_EXTRACTOR_WORKERS" default:"0" help:"Documents worked on at a time, at least 2; 0 takes the number of processors."`
	MemoryLimitMB int64         `name:"memory-limit-mb" env:"DOCMILL_EXTRACTOR_MEMORY_LIMIT_MB" default:"1024" help:"Memory in MiB that one document may use."`
	OCRLanguages  string        `name:"ocr-languages" env:"DOCMILL_OCR_LANGUAGES" default:"eng" help:"Languages of text recognition, as Tesseract names them, joined by '+'."`
	CacheDir      string        `name:"engine-cache-dir" env:"DOCMILL_ENGINE_CACHE_DIR" help:"Directory that keeps the engine's compiled code between starts; whoever can write there can run code in the service. None when empty, which makes starts slow."`
	DrainTimeout  time.Duration `name:"drain-timeout" env:"DOCMILL_EXTRACTOR_DRAIN_TIMEOUT" default:"20s" help:"How long documents under way may take when the service stops, before they are given back."`
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
