package main

import (
	"cmp"
	"image"
	"image/color"
	"image/draw"
	"slices"
)

// row puts pictures beside each other on a grey ground, each in the middle of a place of this size.
func row(width, height int, pictures ...image.Image) image.Image {
	tallest := 0
	for _, p := range pictures {
		tallest = max(tallest, min(p.Bounds().Dy(), height))
	}
	out := image.NewRGBA(image.Rect(0, 0, len(pictures)*(width+gap)+gap, tallest+2*gap))
	draw.Draw(out, out.Bounds(), image.NewUniform(color.Gray{Y: 0xd4}), image.Point{}, draw.Src)
	for i, p := range pictures {
		size := image.Pt(min(p.Bounds().Dx(), width), min(p.Bounds().Dy(), height))
		at := image.Pt(gap+i*(width+gap)+(width-size.X)/2, gap+(tallest-size.Y)/2)
		part := image.Rectangle{Min: at, Max: at.Add(size)}
		draw.Draw(out, part, image.White, image.Point{}, draw.Src)
		draw.Draw(out, part, p, p.Bounds().Min, draw.Over)
	}
	return out
}

// halved is a picture of half the width and height: each pixel is the mean of four.
func halved(img image.Image) image.Image {
	from := img.Bounds()
	out := image.NewRGBA(image.Rect(0, 0, from.Dx()/2, from.Dy()/2))
	for y := range from.Dy() / 2 {
		for x := range from.Dx() / 2 {
			var red, green, blue int
			for i := range 4 {
				c := color.RGBAModel.Convert(img.At(from.Min.X+2*x+i%2, from.Min.Y+2*y+i/2)).(color.RGBA)
				red, green, blue = red+int(c.R), green+int(c.G), blue+int(c.B)
			}
			out.SetRGBA(x, y, color.RGBA{uint8(red / 4), uint8(green / 4), uint8(blue / 4), 255})
		}
	}
	return out
}

// colours is how many a picture has at most. Black text on white has some thirty levels of grey, a
// photograph looks like itself with a hundred.
const colours = 128

// nearColours is the sum of squares of differences below which two colours are one, so that a few blue links
// keep their blue beside many greys. Paper of #fdfdfb stays apart from white.
const nearColours = 20

func distance(a, b color.RGBA) int {
	red, green, blue := int(a.R)-int(b.R), int(a.G)-int(b.G), int(a.B)-int(b.B)
	return red*red + green*green + blue*blue
}

// fewColours is img with the colours that it has most of; every other pixel takes the nearest.
// A picture of text takes a third of the bytes.
func fewColours(img image.Image) *image.Paletted {
	count := map[color.RGBA]int{}
	bounds := img.Bounds()
	at := func(x, y int) color.RGBA { return color.RGBAModel.Convert(img.At(x, y)).(color.RGBA) }
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[at(x, y)]++
		}
	}
	var all []color.RGBA
	for c := range count {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b color.RGBA) int {
		return cmp.Or(count[b]-count[a], cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range all {
		if len(palette) == colours {
			break
		}
		if len(palette) == 0 || distance(c, palette.Convert(c).(color.RGBA)) > nearColours {
			palette = append(palette, c)
		}
	}
	nearest := map[color.RGBA]uint8{}
	out := image.NewPaletted(bounds, palette)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			c := at(x, y)
			index, ok := nearest[c]
			if !ok {
				index = uint8(palette.Index(c))
				nearest[c] = index
			}
			out.SetColorIndex(x, y, index)
		}
	}
	return out
}
