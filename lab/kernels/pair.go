package kernels

// denseSecond is the offset of the field of denseJob with the weights of the next 16 channels.
const denseSecond = 128

// Registers of densePair.
const (
	pairWeights       = 8  // and the next one
	pairActivation    = 10 // one for each position
	pairActivationMin = 14
	pairActivationMax = 15
)

// densePair writes the sums of a tile for 32 channels with AVX-512 VNNI: position p has its first 16 channels in
// register p and the others in register places+p. Four activations of a position are multiplied by four weights of 16
// channels and added in one instruction.
func (w *writer) densePair() {
	w.begin("densePairVNNI", "denseJob")
	w.comment("Sums begin with the bias.")
	w.op("MOVQ %d(DI), AX", denseBias)
	for i := range 2 {
		w.op("VMOVDQU32 %d(AX), Z%d", 64*i, places*i)
		for p := 1; p < places; p++ {
			w.op("VMOVDQA32 Z%d, Z%d", places*i, places*i+p)
		}
	}
	w.pairSums()
	w.pairAdded()
	w.op("MOVQ %d(DI), R9", denseScale)
	w.op("VMOVUPS (R9), Z%d", pairWeights)
	w.op("VMOVUPS 64(R9), Z%d", pairWeights+1)
	w.op("MOVQ %d(DI), R10", denseDstStep)
	w.op("MOVQ %d(DI), DX", denseRaw)
	w.op("TESTQ DX, DX")
	w.op("JNZ raw")
	w.pairActivations()
	w.print("")
	w.print("raw:")
	for p := range places {
		for i := range 2 {
			w.pairProducts(i, p)
			w.op("VMOVUPS Z%d, %d(DX)", places*i+p, 64*i)
		}
		w.op("ADDQ R10, DX")
	}
	w.op("VZEROUPPER")
	w.op("RET")
}

func (w *writer) pairSums() {
	w.window([]string{"BX", "R13"}, []int{denseWeights, denseSecond}, func(places []string) {
		w.op("VMOVDQU32 (BX), Z%d", pairWeights)
		w.op("VMOVDQU32 (R13), Z%d", pairWeights+1)
		for p, address := range places {
			w.op("VPBROADCASTD %s, Z%d", address, pairActivation+p)
			for i := range 2 {
				w.op("VPDPBUSD Z%d, Z%d, Z%d", pairWeights+i, pairActivation+p, len(places)*i+p)
			}
		}
	})
}

func (w *writer) pairAdded() {
	w.comment("What another map adds.")
	w.op("MOVQ %d(DI), AX", denseFactors)
	w.op("TESTQ AX, AX")
	w.op("JZ added")
	w.op("VMOVDQU32 (AX), Z%d", pairWeights)
	w.op("VMOVDQU32 64(AX), Z%d", pairWeights+1)
	for p := range places {
		w.op("MOVQ %d(DI), AX", denseAdded+8*p)
		for i := range 2 {
			w.op("VPMOVZXBD %d(AX), Z%d", 16*i, pairActivation)
			w.op("VPMULLD Z%d, Z%d, Z%d", pairWeights+i, pairActivation, pairActivation)
			w.op("VPADDD Z%d, Z%d, Z%d", pairActivation, places*i+p, places*i+p)
		}
	}
	w.print("")
	w.print("added:")
}

// pairProducts multiplies 16 sums of a position by their scale, in pairWeights.
func (w *writer) pairProducts(i, p int) {
	w.op("VCVTDQ2PS Z%d, Z%d", places*i+p, places*i+p)
	w.op("VMULPS Z%d, Z%d, Z%d", pairWeights+i, places*i+p, places*i+p)
}

func (w *writer) pairActivations() {
	w.comment("Activations.")
	w.op("MOVL $0x42fe0000, AX // 127 as a float")
	w.op("VPBROADCASTD AX, Z%d", pairActivationMax)
	w.op("VPXORD Z%d, Z%d, Z%d", pairActivationMin, pairActivationMin, pairActivationMin)
	w.op("MOVQ %d(DI), DX", denseDst)
	for p := range places {
		for i := range 2 {
			sum := places*i + p
			w.pairProducts(i, p)
			w.op("VMAXPS Z%d, Z%d, Z%d", pairActivationMin, sum, sum)
			w.op("VMINPS Z%d, Z%d, Z%d", pairActivationMax, sum, sum)
			w.op("VCVTPS2DQ Z%d, Z%d", sum, sum) // round to even, which is Go's MXCSR setting
			w.op("VPMOVDB Z%d, %d(DX)", sum, 16*i)
		}
		w.op("ADDQ R10, DX")
	}
	w.op("VZEROUPPER")
	w.op("RET")
}
