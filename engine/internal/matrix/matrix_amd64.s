#include "textflag.h"

// func addProductsAVX2(out, x *float32, n int, weights *float32, step, width int)
//
// It processes 48, then 8, then 4 columns at a time, each with its own sum over the rows. Products are rounded before the
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
	JLT  half
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

half:
	CMPQ BX, $4
	JLT  done
	VMOVUPS (DI), X0

halfRow:
	VBROADCASTSS (SI), X6
	VMULPS (DX), X6, X7
	VADDPS X7, X0, X0
	ADDQ $4, SI
	ADDQ R8, DX
	DECQ CX
	JNZ  halfRow
	VMOVUPS X0, (DI)

done:
	VZEROUPPER
	RET

// func addBytesAVX2(out *float32, bytes *byte, n int, scale float32)
TEXT ·addBytesAVX2(SB), NOSPLIT, $0-28
	MOVQ out+0(FP), DI
	MOVQ bytes+8(FP), SI
	MOVQ n+16(FP), CX
	VBROADCASTSS scale+24(FP), Y1

bytes:
	VPMOVSXBD (SI), Y0
	VCVTDQ2PS Y0, Y0
	VMULPS Y1, Y0, Y0
	VADDPS (DI), Y0, Y0
	VMOVUPS Y0, (DI)
	ADDQ $8, SI
	ADDQ $32, DI
	SUBQ $8, CX
	JNZ  bytes
	VZEROUPPER
	RET

DATA lowest<>+0(SB)/4, $0xFF800000 // -Inf
GLOBL lowest<>(SB), RODATA, $4

// Constants of math.archExp, and the least argument whose result is a normal number.
DATA exponent<>+0(SB)/8, $2.4801587301587301587e-5
DATA exponent<>+8(SB)/8, $1.9841269841269841270e-4
DATA exponent<>+16(SB)/8, $1.3888888888888888889e-3
DATA exponent<>+24(SB)/8, $8.3333333333333333333e-3
DATA exponent<>+32(SB)/8, $4.1666666666666666667e-2
DATA exponent<>+40(SB)/8, $1.6666666666666666667e-1
DATA exponent<>+48(SB)/8, $0.5
DATA exponent<>+56(SB)/8, $1.0
DATA exponent<>+64(SB)/8, $2.0
DATA exponent<>+72(SB)/8, $0.69314718055966295651160180568695068359375
DATA exponent<>+80(SB)/8, $0.28235290563031577122588448175013436025525412068e-12
DATA exponent<>+88(SB)/8, $1.4426950408889634073599246810018920
DATA exponent<>+96(SB)/8, $0.0625
DATA exponent<>+104(SB)/8, $-700.0
DATA exponent<>+112(SB)/8, $0x3FF
GLOBL exponent<>(SB), RODATA, $120

// func attendAVX2(out, query, keys, values, bias, weights *float32, near *int, n, width int, scale float32)
//
// The four heads of a row are lanes. Sums are over the rows in their order, and exponentials those of math.archExp.
TEXT ·attendAVX2(SB), NOSPLIT, $0-76
	MOVQ keys+16(FP), DX
	MOVQ bias+32(FP), R8
	MOVQ weights+40(FP), R9
	MOVQ near+48(FP), R10
	MOVQ n+56(FP), CX
	MOVQ width+64(FP), BX
	SHLQ $2, BX // bytes per row
	VBROADCASTSS scale+72(FP), X13
	VBROADCASTSS lowest<>(SB), X15

score:
	MOVQ (R10), AX
	IMULQ BX, AX
	ADDQ DX, AX
	MOVQ query+8(FP), SI
	MOVQ BX, R11
	VXORPS X0, X0, X0

scoreColumns:
	VMOVUPS (SI), X1
	VMOVUPS 16(SI), X2
	VMOVUPS 32(SI), X3
	VMOVUPS 48(SI), X4
	VMULPS (AX), X1, X1
	VMULPS 16(AX), X2, X2
	VMULPS 32(AX), X3, X3
	VMULPS 48(AX), X4, X4
	VADDPS X1, X0, X0
	VADDPS X2, X0, X0
	VADDPS X3, X0, X0
	VADDPS X4, X0, X0
	ADDQ $64, SI
	ADDQ $64, AX
	SUBQ $64, R11
	JNZ  scoreColumns
	VMULPS X13, X0, X0
	VADDPS (R8), X0, X0
	VMAXPS X0, X15, X15
	VMOVUPS X0, (R9)
	ADDQ $8, R10
	ADDQ $16, R8
	ADDQ $16, R9
	DECQ CX
	JNZ  score

	MOVQ weights+40(FP), R9
	MOVQ n+56(FP), CX
	VXORPS X14, X14, X14
	VBROADCASTSD exponent<>+0(SB), Y4
	VBROADCASTSD exponent<>+8(SB), Y5
	VBROADCASTSD exponent<>+16(SB), Y6
	VBROADCASTSD exponent<>+24(SB), Y7
	VBROADCASTSD exponent<>+32(SB), Y8
	VBROADCASTSD exponent<>+40(SB), Y9
	VBROADCASTSD exponent<>+48(SB), Y10
	VBROADCASTSD exponent<>+56(SB), Y11
	VBROADCASTSD exponent<>+64(SB), Y12
	VBROADCASTSD exponent<>+72(SB), Y13

exponential:
	VMOVUPS (R9), X0
	VSUBPS X15, X0, X0
	VCVTPS2PD X0, Y0
	VBROADCASTSD exponent<>+104(SB), Y3
	VMAXPD Y3, Y0, Y0
	VBROADCASTSD exponent<>+88(SB), Y3
	VMULPD Y3, Y0, Y1
	VCVTPD2DQY Y1, X2
	VCVTDQ2PD X2, Y1
	VFNMADD231PD Y13, Y1, Y0
	VBROADCASTSD exponent<>+80(SB), Y3
	VFNMADD231PD Y3, Y1, Y0
	VBROADCASTSD exponent<>+96(SB), Y3
	VMULPD Y3, Y0, Y0
	VMOVAPD Y4, Y1
	VFMADD213PD Y5, Y0, Y1
	VFMADD213PD Y6, Y0, Y1
	VFMADD213PD Y7, Y0, Y1
	VFMADD213PD Y8, Y0, Y1
	VFMADD213PD Y9, Y0, Y1
	VFMADD213PD Y10, Y0, Y1
	VFMADD213PD Y11, Y0, Y1
	VMULPD Y1, Y0, Y0
	VADDPD Y12, Y0, Y1
	VMULPD Y1, Y0, Y0
	VADDPD Y12, Y0, Y1
	VMULPD Y1, Y0, Y0
	VADDPD Y12, Y0, Y1
	VMULPD Y1, Y0, Y0
	VADDPD Y12, Y0, Y1
	VFMADD213PD Y11, Y1, Y0
	VPMOVSXDQ X2, Y2
	VPBROADCASTQ exponent<>+112(SB), Y3
	VPADDQ Y3, Y2, Y2
	VPSLLQ $52, Y2, Y2
	VMULPD Y2, Y0, Y0
	VCVTPD2PSY Y0, X0
	VADDPS X0, X14, X14
	VMOVUPS X0, (R9)
	ADDQ $16, R9
	DECQ CX
	JNZ  exponential

	MOVQ weights+40(FP), R9
	MOVQ n+56(FP), CX

divide:
	VMOVUPS (R9), X0
	VDIVPS X14, X0, X0
	VMOVUPS X0, (R9)
	ADDQ $16, R9
	DECQ CX
	JNZ  divide

	MOVQ out+0(FP), DI
	MOVQ values+24(FP), DX
	MOVQ BX, R11

sum:
	MOVQ near+48(FP), R10
	MOVQ weights+40(FP), R9
	MOVQ n+56(FP), CX
	VXORPS Y0, Y0, Y0
	VXORPS Y1, Y1, Y1

sumRow:
	MOVQ (R10), AX
	IMULQ BX, AX
	VBROADCASTF128 (R9), Y2
	VMULPS (DX)(AX*1), Y2, Y3
	VMULPS 32(DX)(AX*1), Y2, Y4
	VADDPS Y3, Y0, Y0
	VADDPS Y4, Y1, Y1
	ADDQ $8, R10
	ADDQ $16, R9
	DECQ CX
	JNZ  sumRow
	VMOVUPS Y0, (DI)
	VMOVUPS Y1, 32(DI)
	ADDQ $64, DI
	ADDQ $64, DX
	SUBQ $64, R11
	JNZ  sum
	VZEROUPPER
	RET
