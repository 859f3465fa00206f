package scanimage

import "image"

// flatten makes the paper white everywhere. It divides each sample by the brightness of the paper there,
// interpolated between the middles of the tiles. factor is that of the overview in which the light was
// measured.
func flatten(img *image.Gray, l *light, factor int) *image.Gray {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	out := image.NewGray(image.Rect(0, 0, w, h))
	side := tile * factor
	gain := make([]int32, l.cols)
	for y := range h {
		l.gains(gain, y, side)
		in, row := img.Pix[y*img.Stride:][:w], out.Pix[y*out.Stride:][:w]
		for col := -1; col < l.cols; col++ {
			from, to := col*side+side/2, (col+1)*side+side/2
			left, right := gain[max(col, 0)], gain[min(col+1, l.cols-1)]
			step := (right - left) / int32(side)
			g := left + step*int32(max(-from, 0))
			from = max(from, 0)
			for x := from; x < min(to, w); x++ {
				row[x] = uint8(min((int32(in[x])*(g>>8))>>8, 255))
				g += step
			}
		}
	}
	return out
}

// gains sets gain, for each column of tiles, to white divided by the brightness of the paper in a row of
// pixels, in 65536ths.
func (l *light) gains(gain []int32, y, side int) {
	row := (y - side/2) / side
	part := y - side/2 - row*side
	if y < side/2 {
		row, part = 0, 0
	}
	row = min(row, l.rows-1)
	up, low := l.paper[row*l.cols:][:l.cols], l.paper[min(row+1, l.rows-1)*l.cols:][:l.cols]
	for i := range gain {
		paper := (int(up[i])*(side-part) + int(low[i])*part) / side
		gain[i] = int32(255 << 16 / max(paper, darkestPaper))
	}
}

// darkestPaper is the darkest shade that counts as paper. What is darker is a picture or the bed of the
// scanner, and does not become white.
const darkestPaper = 64
