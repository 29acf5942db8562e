// A dense layer of bytes in WebAssembly with SIMD: what engine/ocr/textline/kernel does in
// assembly, for comparison. Activations and weights are widened to 16 bits beforehand,
// since i32x4.dot_i16x8_s is the only product of WebAssembly that adds up.
//
//	clang --target=wasm32 -O3 -msimd128 -nostdlib -Wl,--no-entry -Wl,--export=dense
//	    -Wl,--export=__heap_base -Wl,--initial-memory=4194304 -o ../dense.wasm dense.c
#include <stdint.h>
#include <wasm_simd128.h>

static int32_t sum(v128_t v) {
	return wasm_i32x4_extract_lane(v, 0) + wasm_i32x4_extract_lane(v, 1) + wasm_i32x4_extract_lane(v, 2) +
	       wasm_i32x4_extract_lane(v, 3);
}

static uint8_t finish(int32_t sum, int32_t bias, float scale) {
	float v = __builtin_nearbyintf((float)(sum + bias) * scale);
	return v < 0 ? 0 : v > 127 ? 127 : (uint8_t)v;
}

// dense computes out channels of places with in channels each, in and out multiples of
// 8 and 4, places even. Weights are out × in.
void dense(const int16_t *x, const int16_t *w, const int32_t *bias, const float *scale, uint8_t *y, int places, int in,
           int out) {
	for (int o = 0; o < out; o += 4) {
		for (int p = 0; p < places; p += 2) {
			v128_t a[2][4];
			for (int i = 0; i < 2; i++)
				for (int k = 0; k < 4; k++) a[i][k] = wasm_i32x4_splat(0);
			for (int c = 0; c < in; c += 8) {
				v128_t x0 = wasm_v128_load(x + p * in + c), x1 = wasm_v128_load(x + (p + 1) * in + c);
				for (int k = 0; k < 4; k++) {
					v128_t each = wasm_v128_load(w + (o + k) * in + c);
					a[0][k] = wasm_i32x4_add(a[0][k], wasm_i32x4_dot_i16x8(x0, each));
					a[1][k] = wasm_i32x4_add(a[1][k], wasm_i32x4_dot_i16x8(x1, each));
				}
			}
			for (int i = 0; i < 2; i++)
				for (int k = 0; k < 4; k++)
					y[(p + i) * out + o + k] = finish(sum(a[i][k]), bias[o + k], scale[o + k]);
		}
	}
}
