package kernels

// Offsets of the fields of denseJob.
const (
	denseX         = 0
	denseWeights   = 8
	denseBias      = 16
	denseScale     = 24
	denseDst       = 32
	denseRaw       = 40
	denseFactors   = 48
	denseAdded     = 56 // one for each position of the tile
	denseRows      = 88
	denseGroups    = 96
	denseRowStep   = 104
	densePlaceStep = 112
	denseDstStep   = 120
)

const places = 4 // of a tile

// dense writes the sums of a tile: position p has its 16 channels in registers 2p and 2p+1. Four activations of a
// position are broadcast to a register and multiplied by four weights of eight channels each.
func (w *writer) dense() {
	w.begin("denseAVX2", "denseJob")
	w.comment("Sums begin with the bias.")
	w.op("MOVQ %d(DI), AX", denseBias)
	w.op("VMOVDQU (AX), Y0")
	w.op("VMOVDQU 32(AX), Y1")
	for p := 1; p < places; p++ {
		w.op("VMOVDQA Y0, Y%d", 2*p)
		w.op("VMOVDQA Y1, Y%d", 2*p+1)
	}
	w.denseSums()
	w.denseAdded()
	w.op("MOVQ %d(DI), R9", denseScale)
	w.op("MOVQ %d(DI), R10", denseDstStep)
	w.op("MOVQ %d(DI), DX", denseRaw)
	w.op("TESTQ DX, DX")
	w.op("JNZ raw")
	w.denseActivations()
	w.denseRaw()
}

func (w *writer) denseSums() {
	w.comment("Rows of the window: SI is the first activation, R12 three places.")
	w.op("MOVQ %d(DI), SI", denseX)
	w.op("MOVQ %d(DI), BX", denseWeights)
	w.op("MOVQ %d(DI), R8", denseRows)
	w.op("MOVQ %d(DI), R11", densePlaceStep)
	w.op("LEAQ (R11)(R11*2), R12")
	w.print("")
	w.print("row:")
	w.op("MOVQ SI, AX")
	w.op("MOVQ %d(DI), CX", denseGroups)
	w.print("")
	w.print("group:")
	w.op("VMOVDQU (BX), Y8")
	w.op("VMOVDQU 32(BX), Y9")
	for p, address := range []string{"(AX)", "(AX)(R11*1)", "(AX)(R11*2)", "(AX)(R12*1)"} {
		w.op("VPBROADCASTD %s, Y10", address)
		w.op("VPMADDUBSW Y8, Y10, Y11")
		w.op("VPMADDUBSW Y9, Y10, Y12")
		w.op("VPMADDWD %s, Y11, Y11", ones)
		w.op("VPMADDWD %s, Y12, Y12", ones)
		w.op("VPADDD Y11, Y%d, Y%d", 2*p, 2*p)
		w.op("VPADDD Y12, Y%d, Y%d", 2*p+1, 2*p+1)
	}
	w.op("ADDQ $64, BX")
	w.op("ADDQ $4, AX")
	w.op("DECQ CX")
	w.op("JNZ group")
	w.op("ADDQ %d(DI), SI", denseRowStep)
	w.op("DECQ R8")
	w.op("JNZ row")
}

func (w *writer) denseAdded() {
	w.comment("What another map adds.")
	w.op("MOVQ %d(DI), AX", denseFactors)
	w.op("TESTQ AX, AX")
	w.op("JZ added")
	w.op("VMOVDQU (AX), Y8")
	w.op("VMOVDQU 32(AX), Y9")
	for p := range places {
		w.op("MOVQ %d(DI), AX", denseAdded+8*p)
		w.op("VPMOVZXBD (AX), Y10")
		w.op("VPMOVZXBD 8(AX), Y11")
		w.op("VPMULLD Y8, Y10, Y10")
		w.op("VPMULLD Y9, Y11, Y11")
		w.op("VPADDD Y10, Y%d, Y%d", 2*p, 2*p)
		w.op("VPADDD Y11, Y%d, Y%d", 2*p+1, 2*p+1)
	}
	w.print("")
	w.print("added:")
}

func (w *writer) denseActivations() {
	w.comment("Activations.")
	w.op("MOVQ %d(DI), DX", denseDst)
	for p := range places {
		w.activations(2*p, 2*p+1, [2]string{"(R9)", "32(R9)"})
		w.op("ADDQ R10, DX")
	}
	w.op("VZEROUPPER")
	w.op("RET")
}

func (w *writer) denseRaw() {
	w.print("")
	w.print("raw:")
	for p := range places {
		for i := range 2 {
			w.op("VCVTDQ2PS Y%d, Y%d", 2*p+i, 2*p+i)
			w.op("VMULPS %d(R9), Y%d, Y%d", 32*i, 2*p+i, 2*p+i)
			w.op("VMOVUPS Y%d, %d(DX)", 2*p+i, 32*i)
		}
		w.op("ADDQ R10, DX")
	}
	w.op("VZEROUPPER")
	w.op("RET")
}
