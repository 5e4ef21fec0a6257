package blob

import "github.com/redress/redress/internal/blob/strip"

// Limits of one upload and of a picture's area (docs/product.md, Limits).
const (
	MaxImage  = 10 << 20  // bytes
	MaxVideo  = 100 << 20 // bytes
	MaxPixels = strip.MaxPixels
)
