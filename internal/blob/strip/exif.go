package strip

import (
	"bytes"
	"encoding/binary"
)

// exifOrientation returns the one thing of an EXIF block that changes how the picture looks.
// EXIF in the wild is often damaged; whatever can't be read means upright, 1.
func exifOrientation(tiff []byte) int {
	tiff = bytes.TrimPrefix(tiff, []byte("Exif\x00\x00")) // some WebP writers keep JPEG's prefix
	if len(tiff) < 8 {
		return 1
	}
	var order binary.ByteOrder
	switch string(tiff[:4]) {
	case "II*\x00":
		order = binary.LittleEndian
	case "MM\x00*":
		order = binary.BigEndian
	default:
		return 1
	}
	off := int64(order.Uint32(tiff[4:]))
	if off+2 > int64(len(tiff)) {
		return 1
	}
	entries := tiff[off+2:]
	for range order.Uint16(tiff[off:]) {
		if len(entries) < 12 {
			return 1
		}
		const orientation, short = 0x0112, 3
		if order.Uint16(entries) == orientation {
			v := int(order.Uint16(entries[8:]))
			if order.Uint16(entries[2:]) != short || v < 1 || v > 8 {
				return 1
			}
			return v
		}
		entries = entries[12:]
	}
	return 1
}

// orientationEXIF returns an EXIF block, without JPEG's prefix, that holds an orientation and nothing
// else.
func orientationEXIF(orientation int) []byte {
	const header = "MM\x00*\x00\x00\x00\x08" + // the directory follows
		"\x00\x01" + // with one entry
		"\x01\x12\x00\x03\x00\x00\x00\x01" // the orientation, one short number
	return append([]byte(header), 0, byte(orientation), 0, 0, 0, 0, 0, 0)
}
