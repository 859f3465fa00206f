package imaging_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/internal/imaging"
	"github.com/pagelift/pagelift/internal/limits"
	"github.com/pagelift/pagelift/internal/pdf"
)

// Primaries of sRGB under D65, by columns as a CalRGB Matrix has them.
var (
	whiteD65 = reals(0.9505, 1, 1.089)
	whiteD50 = reals(0.9642, 1, 0.8249)
	srgb     = reals(0.4124, 0.2126, 0.0193, 0.3576, 0.7152, 0.1192, 0.1805, 0.0722, 0.9505)
)

func lab(white pdf.Array) pdf.Array {
	return pdf.Array{name("Lab"), pdf.NewDict(name("WhitePoint"), white, name("Range"), reals(-128, 127, -128, 127))}
}

// magenta returns a function from a tint to that much magenta.
var magenta = exponential(1, reals(0, 0, 0, 0), reals(0, 1, 0, 0))

func TestRGB(t *testing.T) {
	t.Parallel()
	icc := func(n int, more ...any) pdf.Array {
		return pdf.Array{name("ICCBased"), stream("", append([]any{name("N"), pdf.Integer(n)}, more...)...)}
	}
	tests := map[string]struct {
		space pdf.Object
		color []float64
		want  [3]uint8
	}{
		"gray":                                 {name("DeviceGray"), []float64{0.5}, [3]uint8{128, 128, 128}},
		"gray of an inline image":              {name("G"), []float64{1}, [3]uint8{255, 255, 255}},
		"red":                                  {name("DeviceRGB"), []float64{1, 0, 0}, [3]uint8{255, 0, 0}},
		"components out of range":              {name("RGB"), []float64{7, -3, 0.2}, [3]uint8{255, 0, 51}},
		"missing components are zero":          {name("RGB"), []float64{1}, [3]uint8{255, 0, 0}},
		"paper":                                {name("DeviceCMYK"), []float64{0, 0, 0, 0}, [3]uint8{255, 255, 255}},
		"cyan ink":                             {name("CMYK"), []float64{1, 0, 0, 0}, [3]uint8{0, 174, 239}},
		"magenta ink":                          {name("CMYK"), []float64{0, 1, 0, 0}, [3]uint8{236, 0, 140}},
		"yellow ink":                           {name("CMYK"), []float64{0, 0, 1, 0}, [3]uint8{255, 242, 0}},
		"black ink":                            {name("CMYK"), []float64{0, 0, 0, 1}, [3]uint8{35, 31, 32}},
		"cyan over magenta":                    {name("CMYK"), []float64{1, 1, 0, 0}, [3]uint8{46, 49, 146}},
		"cyan over yellow":                     {name("CMYK"), []float64{1, 0, 1, 0}, [3]uint8{0, 166, 81}},
		"magenta over yellow":                  {name("CMYK"), []float64{0, 1, 1, 0}, [3]uint8{237, 28, 36}},
		"three inks":                           {name("CMYK"), []float64{1, 1, 1, 0}, [3]uint8{54, 54, 57}},
		"four inks":                            {name("CMYK"), []float64{1, 1, 1, 1}, [3]uint8{2, 2, 2}},
		"a quarter of black":                   {name("CMYK"), []float64{0, 0, 0, 0.25}, [3]uint8{200, 199, 199}},
		"linear gray":                          {pdf.Array{name("CalGray"), pdf.NewDict(name("WhitePoint"), whiteD50)}, []float64{0.5}, [3]uint8{188, 188, 188}},
		"calibrated gray":                      {pdf.Array{name("CalGray"), pdf.NewDict(name("Gamma"), pdf.Real(2.2))}, []float64{0.5}, [3]uint8{128, 128, 128}},
		"linear sRGB red":                      {calRGB(1), []float64{1, 0, 0}, [3]uint8{255, 0, 0}},
		"linear sRGB gray":                     {calRGB(1), []float64{0.5, 0.5, 0.5}, [3]uint8{188, 188, 188}},
		"white of Lab":                         {lab(whiteD50), []float64{100, 0, 0}, [3]uint8{255, 255, 255}},
		"middle gray of Lab":                   {lab(whiteD65), []float64{50, 0, 0}, [3]uint8{119, 119, 119}},
		"red of Lab under D65":                 {lab(whiteD65), []float64{53.24, 80.09, 67.2}, [3]uint8{255, 0, 0}},
		"red of Lab under D50":                 {lab(whiteD50), []float64{54.29, 80.81, 69.89}, [3]uint8{255, 0, 0}},
		"black of Lab":                         {lab(whiteD50), []float64{0, 0, 0}, [3]uint8{0, 0, 0}},
		"profile of three":                     {icc(3), []float64{0, 1, 0}, [3]uint8{0, 255, 0}},
		"profile of four":                      {icc(4), []float64{0, 1, 0, 0}, [3]uint8{236, 0, 140}},
		"profile with an alternate":            {icc(3, name("Alternate"), lab(whiteD50)), []float64{100, 0, 0}, [3]uint8{255, 255, 255}},
		"profile with the wrong alternate":     {icc(3, name("Alternate"), name("DeviceCMYK")), []float64{0, 1, 0}, [3]uint8{0, 255, 0}},
		"palette in a string":                  {palette("\x00\x00\x00\x10\x20\x30"), []float64{1}, [3]uint8{16, 32, 48}},
		"palette index past the end":           {palette("\x00\x00\x00\x10\x20\x30"), []float64{9}, [3]uint8{16, 32, 48}},
		"palette shorter than it says":         {palette("\x00\x00\x00\x10\x20"), []float64{1}, [3]uint8{16, 32, 0}},
		"palette of Lab spans its range":       {pdf.Array{name("I"), lab(whiteD50), pdf.Integer(0), pdf.String("\xff\x80\x80")}, []float64{0}, [3]uint8{255, 255, 255}},
		"palette in a stream":                  {pdf.Array{name("Indexed"), name("RGB"), pdf.Integer(0), stream("\x01\x02\x03")}, []float64{0}, [3]uint8{1, 2, 3}},
		"spot colour":                          {separation("Spot", magenta), []float64{1}, [3]uint8{236, 0, 140}},
		"tint of a spot colour":                {separation("Spot", magenta), []float64{0.2}, [3]uint8{251, 204, 232}},
		"registration colour":                  {separation("All", magenta), []float64{0}, [3]uint8{255, 255, 255}},
		"two inks by a calculator":             {twoInks(), []float64{1, 1}, [3]uint8{46, 49, 146}},
		"uncoloured pattern":                   {pdf.Array{name("Pattern"), name("DeviceRGB")}, []float64{0, 0, 1}, [3]uint8{0, 0, 255}},
		"array of one name":                    {pdf.Array{name("DeviceRGB")}, []float64{0, 0, 1}, [3]uint8{0, 0, 255}},
		"pattern has no colour of its own yet": {name("Pattern"), nil, [3]uint8{0, 0, 0}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			cs, err := imaging.ParseColorSpace(&pdf.Document{}, test.space, pdf.Dict{})
			require.NoError(t, err)
			var got [3]uint8
			got[0], got[1], got[2] = cs.RGB(test.color)
			for i := range got {
				require.InDelta(t, test.want[i], got[i], 1, "got %v, want %v", got, test.want)
			}
		})
	}
}

func calRGB(gamma float64) pdf.Array {
	return pdf.Array{name("CalRGB"), pdf.NewDict(name("WhitePoint"), whiteD65, name("Matrix"), srgb,
		name("Gamma"), reals(gamma, gamma, gamma))}
}

func palette(table string) pdf.Array {
	return pdf.Array{name("Indexed"), name("DeviceRGB"), pdf.Integer(1), pdf.String(table)}
}

func separation(colorant pdf.Name, tint pdf.Object) pdf.Array {
	return pdf.Array{name("Separation"), colorant, name("DeviceCMYK"), tint}
}

func twoInks() pdf.Array {
	return pdf.Array{name("DeviceN"), pdf.Array{name("Spot1"), name("Spot2")}, name("DeviceCMYK"), calculator("{ 0 0 }", 2, 4)}
}

func TestColorSpaceFacts(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		space      pdf.Object
		family     pdf.Name
		components int
		initial    []float64
		base       pdf.Name
		invisible  bool
	}{
		"black ink is the first colour": {name("DeviceCMYK"), "DeviceCMYK", 4, []float64{0, 0, 0, 1}, "", false},
		"a profile of four is not":      {pdf.Array{name("ICCBased"), stream("", name("N"), pdf.Integer(4))}, "ICCBased", 4, []float64{0, 0, 0, 0}, "", false},
		"a spot colour begins full":     {separation("Spot", magenta), "Separation", 1, []float64{1}, "", false},
		"None paints nothing":           {separation("None", magenta), "Separation", 1, []float64{1}, "", true},
		"a palette has a base":          {palette(""), "Indexed", 1, []float64{0}, "DeviceRGB", false},
		"a pattern may have a base":     {pdf.Array{name("Pattern"), name("DeviceGray")}, "Pattern", 1, []float64{0}, "DeviceGray", false},
		"a pattern alone has none":      {name("Pattern"), "Pattern", 0, []float64{}, "", false},
		"Lab begins black":              {pdf.Array{name("Lab"), pdf.NewDict(name("Range"), reals(5, 9, -9, -5))}, "Lab", 3, []float64{0, 5, -5}, "", false},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			cs, err := imaging.ParseColorSpace(&pdf.Document{}, test.space, pdf.Dict{})
			require.NoError(t, err)
			require.Equal(t, test.family, cs.Family)
			require.Equal(t, test.components, cs.Components)
			require.Equal(t, test.initial, cs.Initial())
			require.Equal(t, test.invisible, cs.Invisible)
			if test.base == "" {
				require.Nil(t, cs.Base)
			} else {
				require.Equal(t, test.base, cs.Base.Family)
			}
		})
	}
}

func TestNamedSpaces(t *testing.T) {
	t.Parallel()
	resources := pdf.NewDict(name("ColorSpace"), pdf.NewDict(
		name("CS0"), separation("Spot", magenta),
		name("Loop"), name("Loop"),
		name("G"), name("DeviceRGB"),
		name("DefaultGray"), pdf.Array{name("CalGray"), pdf.NewDict(name("Gamma"), pdf.Real(2.2))},
		name("DefaultRGB"), name("DeviceCMYK"), // has the wrong number of components
	))
	tests := map[string]struct {
		name   string
		family pdf.Name
		err    bool
	}{
		"a resource is found":                       {"CS0", "Separation", false},
		"a resource hides an abbreviation":          {"G", "DeviceRGB", false},
		"a default stands in for a device space":    {"DeviceGray", "CalGray", false},
		"a default that does not fit is passed by":  {"DeviceRGB", "DeviceRGB", false},
		"no default leaves the device space":        {"DeviceCMYK", "DeviceCMYK", false},
		"a name that means itself ends":             {"Loop", "DeviceGray", true},
		"an unknown name is gray, and the error so": {"Nothing", "DeviceGray", true},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			cs, err := imaging.ParseColorSpace(&pdf.Document{}, name(test.name), resources)
			require.Equal(t, test.err, err != nil)
			require.Equal(t, test.family, cs.Family)
		})
	}
}

func TestBrokenSpacesKeepTheirComponents(t *testing.T) {
	t.Parallel()
	deep := pdf.Array{name("Pattern"), name("DeviceRGB")}
	for range limits.ColorSpaceDepth + 1 {
		deep = pdf.Array{name("Indexed"), deep, pdf.Integer(1), pdf.String("")}
	}
	tests := map[string]struct {
		space      pdf.Object
		components int
		black      []float64 // a colour that must come out dark
	}{
		"a separation without a function": {separation("Spot", nil), 1, []float64{1}},
		"black without a function":        {separation("Black", nil), 1, []float64{1}},
		"DeviceN without a function":      {pdf.Array{name("DeviceN"), pdf.Array{name("Cyan"), name("Black")}, name("DeviceCMYK"), nil}, 2, []float64{0, 1}},
		"a function of too few outputs":   {separation("Spot", exponential(1, reals(0), reals(1))), 1, []float64{1}},
		"a palette of patterns":           {deep, 1, []float64{0}},
		"a number":                        {pdf.Integer(3), 1, []float64{0}},
		"a profile of two components":     {pdf.Array{name("ICCBased"), stream("", name("N"), pdf.Integer(2))}, 1, []float64{0}},
		"a family and nothing more":       {pdf.Array{name("Separation")}, 1, []float64{0}},
	}
	for what, test := range tests {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			cs, err := imaging.ParseColorSpace(&pdf.Document{}, test.space, pdf.Dict{})
			require.Error(t, err)
			require.Equal(t, test.components, cs.Components)
			r, g, b := cs.RGB(test.black)
			require.Less(t, int(r)+int(g)+int(b), 3*64)
		})
	}
}

func TestProcessInksWithoutAFunction(t *testing.T) {
	t.Parallel()
	inks := pdf.Array{name("Cyan"), name("Magenta"), name("Yellow"), name("None"), name("Gold")}
	cs, err := imaging.ParseColorSpace(&pdf.Document{}, pdf.Array{name("DeviceN"), inks, name("DeviceCMYK"), nil}, pdf.Dict{})
	require.Error(t, err)
	for i, want := range [][3]uint8{{0, 174, 239}, {236, 0, 140}, {255, 242, 0}, {255, 255, 255}, {35, 31, 32}} {
		c := make([]float64, len(inks))
		c[i] = 1
		r, g, b := cs.RGB(c)
		require.Equal(t, want, [3]uint8{r, g, b}, "%s", inks[i])
	}
}

func TestAlternateThatCannotBeRead(t *testing.T) {
	t.Parallel()
	space := pdf.Array{name("Separation"), name("Spot"), name("Lost"), magenta}
	cs, err := imaging.ParseColorSpace(&pdf.Document{}, space, pdf.Dict{})
	require.Error(t, err)
	r, g, b := cs.RGB([]float64{1})
	require.Equal(t, [3]uint8{236, 0, 140}, [3]uint8{r, g, b}, "the function gives four values: ink")
}

func TestRGBDoesNotAllocate(t *testing.T) {
	for what, o := range map[string]pdf.Object{
		"CMYK": name("DeviceCMYK"), "Lab": lab(whiteD50), "CalRGB": calRGB(2.2),
		"Separation": separation("Spot", magenta), "DeviceN": twoInks(), "Indexed": palette("abcdef"),
	} {
		cs, err := imaging.ParseColorSpace(&pdf.Document{}, o, pdf.Dict{})
		require.NoError(t, err)
		c := []float64{0.3, 0.6, 0.1, 0.2}
		require.Zero(t, testing.AllocsPerRun(100, func() { cs.RGB(c) }), what)
	}
}

// spaceBuilder makes colour spaces of any bytes.
type spaceBuilder struct{ src string }

func (b *spaceBuilder) byte() int {
	if b.src == "" {
		return 0
	}
	c := b.src[0]
	b.src = b.src[1:]
	return int(c)
}

func (b *spaceBuilder) numbers(n int) pdf.Array {
	var a pdf.Array
	for range n {
		a = append(a, pdf.Real(float64(b.byte()-64)/16))
	}
	return a
}

func (b *spaceBuilder) space(depth int) pdf.Object {
	if depth > 12 {
		return name("DeviceRGB")
	}
	switch b.byte() % 12 {
	case 0:
		return name("DeviceGray")
	case 1:
		return name("DeviceRGB")
	case 2:
		return name("DeviceCMYK")
	case 3:
		return pdf.Array{name("CalGray"), pdf.NewDict(name("Gamma"), pdf.Real(b.byte()-3), name("WhitePoint"), b.numbers(3))}
	case 4:
		return pdf.Array{name("CalRGB"), pdf.NewDict(name("Gamma"), b.numbers(3), name("WhitePoint"), b.numbers(3), name("Matrix"), b.numbers(9))}
	case 5:
		return pdf.Array{name("Lab"), pdf.NewDict(name("WhitePoint"), b.numbers(3), name("Range"), b.numbers(b.byte()%6))}
	case 6:
		return pdf.Array{name("ICCBased"), stream("", name("N"), pdf.Integer(b.byte()%6), name("Alternate"), b.space(depth+1))}
	case 7:
		return pdf.Array{name("Indexed"), b.space(depth + 1), pdf.Integer(b.byte() - 3), pdf.String(b.src)}
	case 8:
		return pdf.Array{name("Separation"), name("Spot"), b.space(depth + 1), exponential(float64(b.byte()-8), b.numbers(4), b.numbers(4))}
	case 9:
		names := pdf.Array{}
		for range b.byte() % 40 {
			names = append(names, name("Spot"))
		}
		return pdf.Array{name("DeviceN"), names, b.space(depth + 1), calculator("{ "+strings.Repeat("dup ", 3)+"}", len(names), b.byte()%8)}
	case 10:
		return pdf.Array{name("Pattern"), b.space(depth + 1)}
	}
	return name("Named")
}

func FuzzColorSpace(f *testing.F) {
	f.Add("\x08\x02\x09\x40\x40\x40\x40\x50\x50\x50\x50", 0.5)
	f.Add("\x07\x05\x4f\x50\x4d\x04\x00\x50\x00\x50\xff\x20\x30\x40", 200.0)
	f.Add("\x06\x03\x04\x50\x50\x50\x4f\x50\x4d", 0.2)
	f.Add("\x09\x05\x02\x04", 0.9)
	f.Add("\x0a\x0b", -1.0)
	f.Fuzz(func(t *testing.T, src string, v float64) {
		b := spaceBuilder{src}
		o := b.space(0)
		resources := pdf.NewDict(name("ColorSpace"), pdf.NewDict(name("Named"), b.space(0), name("DefaultRGB"), b.space(0)))
		cs, _ := imaging.ParseColorSpace(&pdf.Document{}, o, resources)
		if cs.Components < 0 || cs.Components > limits.Components || len(cs.Initial()) != cs.Components {
			t.Fatalf("%s of %d components, %d at first", cs.Family, cs.Components, len(cs.Initial()))
		}
		c := make([]float64, cs.Components)
		for i := range c {
			c[i] = v
		}
		r1, g1, b1 := cs.RGB(c)
		r2, g2, b2 := cs.RGB(append(c, 1, 2, 3)) // values beyond the last component must not matter
		if r1 != r2 || g1 != g2 || b1 != b2 {
			t.Errorf("%s is not a function of its components", cs.Family)
		}
	})
}

func BenchmarkRGB(b *testing.B) {
	for what, o := range map[string]pdf.Object{
		"RGB": name("DeviceRGB"), "CMYK": name("DeviceCMYK"), "Lab": lab(whiteD50), "Separation": separation("Spot", magenta),
	} {
		cs, err := imaging.ParseColorSpace(&pdf.Document{}, o, pdf.Dict{})
		require.NoError(b, err)
		c := []float64{0.3, 0.6, 0.1, 0.2}
		b.Run(what, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				cs.RGB(c)
			}
		})
	}
}
