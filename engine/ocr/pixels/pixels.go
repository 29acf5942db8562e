// Package pixels provides the image operations for reading: conversion to gray, scaling, turning, rotating,
// and loops over a rectangle of pixels.
//
// All *image.Gray and *image.RGBA begin at the origin unless documented otherwise.
package pixels

import "image"

// Clone copies a part of an image, which lies within it.
func Clone(img *image.Gray, part image.Rectangle) *image.Gray {
	out := image.NewGray(image.Rectangle{Max: part.Size()})
	Paste(out, image.Point{}, img, part)
	return out
}

// Crop returns a part of an image, which must lie within it. It shares the image's memory.
func Crop(img *image.Gray, part image.Rectangle) *image.Gray {
	return &image.Gray{
		Pix:    img.Pix[part.Min.Y*img.Stride+part.Min.X:],
		Stride: img.Stride,
		Rect:   image.Rectangle{Max: part.Size()},
	}
}

// Paste copies a part of an image into another one. Both areas must lie within their images.
func Paste(dst *image.Gray, at image.Point, src *image.Gray, part image.Rectangle) {
	for y := range part.Dy() {
		to := dst.Pix[(at.Y+y)*dst.Stride+at.X:][:part.Dx()]
		copy(to, src.Pix[(part.Min.Y+y)*src.Stride+part.Min.X:])
	}
}

// White returns a white image.
func White(w, h int) *image.Gray {
	img := image.NewGray(image.Rect(0, 0, w, h))
	fill(img.Pix, 255)
	return img
}

// Whiten paints a part of an image white, as far as it lies within it.
func Whiten(img *image.Gray, part image.Rectangle) {
	for row := range rows(img, part.Intersect(img.Rect)) {
		fill(row, 255)
	}
}

func fill(pix []byte, v byte) {
	for i := range pix {
		pix[i] = v
	}
}

// Histogram counts the pixels of each brightness in a part of an image, which must lie within it.
func Histogram(img *image.Gray, part image.Rectangle) *[256]int {
	var counts [256]int
	for row := range rows(img, part) {
		for _, v := range row {
			counts[v]++
		}
	}
	return &counts
}

// Map replaces the brightness of each pixel in a part of an image, which must lie within it, by its entry
// in the table.
func Map(img *image.Gray, part image.Rectangle, table *[256]byte) {
	for row := range rows(img, part) {
		for x, v := range row {
			row[x] = table[v]
		}
	}
}

// Invert exchanges black and white.
func Invert(img *image.Gray) {
	for i := range img.Pix {
		img.Pix[i] = ^img.Pix[i]
	}
}

// rows visits the rows of a part of an image from top to bottom.
func rows(img *image.Gray, part image.Rectangle) func(yield func([]byte) bool) {
	return func(yield func([]byte) bool) {
		for y := part.Min.Y; y < part.Max.Y; y++ {
			if !yield(img.Pix[y*img.Stride+part.Min.X : y*img.Stride+part.Max.X]) {
				return
			}
		}
	}
}
