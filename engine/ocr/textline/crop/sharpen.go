package crop

// Blur is the deviation of a normal distribution that blurs print, in pixels.
type Blur struct{ Along, Across float64 }

// Scaled returns the blur of a picture that has another size.
func (b Blur) Scaled(by float64) Blur { return Blur{b.Along * by, b.Across * by} }

// sharpen removes most of a blur from the brightness of a picture: in each round it adds what the blur would take from
// the sharper picture (van Cittert's iteration).
func sharpen(pix []byte, columns int, blur Blur) {
	const rounds = 2
	if blur == (Blur{}) {
		return
	}
	along, across := kernelOf(blur.Along), kernelOf(blur.Across)
	sharp, blurred := make([]int, len(pix)), make([]int, len(pix))
	for i, v := range pix {
		sharp[i] = int(v)
	}
	rows := len(pix) / columns
	line := make([]int, max(rows, columns))
	for range rounds {
		copy(blurred, sharp)
		for y := range rows {
			convolve(blurred[y*columns:(y+1)*columns], 1, line[:columns], along)
		}
		for x := range columns {
			convolve(blurred[x:], columns, line[:rows], across)
		}
		for i, v := range pix {
			sharp[i] = min(max(sharp[i]+int(v)-blurred[i], 0), 255)
		}
	}
	for i, v := range sharp {
		pix[i] = byte(v) //nolint:gosec // below 256
	}
}

const one = 1 << 12 // sum of a kernel's weights

// kernelOf returns the weights of a triangle with a deviation, from its middle to an end.
func kernelOf(deviation float64) []int {
	const sides = 2.449489742783178 // square root of 6: half the width of a triangle with a deviation of 1
	half := deviation * sides
	weights, sum := []float64{max(half, 1)}, max(half, 1)
	for i := 1.0; i < half; i++ {
		weights = append(weights, half-i)
		sum += 2 * (half - i)
	}
	out, left := make([]int, len(weights)), one
	for i := len(out) - 1; i > 0; i-- {
		out[i] = int(weights[i] / sum * one)
		left -= 2 * out[i]
	}
	out[0] = left
	return out
}

// convolve replaces values that are some places apart by weighted means of them and their neighbors. It repeats the
// first and the last one, and needs room for a copy.
func convolve(values []int, apart int, room, kernel []int) {
	if len(kernel) == 1 {
		return
	}
	n := len(room)
	for i := range n {
		room[i] = values[i*apart]
	}
	for i := range n {
		sum := room[i] * kernel[0]
		for k := 1; k < len(kernel); k++ {
			sum += (room[max(i-k, 0)] + room[min(i+k, n-1)]) * kernel[k]
		}
		values[i*apart] = (sum + one/2) / one
	}
}
