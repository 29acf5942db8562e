package lines

import "sync"

const workers = 2

// Make makes a number of samples and passes them to write in the order of their blocks. It stops at the first error,
// including those of write.
func (m *Maker) Make(count int, write func(Sample) error) error {
	for first, batch := 0, 0; count > 0; first += batch {
		batch = min(count, 256) // blocks
		blocks := make([][]Sample, batch)
		errs := make([]error, batch)
		var group sync.WaitGroup
		for k := range workers {
			group.Go(func() {
				for i := k; i < batch; i += workers {
					blocks[i], errs[i] = m.Block(uint64(first + i)) //nolint:gosec // not negative
				}
			})
		}
		group.Wait()
		for i, block := range blocks {
			if errs[i] != nil {
				return errs[i]
			}
			for _, s := range block[:min(len(block), count)] {
				if err := write(s); err != nil {
					return err
				}
				count--
			}
		}
	}
	return nil
}
