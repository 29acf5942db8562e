package train

import (
	"errors"
	"runtime"
	"sync"
)

// parallel calls do for the numbers below n, with as many workers as processors, and joins the errors in the order of
// the numbers.
func parallel(n int, do func(i int) error) error {
	errs := make([]error, n)
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := range next {
				errs[i] = do(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	return errors.Join(errs...)
}
