package imaging

// cmykModel converts process colours to sRGB by the Neugebauer model. The 16 overprints of full
// inks have known colours. A tint is the mixture of these, weighted by the share of paper that each
// covers (Demichel's equations). This is multilinear interpolation of the corners: it is smooth,
// exact at the corners, and needs no table. It mixes encoded sRGB values and not light, which
// simulates the dot gain of the press.
type cmykModel struct{}

// cmykCorners are the sRGB colours of the overprints, at index cyan + 2*magenta + 4*yellow +
// 8*black. Those without black are the usual look of inks on coated paper. Those with black are the
// product of the reflectances of black and of the colour that it covers.
var cmykCorners = [16]rgb{
	{255, 255, 255}, {0, 174, 239}, {236, 0, 140}, {46, 49, 146},
	{255, 242, 0}, {0, 166, 81}, {237, 28, 36}, {54, 54, 57},
	{35, 31, 32}, {0, 17, 29}, {32, 0, 12}, {2, 1, 13},
	{35, 29, 0}, {0, 16, 4}, {32, 1, 1}, {2, 2, 2},
}

func (cmykModel) rgb(c components) rgb {
	area := [len(cmykCorners)]float64{1} // share of the paper that has each overprint
	for ink, n := 0, 1; n < len(area); ink, n = ink+1, 2*n {
		for i := range n {
			area[i+n] = area[i] * c[ink]
			area[i] -= area[i+n]
		}
	}
	var sum rgb
	for i, a := range area {
		if a == 0 {
			continue // most colours do not use all inks
		}
		sum[0] += a * cmykCorners[i][0]
		sum[1] += a * cmykCorners[i][1]
		sum[2] += a * cmykCorners[i][2]
	}
	const full = 255
	return rgb{sum[0] / full, sum[1] / full, sum[2] / full}
}
