package text

import (
	"math"
	"strconv"
)

// onColor returns which of white and black is read better on a color such as #0f766e, by the ratio of their luminance (WCAG 2.2,
// relative luminance and contrast ratio).
func onColor(background string) string {
	rgb, err := strconv.ParseUint(background[min(1, len(background)):], 16, 32)
	if err != nil {
		return "inherit"
	}
	luminance := 0.2126*linear(rgb>>16) + 0.7152*linear(rgb>>8) + 0.0722*linear(rgb)
	if 1.05/(luminance+0.05) < (luminance+0.05)/0.05 {
		return "#000"
	}
	return "#fff"
}

// linear returns the last eight bits of a color as light.
func linear(bits uint64) float64 {
	c := float64(bits&0xff) / 255
	if c <= 0.04045 {
		return c / 12.92
	}
	return math.Pow((c+0.055)/1.055, 2.4)
}
