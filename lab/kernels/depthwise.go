package kernels

// Offsets of the fields of depthwiseJob.
const (
	depthwiseX       = 0
	depthwiseWeights = 8
	depthwiseBias    = 16
	depthwiseScale   = 24
	depthwiseDst     = 32
	depthwiseRows    = 40
	depthwisePairs   = 48
	depthwiseRowStep = 56
	depthwiseStep    = 64
	depthwisePlaces  = 72
)

// depthwise writes a row of positions, one at a time. The 16 channels of two neighboring positions are interleaved and
// multiplied by interleaved weights, which gives a 16-bit sum for each channel.
func (w *writer) depthwise() {
	w.begin("depthwiseAVX2", "depthwiseJob")
	w.op("MOVQ %d(DI), SI", depthwiseX)
	w.op("MOVQ %d(DI), DX", depthwiseDst)
	w.op("MOVQ %d(DI), R10", depthwiseStep)
	w.op("MOVQ %d(DI), R12", depthwisePlaces)
	w.op("MOVQ %d(DI), R9", depthwiseScale)
	w.op("MOVQ %d(DI), R13", depthwiseBias)
	w.op("VMOVDQU (R13), Y8")
	w.op("VMOVDQU 32(R13), Y9")
	w.op("VMOVUPS (R9), Y11")
	w.op("VMOVUPS 32(R9), Y12")
	w.depthwiseSums()
	w.activations(0, 1, [2]string{"Y11", "Y12"})
	w.op("ADDQ R10, DX")
	w.op("ADDQ R10, SI")
	w.op("DECQ R12")
	w.op("JNZ place")
	w.op("VZEROUPPER")
	w.op("RET")
}

func (w *writer) depthwiseSums() {
	w.print("")
	w.print("place:")
	w.op("VMOVDQA Y8, Y0")
	w.op("VMOVDQA Y9, Y1")
	w.op("MOVQ %d(DI), BX", depthwiseWeights)
	w.op("MOVQ %d(DI), R8", depthwiseRows)
	w.op("MOVQ SI, R11")
	w.print("")
	w.print("row:")
	w.op("MOVQ R11, AX")
	w.op("MOVQ %d(DI), CX", depthwisePairs)
	w.print("")
	w.print("pair:")
	w.op("VMOVDQU (AX), X2")
	w.op("VMOVDQU (AX)(R10*1), X3")
	w.op("VPUNPCKLBW X3, X2, X4")
	w.op("VPUNPCKHBW X3, X2, X5")
	w.op("VPMADDUBSW (BX), X4, X4")
	w.op("VPMADDUBSW 16(BX), X5, X5")
	w.op("VPMOVSXWD X4, Y4")
	w.op("VPMOVSXWD X5, Y5")
	w.op("VPADDD Y4, Y0, Y0")
	w.op("VPADDD Y5, Y1, Y1")
	w.op("ADDQ $32, BX")
	w.op("LEAQ (AX)(R10*2), AX")
	w.op("DECQ CX")
	w.op("JNZ pair")
	w.op("ADDQ %d(DI), R11", depthwiseRowStep)
	w.op("DECQ R8")
	w.op("JNZ row")
}
