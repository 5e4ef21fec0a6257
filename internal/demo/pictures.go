package demo

import (
	"bytes"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"path"
)

// scene is a subject that the demo can draw. The same file name is always the same picture.
type scene int

const (
	road  scene = iota // asphalt, a dashed line, a hole
	lamp               // a post against the evening
	wave               // water where it should not be
	heap               // bags and boxes
	tree               // trunk and crown
	wall               // bricks with scribbles
	check              // a tidy place, with a tick
)

const (
	pictureWidth  = 480
	pictureHeight = 320
)

// encode draws the scene in the format of the name's extension.
func (s scene) encode(name string) ([]byte, error) {
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // a hash never fails
	c := canvas{
		image.NewRGBA(image.Rect(0, 0, pictureWidth, pictureHeight)),
		rand.New(rand.NewPCG(h.Sum64(), uint64(s))),
	}
	s.paint(c)
	var out bytes.Buffer
	var err error
	if path.Ext(name) == ".png" {
		err = png.Encode(&out, c.RGBA)
	} else {
		err = jpeg.Encode(&out, c.RGBA, &jpeg.Options{Quality: 80})
	}
	return out.Bytes(), err
}

func (s scene) paint(c canvas) {
	sky := color.RGBA{uint8(120 + c.IntN(80)), uint8(160 + c.IntN(60)), 230, 255}
	ground := color.RGBA{uint8(90 + c.IntN(60)), uint8(130 + c.IntN(60)), uint8(80 + c.IntN(40)), 255}
	if s == lamp {
		sky = color.RGBA{uint8(30 + c.IntN(40)), 30, uint8(70 + c.IntN(50)), 255}
	}
	c.gradient(sky, ground)
	x, y := 120+c.IntN(240), 190+c.IntN(60)
	switch s {
	case road:
		c.box(0, 150, pictureWidth, 170, color.RGBA{84, 84, 92, 255})
		for i := range 6 {
			c.box(i*90+c.IntN(12), 228, 46, 8, color.RGBA{236, 232, 200, 255})
		}
		c.blob(x, y, 40+c.IntN(30), 18+c.IntN(10), color.RGBA{36, 30, 30, 255})
	case lamp:
		c.box(x, 60, 10, 220, color.RGBA{40, 44, 52, 255})
		c.box(x-34, 54, 78, 10, color.RGBA{40, 44, 52, 255})
		c.blob(x-28, 76, 16, 12, color.RGBA{250, 214, uint8(c.IntN(140)), 255})
	case wave:
		for i := range 7 {
			c.blob(i*80+c.IntN(30), y+c.IntN(30), 60, 14, color.RGBA{90, 150, uint8(190 + c.IntN(60)), 255})
		}
		c.blob(x, 70, 20, 60+c.IntN(40), color.RGBA{150, 200, 240, 255})
	case heap:
		for range 9 {
			c.blob(x-90+c.IntN(180), y-20+c.IntN(60), 26+c.IntN(16), 24, c.paint())
		}
	case tree:
		c.box(x, 130, 26, 150, color.RGBA{104, 74, 48, 255})
		for range 8 {
			c.blob(x-50+c.IntN(120), 70+c.IntN(80), 46, 40, color.RGBA{40, uint8(110 + c.IntN(80)), 60, 255})
		}
	case wall:
		for row := range 9 {
			for col := range 9 {
				c.box(col*58-row%2*29, 60+row*24, 54, 20, color.RGBA{uint8(160 + c.IntN(30)), 96, 78, 255})
			}
		}
		for range 12 {
			c.blob(60+c.IntN(360), 90+c.IntN(140), 8+c.IntN(40), 6, c.paint())
		}
	case check:
		c.blob(240, 160, 90, 90, color.RGBA{70, 160, 96, 255})
		for i := range 30 {
			c.blob(200+i, 160+i, 8, 8, color.White)
			c.blob(230+i*2, 190-i*2, 8, 8, color.White)
		}
	}
}

// canvas is a picture being drawn, with the random numbers that its name seeds.
type canvas struct {
	*image.RGBA
	*rand.Rand
}

// paint returns a bright color.
func (c canvas) paint() color.RGBA {
	return color.RGBA{uint8(60 + c.IntN(190)), uint8(60 + c.IntN(190)), uint8(60 + c.IntN(190)), 255}
}

func (c canvas) gradient(top, bottom color.RGBA) {
	mix := func(a, b uint8, y int) uint8 {
		return uint8((int(a)*(pictureHeight-y) + int(b)*y) / pictureHeight)
	}
	for y := range pictureHeight {
		c.box(0, y, pictureWidth, 1, color.RGBA{mix(top.R, bottom.R, y), mix(top.G, bottom.G, y), mix(top.B, bottom.B, y), 255})
	}
}

func (c canvas) box(x, y, width, height int, col color.Color) {
	draw.Draw(c.RGBA, image.Rect(x, y, x+width, y+height), image.NewUniform(col), image.Point{}, draw.Src)
}

// blob fills an ellipse around a point.
func (c canvas) blob(x, y, rx, ry int, col color.Color) {
	for dy := -ry; dy <= ry; dy++ {
		for dx := -rx; dx <= rx; dx++ {
			if dx*dx*ry*ry+dy*dy*rx*rx <= rx*rx*ry*ry {
				c.Set(x+dx, y+dy, col)
			}
		}
	}
}
