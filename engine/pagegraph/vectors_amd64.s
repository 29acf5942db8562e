#include "textflag.h"

// func addProductsAVX2(out, x *float32, n int, weights *float32, step, width int)
//
// It processes 48 and then 8 columns at a time, each with its own sum over the rows. Products are rounded before the
// addition, in the order of the portable implementation.
TEXT ·addProductsAVX2(SB), NOSPLIT, $0-48
	MOVQ out+0(FP), DI
	MOVQ x+8(FP), SI
	MOVQ n+16(FP), CX
	MOVQ weights+24(FP), DX
	MOVQ step+32(FP), R8
	MOVQ width+40(FP), BX

wide:
	CMPQ BX, $48
	JLT  narrow
	VMOVUPS (DI), Y0
	VMOVUPS 32(DI), Y1
	VMOVUPS 64(DI), Y2
	VMOVUPS 96(DI), Y3
	VMOVUPS 128(DI), Y4
	VMOVUPS 160(DI), Y5
	MOVQ SI, R9
	MOVQ DX, R10
	MOVQ CX, R11

wideRow:
	VBROADCASTSS (R9), Y6
	VMULPS (R10), Y6, Y7
	VMULPS 32(R10), Y6, Y8
	VMULPS 64(R10), Y6, Y9
	VMULPS 96(R10), Y6, Y10
	VMULPS 128(R10), Y6, Y11
	VMULPS 160(R10), Y6, Y12
	VADDPS Y7, Y0, Y0
	VADDPS Y8, Y1, Y1
	VADDPS Y9, Y2, Y2
	VADDPS Y10, Y3, Y3
	VADDPS Y11, Y4, Y4
	VADDPS Y12, Y5, Y5
	ADDQ $4, R9
	ADDQ R8, R10
	DECQ R11
	JNZ  wideRow
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	VMOVUPS Y2, 64(DI)
	VMOVUPS Y3, 96(DI)
	VMOVUPS Y4, 128(DI)
	VMOVUPS Y5, 160(DI)
	ADDQ $192, DI
	ADDQ $192, DX
	SUBQ $48, BX
	JMP  wide

narrow:
	CMPQ BX, $8
	JLT  done
	VMOVUPS (DI), Y0
	MOVQ SI, R9
	MOVQ DX, R10
	MOVQ CX, R11

narrowRow:
	VBROADCASTSS (R9), Y6
	VMULPS (R10), Y6, Y7
	VADDPS Y7, Y0, Y0
	ADDQ $4, R9
	ADDQ R8, R10
	DECQ R11
	JNZ  narrowRow
	VMOVUPS Y0, (DI)
	ADDQ $32, DI
	ADDQ $32, DX
	SUBQ $8, BX
	JMP  narrow

done:
	VZEROUPPER
	RET
