package kernel

// WithoutAssembly returns the convolution as it runs where there is no AVX2.
func (d *Dense) WithoutAssembly() *Dense {
	plain := *d
	plain.plain = true
	return &plain
}

// WithoutAssembly returns the convolution as it runs where there is no AVX2.
func (d *Depthwise) WithoutAssembly() *Depthwise {
	plain := *d
	plain.plain = true
	return &plain
}

// Set sets the activation of a channel.
func (m *Map) Set(y, x, channel int, v byte) { m.data[m.offset(y, x)+channel] = v }
