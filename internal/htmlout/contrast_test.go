package htmlout_test

import (
	"fmt"
	"image/color"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	wcag "github.com/pagelift/pagelift/internal/contrast"
	"github.com/pagelift/pagelift/internal/imaging"
)

// coloursOf returns the colours that a style sheet sets in a block of :root, by name.
func coloursOf(t *testing.T, block string) map[string]string {
	t.Helper()
	colours := map[string]string{}
	for _, m := range regexp.MustCompile(`--([a-z]+): (#[0-9a-f]+);`).FindAllStringSubmatch(block, -1) {
		colours[m[1]] = m[2]
	}
	require.NotEmpty(t, colours)
	return colours
}

// luminance returns the relative luminance of an opaque colour (WCAG 2.2).
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	hex = strings.TrimPrefix(hex, "#")
	if len(hex) == 3 {
		hex = string([]byte{hex[0], hex[0], hex[1], hex[1], hex[2], hex[2]})
	}
	require.Len(t, hex, 6)
	n, err := strconv.ParseUint(hex, 16, 24)
	require.NoError(t, err)
	return wcag.Luminance8(uint8(n>>16), uint8(n>>8), uint8(n))
}

func contrast(t *testing.T, a, b string) float64 {
	t.Helper()
	return wcag.Ratio(luminance(t, a), luminance(t, b))
}

// schemes returns the colours of each theme in light, in dark and on paper.
func schemes(t *testing.T) map[string]map[string]string {
	t.Helper()
	sheets := map[string]map[string]string{}
	for name, file := range map[string]string{"reader": "look.css", "plain": "plain.css"} {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		css := string(source)
		light, dark, found := strings.Cut(css, "@media "+map[string]string{"reader": "(prefers-color-scheme: dark)", "plain": "screen and (prefers-color-scheme: dark)"}[name])
		require.True(t, found)
		dark, rest, found := strings.Cut(dark, "\n}\n")
		require.True(t, found)
		sheets[name+" light"], sheets[name+" dark"] = coloursOf(t, light), coloursOf(t, dark)
		if _, paper, found := strings.Cut(rest, "@media print"); found {
			sheets[name+" on paper"] = coloursOf(t, paper)
		}
	}
	for _, scheme := range []string{"light", "dark"} { // plain is reader with other custom properties
		for token, colour := range sheets["reader "+scheme] {
			if _, ok := sheets["plain "+scheme][token]; !ok {
				sheets["plain "+scheme][token] = colour
			}
		}
	}
	return sheets
}

// TestTextHasTheContrastThatIsPromised: 7:1 for text in every theme (WCAG 1.4.6), 3:1 for the lines of controls
// (WCAG 1.4.11), and the figures of docs/styling.md.
func TestTextHasTheContrastThatIsPromised(t *testing.T) {
	t.Parallel()
	all := schemes(t)
	require.Len(t, all, 5)
	for name, c := range all {
		for _, token := range []string{"ink", "faint", "link", "accent"} {
			for _, ground := range []string{"paper", "shade"} {
				require.GreaterOrEqual(t, contrast(t, c[token], c[ground]), 7.0, "%s: --%s on --%s", name, token, ground)
			}
		}
		if alert := c["alert"]; alert != "" {
			require.GreaterOrEqual(t, contrast(t, alert, c["paper"]), 7.0, "%s: --alert", name)
		}
		require.GreaterOrEqual(t, contrast(t, c["rule"], c["paper"]), 3.0, "%s: --rule", name)
	}
	documented, err := os.ReadFile("../../docs/styling.md")
	require.NoError(t, err)
	rows := regexp.MustCompile("(?m)^\\| `--(\\w+)`.* \\| (\\d+):1 \\|$").FindAllStringSubmatch(string(documented), -1)
	require.Len(t, rows, 4)
	for _, row := range rows {
		least := math.Inf(1)
		for _, scheme := range []string{"reader light", "reader dark"} {
			least = min(least, contrast(t, all[scheme][row[1]], all[scheme]["paper"]))
		}
		require.Equal(t, row[2], strconv.Itoa(int(least)), "docs/styling.md: --%s", row[1])
	}
}

// TestPicturesWithoutPaperCanBeMadeOut: colours that imaging leaves on a dark background have a contrast of 3:1
// with that of each theme (WCAG 1.4.11).
func TestPicturesWithoutPaperCanBeMadeOut(t *testing.T) {
	t.Parallel()
	all := schemes(t)
	for _, name := range []string{"reader dark", "plain dark"} {
		bare := 0
		for v := range 256 {
			for _, c := range []color.NRGBA{{R: uint8(v), A: 255}, {G: uint8(v), A: 255}, {B: uint8(v), A: 255}, {R: uint8(v), G: uint8(v), B: uint8(v), A: 255}} {
				if !imaging.NeedsPaper(c) {
					bare++
					require.GreaterOrEqual(t, contrast(t, fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B), all[name]["paper"]), 3.0, "%v in %s", c, name)
				}
			}
		}
		require.Positive(t, bare)
	}
}
