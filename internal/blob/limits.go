package blob

// Limits of one upload and of a picture's area (docs/product.md, Limits).
const (
	MaxImage  = 10 << 20  // bytes
	MaxVideo  = 100 << 20 // bytes
	MaxPixels = 50_000_000
)
