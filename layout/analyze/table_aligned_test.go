package analyze_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// column is how the cells of a column are set.
type column struct {
	x     float32
	right bool // x is where they end
}

// centred shows a text in the middle of [x0, x1].
func (p *page) centred(x0, x1, y float32, text string) {
	p.show((x0+x1-width(text, 10))/2, y, 10, text)
}

// rowsAt shows rows of cells, parted by bars, at the given pitch, and returns the
// baseline of the last one.
func (p *page) rowsAt(y, pitch float32, columns []column, rows ...string) float32 {
	for i, row := range rows {
		if i > 0 {
			y += pitch
		}
		for c, text := range strings.Split(row, "|") {
			x := columns[c].x
			if columns[c].right {
				x -= width(text, 10)
			}
			if text != "" {
				p.show(x, y, 10, text)
			}
		}
	}
	return y
}

func TestAlignedTables(t *testing.T) {
	t.Parallel()
	numbers := []column{{x: 72}, {x: 250, right: true}, {x: 330, right: true}, {x: 410, right: true}}
	four := []column{{x: 72}, {x: 230, right: true}, {x: 310, right: true}, {x: 390, right: true}, {x: 470, right: true}}
	six := []column{{x: 72}, {x: 170, right: true}, {x: 234, right: true}, {x: 298, right: true}, {x: 352, right: true}, {x: 416, right: true}, {x: 470, right: true}}
	cases := map[string]struct {
		paint func(p *page)
		want  []string
	}{
		"numbers without any rule": {
			func(p *page) {
				p.rowsAt(100, 14, numbers, "Year|First|Second|Third", "1996|51,544|37,481|14,062", "1997|52,071|37,797|14,275", "1998|52,525||14,427")
			},
			[]string{"Year|First|Second|Third", "1996|51,544|37,481|14,062", "1997|52,071|37,797|14,275", "1998|52,525||14,427"},
		},
		"heads of groups, whose rows are set in": {
			func(p *page) {
				p.rowsAt(100, 12, numbers, "Guess|First|Second|Third", "Guess of those who took part|||", "|26|3|10", "|18|9|15", "Guess of those who asked|||", "|12|5|25", "|2|7|37", "Kinds of people|||", "|||", "|45|1|58", "|36|2|45")
				for i, label := range []string{"tablet", "sugar", "", "tablet", "sugar", "", "Sex"} {
					if label != "" {
						p.show(80, 124+12*float32(i), 10, label)
					}
				}
				p.show(88, 208, 10, "female")
				p.show(88, 220, 10, "male")
			},
			[]string{"Guess|First|Second|Third", "Guess of those who took part|||", "tablet|26|3|10", "sugar|18|9|15", "Guess of those who asked|||", "tablet|12|5|25", "sugar|2|7|37", "Kinds of people|||", "Sex|||", "female|45|1|58", "male|36|2|45"},
		},
		"heads that fill their columns": {
			func(p *page) {
				columns := []column{{x: 72}, {x: 72 + width("Container ", 10)}, {x: 72 + width("Container Pure water ", 10)}, {x: 72 + width("Container Pure water Thick sugar ", 10)}}
				p.show(72, 100, 10, "Container Pure water Thick sugar Yeast")
				p.rowsAt(114, 14, columns, "2|24|0|4", "3|12|12|5", "4|4|13|12")
			},
			[]string{"Container|Pure water|Thick sugar|Yeast", "2|24|0|4", "3|12|12|5", "4|4|13|12"},
		},
		"cells in the middle of several rows, on one or between two": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, four, "Data|All|Old|New|Mean")
				p.rule(70, 472, 104)
				p.rowsAt(116, 14, four, "|73.0|76.2|66.5|71.9", "Birds|75.9|79.7|67.3|74.3", "|84.2|83.1|82.3|83.2")
				p.rowsAt(158, 14, four, "|61.5|58.4|63.1|61.0", "|85.2|85.0|85.6|85.3")
				p.show(72, 165, 10, "Cars")
				p.rule(70, 472, 178)
			},
			[]string{"Data|All|Old|New|Mean", "Birdsvv|73.0|76.2|66.5|71.9", "75.9|79.7|67.3|74.3", "84.2|83.1|82.3|83.2", "Carsv|61.5|58.4|63.1|61.0", "85.2|85.0|85.6|85.3"},
		},
		"a text of two lines in the middle of its rows": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, four, "Data|All|Old|New|Mean")
				p.rule(70, 472, 104)
				p.rowsAt(118, 20, four, "|73.0|76.2|66.5|71.9", "Birds|75.9|79.7|67.3|74.3", "|84.2|83.1|82.3|83.2")
				p.rule(70, 472, 164)
				p.rowsAt(178, 20, four, "|61.5|58.4|63.1|61.0", "|85.2|85.0|85.6|85.3", "|55.2|55.0|55.6|55.3")
				p.show(72, 190, 10, "Lake")
				p.show(72, 200, 10, "House")
				p.rule(70, 472, 224)
			},
			[]string{"Data|All|Old|New|Mean", "Birdsvv|73.0|76.2|66.5|71.9", "75.9|79.7|67.3|74.3", "84.2|83.1|82.3|83.2", "Lake Housevv|61.5|58.4|63.1|61.0", "85.2|85.0|85.6|85.3", "55.2|55.0|55.6|55.3"},
		},
		"a column whose cells all stand between two rows": {
			func(p *page) {
				p.rule(40, 472, 88)
				p.rowsAt(100, 14, four, "Encoder|All|Old|New|Mean")
				p.rule(40, 472, 104)
				p.rowsAt(116, 14, four, "DINO|73.0|76.2|66.5|71.9", "CLIP|75.9|79.7|67.3|74.3", "DINO|84.2|83.1|82.3|83.2", "CLIP|61.5|58.4|63.1|61.0")
				p.show(42, 123, 10, "Sea")
				p.show(42, 151, 10, "Air")
				p.rule(40, 472, 164)
			},
			[]string{"|Encoder|All|Old|New|Mean", "Seav|DINO|73.0|76.2|66.5|71.9", "CLIP|75.9|79.7|67.3|74.3", "Airv|DINO|84.2|83.1|82.3|83.2", "CLIP|61.5|58.4|63.1|61.0"},
		},
		"entries below each other between rules": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, four, "Goal|All|Old|New|Mean")
				p.rule(70, 472, 104)
				p.rowsAt(116, 14, four, "|73.0|76.2|66.5|71.9", "|75.9|79.7|67.3|74.3")
				p.show(72, 123, 10, "One")
				p.rule(70, 472, 136)
				p.rowsAt(148, 14, four, "|84.2|83.1|82.3|83.2", "|61.5|58.4|63.1|61.0")
				p.show(72, 155, 10, "Two")
				p.rule(70, 472, 168)
			},
			[]string{"Goal|All|Old|New|Mean", "Onev|73.0|76.2|66.5|71.9", "75.9|79.7|67.3|74.3", "Twov|84.2|83.1|82.3|83.2", "61.5|58.4|63.1|61.0"},
		},
		"heads over two levels, in the middle of them": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.show(260-width("Latency in ms", 10)/2, 100, 10, "Latency in ms")
				p.rowsAt(107, 14, four, "Model|||Cost|Loss")
				p.rowsAt(114, 14, four, "|Enc.|Dec.")
				p.rule(70, 472, 120)
				p.rowsAt(132, 14, four, "ILLM|31.4|39.7|181|.070", "GLC|19.2|26.6|92|.031")
				p.rule(70, 472, 152)
			},
			[]string{"Modelv|Latency in ms>|Costv|Lossv", "Enc.|Dec.", "ILLM|31.4|39.7|181|.070", "GLC|19.2|26.6|92|.031"},
		},
		"one head over all columns but the first, beside the head of that": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.show(340-width("Set of all things", 10)/2, 100, 10, "Set of all things")
				p.show(72, 107, 10, "Noise")
				p.rowsAt(114, 14, four, "|Hard|Medium|Easy|Trivial")
				p.rule(70, 472, 120)
				p.rowsAt(132, 14, four, "ILLM|31.4|39.7|181|.070", "GLC|19.2|26.6|92|.031")
				p.rule(70, 472, 152)
			},
			[]string{"Noisev|Set of all things>>>", "Hard|Medium|Easy|Trivial", "ILLM|31.4|39.7|181|.070", "GLC|19.2|26.6|92|.031"},
		},
		"heads in the middle of even groups of columns": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, []column{{x: 224 - width("Charts", 10)/2}, {x: 406 - width("Scans", 10)/2}}, "Charts|Scans")
				p.rule(70, 472, 104)
				p.rowsAt(116, 14, six, "Model|AB|BC|CD|EF|FG|GH")
				p.rule(70, 472, 120)
				p.rowsAt(132, 14, six, "ILLM|31.4|39.7|18.1|11.2|22.3|33.4", "GLC|19.2|26.6|92.7|44.5|55.6|66.7")
				p.rule(70, 472, 152)
			},
			[]string{"|Charts>>|Scans>>", "Model|AB|BC|CD|EF|FG|GH", "ILLM|31.4|39.7|18.1|11.2|22.3|33.4", "GLC|19.2|26.6|92.7|44.5|55.6|66.7"},
		},
		"a text in the middle of a group of columns": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.centred(192, 298, 100, "Old")
				p.centred(372, 470, 100, "New")
				p.rule(192, 298, 104)
				p.rule(372, 470, 104)
				p.rowsAt(116, 14, four, "Model|Mean|Best|Mean|Best")
				p.rule(70, 472, 120)
				p.rowsAt(132, 14, four, "Width|31.4|39.7|18.1|11.2", "Height|19.2|26.6|92.7|44.5", "Depth")
				p.centred(211, 311, 160, "-")
				p.centred(371, 471, 160, "-")
				p.rule(70, 472, 166)
			},
			[]string{"|Old>|New>", "Model|Mean|Best|Mean|Best", "Width|31.4|39.7|18.1|11.2", "Height|19.2|26.6|92.7|44.5", "Depth|->|->"},
		},
		"a first column with few texts": {
			func(p *page) {
				few := []column{{x: 72}, {x: 100}, {x: 250, right: true}, {x: 330, right: true}}
				p.rule(70, 332, 88)
				p.rowsAt(100, 12, few, "Methods||Mean|Best")
				p.rule(70, 332, 104)
				y := float32(116)
				for _, group := range []string{"A", "B", "C"} {
					p.rowsAt(y, 12, few, group+"|Northern|91.8|55.8", "|Eastern|91.3|39.2", "|Western|91.6|41.4", "|Southern|77.4|12.7")
					for range 2 {
						p.show(100, y+48, 10, "Range")
						p.show(230, y+48, 10, "0.10 up to 0.25")
						y += 12
					}
					p.rule(70, 332, y+40)
					y += 52
				}
			},
			[]string{
				"Methods>|Mean|Best",
				"A|Northern|91.8|55.8", "|Eastern|91.3|39.2", "|Western|91.6|41.4", "|Southern|77.4|12.7", "|Range|0.10 up to 0.25|", "|Range|0.10 up to 0.25|",
				"B|Northern|91.8|55.8", "|Eastern|91.3|39.2", "|Western|91.6|41.4", "|Southern|77.4|12.7", "|Range|0.10 up to 0.25|", "|Range|0.10 up to 0.25|",
				"C|Northern|91.8|55.8", "|Eastern|91.3|39.2", "|Western|91.6|41.4", "|Southern|77.4|12.7", "|Range|0.10 up to 0.25|", "|Range|0.10 up to 0.25|",
			},
		},
		"dimensions are heads": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, []column{{x: 72}, {x: 246}, {x: 406}}, "Grid|Older|Newer")
				p.rule(200, 312, 104)
				p.rule(360, 472, 104)
				p.rowsAt(116, 14, four, "|2D|3D|2D|3D")
				p.rule(70, 472, 120)
				p.rowsAt(132, 14, four, "Small|31.4|39.7|18.1|11.2", "Large|19.2|26.6|92.7|44.5")
				p.rule(70, 472, 152)
			},
			[]string{"Grid|Older>|Newer>", "|2D|3D|2D|3D", "Small|31.4|39.7|18.1|11.2", "Large|19.2|26.6|92.7|44.5"},
		},
		"titles of groups in the middle of their rows": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, four, "Grid|All|Old|New|Mean")
				for i, title := range []string{"Set of small grids", "k = 1"} {
					y := 104 + 46*float32(i)
					p.rule(70, 472, y)
					p.show(271-width(title, 10)/2, y+12, 10, title)
					p.rule(70, 472, y+16)
					p.rowsAt(y+28, 14, four, "3|73.0|76.2|66.5|71.9", "4|75.9|79.7|67.3|74.3")
				}
				p.rule(70, 472, 196)
			},
			[]string{
				"Grid|All|Old|New|Mean", "Set of small grids>>>>", "3|73.0|76.2|66.5|71.9", "4|75.9|79.7|67.3|74.3",
				"k = 1>>>>", "3|73.0|76.2|66.5|71.9", "4|75.9|79.7|67.3|74.3",
			},
		},
		"tables of one width, of which one has no rule at its ends": {
			func(p *page) {
				two := []column{{x: 72}, {x: 400}}
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, four, "Model|A1|A2|B1|B2")
				p.rule(70, 472, 104)
				p.rowsAt(116, 14, four, "SFA|46.7|32.9|64.0|34.1", "LDNet|85.0|78.1|90.7|82.2")
				p.rule(70, 472, 134)
				p.rowsAt(186, 14, two, "Parameter|Value")
				p.rule(70, 472, 190)
				p.rowsAt(202, 14, two, "Number of blocks|4", "Size of an entry|128", "Rate of learning|.001")
				p.rule(70, 472, 282)
				p.rowsAt(294, 14, four, "Birds|All|Old|New|Mean")
				p.rule(70, 472, 298)
				p.rowsAt(310, 14, four, "Owls|73.0|76.2|66.5|71.9", "Gulls|75.9|79.7|67.3|74.3")
				p.rule(70, 472, 328)
			},
			[]string{
				"Model|A1|A2|B1|B2", "SFA|46.7|32.9|64.0|34.1", "LDNet|85.0|78.1|90.7|82.2",
				"Parameter|Value", "Number of blocks|4", "Size of an entry|128", "Rate of learning|.001",
				"Birds|All|Old|New|Mean", "Owls|73.0|76.2|66.5|71.9", "Gulls|75.9|79.7|67.3|74.3",
			},
		},
		"a last row below the last rule, and text of the page close below it": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, four, "Birds|All|Old|New|Mean")
				p.rule(70, 472, 104)
				p.rowsAt(116, 14, four, "Owls|73.0|76.2|66.5|71.9")
				p.rule(70, 472, 120)
				p.rowsAt(132, 14, four, "Gulls|75.9|79.7|67.3|74.3")
				p.show(72, 150, 10, "What is to be done about the gardens by the sea, and what is not, so that it fills a line")
				p.show(72, 164, 10, "and another.")
			},
			[]string{"Birds|All|Old|New|Mean", "Owls|73.0|76.2|66.5|71.9", "Gulls|75.9|79.7|67.3|74.3"},
		},
		"text of the page with a wide space close below a table": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, four, "Birds|All|Old|New|Mean")
				p.rule(70, 472, 104)
				p.rowsAt(116, 14, four, "Owls|73.0|76.2|66.5|71.9", "Gulls|75.9|79.7|67.3|74.3")
				p.rule(70, 472, 134)
				p.show(84, 150, 10, "Law admits this.")
				p.show(250, 150, 10, "Decide")
				p.show(72, 164, 10, "what is to be done about the gardens by the sea, and what is not, so that it fills a line")
				p.show(72, 178, 10, "and another.")
			},
			[]string{"Birds|All|Old|New|Mean", "Owls|73.0|76.2|66.5|71.9", "Gulls|75.9|79.7|67.3|74.3"},
		},
		"rules that part only groups of columns": {
			func(p *page) {
				p.rule(70, 472, 88)
				p.rowsAt(100, 14, four, "Model|A1|A2|B1|B2")
				p.rule(70, 472, 104)
				p.rowsAt(116, 14, four, "SFA|46.7|32.9|64.0|34.1", "LDNet|85.0|78.1|90.7|82.2", "ARNet|91.3|85.1|94.7|90.2")
				p.rule(70, 472, 148)
				p.upright(180, 88, 148)
				p.upright(340, 88, 148)
			},
			[]string{"Model|A1|A2|B1|B2", "SFA|46.7|32.9|64.0|34.1", "LDNet|85.0|78.1|90.7|82.2", "ARNet|91.3|85.1|94.7|90.2"},
		},
		"another table between two of one width": {
			func(p *page) {
				for _, y := range []float32{88, 288} {
					p.rule(70, 472, y)
					p.rowsAt(y+12, 14, four, "Model|A1|A2|B1|B2")
					p.rule(70, 472, y+16)
					p.rowsAt(y+28, 14, four, "SFA|46.7|32.9|64.0|34.1", "LDNet|85.0|78.1|90.7|82.2")
					p.rule(70, 472, y+46)
				}
				p.rule(120, 422, 188)
				p.rowsAt(200, 14, []column{{x: 122}, {x: 300}}, "Name|Kind")
				p.rule(120, 422, 204)
				p.rowsAt(216, 14, []column{{x: 122}, {x: 300}}, "Heron|bird", "Alder|tree")
				p.rule(120, 422, 234)
			},
			[]string{
				"Model|A1|A2|B1|B2", "SFA|46.7|32.9|64.0|34.1", "LDNet|85.0|78.1|90.7|82.2", "Name|Kind", "Heron|bird", "Alder|tree",
				"Model|A1|A2|B1|B2", "SFA|46.7|32.9|64.0|34.1", "LDNet|85.0|78.1|90.7|82.2",
			},
		},
		"heads that come again under one on the right of each": {
			func(p *page) {
				p.rowsAt(100, 14, four, "||Group||Company", "|2023|2022|2023|2022", "|€000|€000|€000|€000")
				p.rule(70, 472, 134)
				p.rowsAt(146, 14, four, "Revenue|17,711|8,371|65,037|61,998", "Cost of sales|27,619|3,815|51,193|376")
				p.rule(70, 472, 164)
			},
			[]string{"|Group>|Company>", "|2023 €000|2022 €000|2023 €000|2022 €000", "Revenue|17,711|8,371|65,037|61,998", "Cost of sales|27,619|3,815|51,193|376"},
		},
		"rows above the first of the rules, which are those of subtotals": {
			func(p *page) {
				p.rowsAt(100, 14, four, "|2023|2022|2021|2020", "Continuing operations", "Revenue|17,711|8,371|65,037|61,998", "Cost of sales|27,619|3,815|51,193|376")
				p.rule(70, 472, 146)
				p.rowsAt(156, 14, four, "Gross profit|35,008|30,084|13,499|4,109", "Distribution costs|85,237|50,065|55,427|69,257")
				p.rule(70, 472, 174)
				p.rowsAt(184, 14, four, "Operating profit|43,707|65,740|55,426|87,958")
				p.rule(70, 472, 188)
			},
			[]string{
				"|2023|2022|2021|2020", "Continuing operations||||", "Revenue|17,711|8,371|65,037|61,998", "Cost of sales|27,619|3,815|51,193|376",
				"Gross profit|35,008|30,084|13,499|4,109", "Distribution costs|85,237|50,065|55,427|69,257", "Operating profit|43,707|65,740|55,426|87,958",
			},
		},
		"dates under what they have in common, and their unit": {
			func(p *page) {
				p.show(305, 100, 10, "Year Ended")
				for _, x := range []float32{200, 300, 400} {
					p.rule(x, x+64, 103)
					p.rule(x, x+64, 117)
				}
				p.rowsAt(114, 12, []column{{x: 72}, {x: 262, right: true}, {x: 362, right: true}, {x: 462, right: true}}, "|Jan 26, 2025|Jan 28, 2024|Jan 29, 2023")
				p.show(300, 126, 10, "(in millions)")
				p.rule(70, 472, 130)
				p.rowsAt(140, 14, []column{{x: 72}, {x: 262, right: true}, {x: 362, right: true}, {x: 462, right: true}}, "Cost of revenue|178|141|138", "Development|3,423|2,532|1,892")
				p.rule(70, 472, 158)
			},
			[]string{"|Year Ended>>", "|Jan 26, 2025|Jan 28, 2024|Jan 29, 2023", "|(in millions)>>", "Cost of revenue|178|141|138", "Development|3,423|2,532|1,892"},
		},
		"text between two tables of one width": {
			func(p *page) {
				words := "Suppose that a business bought an asset which is of use for more than three years"
				p.rule(70, 480, 88)
				p.rowsAt(100, 14, numbers, "Year|First|Second|Third")
				p.rule(70, 480, 104)
				p.rowsAt(116, 14, numbers, "1996|51,544|37,481|14,062", "1997|52,071|37,797|14,275")
				p.show(72, 152, 10, words)
				p.show(72, 166, 10, words)
				p.show(72, 180, 10, "and so on:")
				p.rule(70, 480, 192)
				p.rowsAt(204, 14, four, "Birds|All|Old|New|Mean")
				p.rule(70, 480, 208)
				p.rowsAt(220, 14, four, "Owls|73.0|76.2|66.5|71.9", "Gulls|75.9|79.7|67.3|74.3")
			},
			[]string{
				"Year|First|Second|Third", "1996|51,544|37,481|14,062", "1997|52,071|37,797|14,275",
				"Birds|All|Old|New|Mean", "Owls|73.0|76.2|66.5|71.9", "Gulls|75.9|79.7|67.3|74.3",
			},
		},
		"rows to be filled in under bold names": {
			func(p *page) {
				p.rule(70, 300, 88)
				p.show(72, 100, 10, "Cation", run{font: bold})
				p.show(150, 100, 10, "Rate of settling", run{font: bold})
				p.rowsAt(114, 14, numbers, "Sodium", "Calcium", "Check")
				p.rule(70, 300, 150)
			},
			[]string{"Cation|Rate of settling", "Sodium|", "Calcium|", "Check|"},
		},
		"two tables of other columns with a caption between them": {
			func(p *page) {
				p.rowsAt(100, 18, []column{{x: 72}, {x: 150}, {x: 262}}, "Key|Function|Description", "j|next entry|move to the next entry", "k|previous entry|move to the previous entry", "z|page down|go to the next page")
				p.show(90, 178, 10, "Table 2.2. Most common keys in menus that show pages")
				p.rowsAt(200, 18, []column{{x: 72}, {x: 200}, {x: 301}}, "Key|Function|Description", "J or Return|next line|scroll down one line", "Backspace|previous line|scroll up one line", "K, Space or PageDn|next page|move to the next page")
			},
			[]string{"Key|Function|Description", "j|next entry|move to the next entry", "k|previous entry|move to the previous entry", "z|page down|go to the next page",
				"Key|Function|Description", "J or Return|next line|scroll down one line", "Backspace|previous line|scroll up one line", "K, Space or PageDn|next page|move to the next page"},
		},
		"words under a bold head, in the middle of their rows": {
			func(p *page) {
				for i, head := range []string{"Name", "Remark", "Number"} {
					p.show([]float32{72, 180, 400}[i], 100, 10, head, run{font: bold})
				}
				for i, name := range []string{"Observatory", "Network", "Bridge"} {
					y := 117 + 34*float32(i)
					p.show(140, y, 10, "Nobody disputes that the bridge "+[]string{"is", "was", "will"}[i]+" open, and at")
					p.show(140, y+14, 10, "a cost of 15 million.")
					p.show(72, y+7, 10, name)
					p.show(410, y+7, 10, []string{"468", "28", "423"}[i])
				}
			},
			[]string{"Name|Remark|Number", "Observatory|Nobody disputes that the bridge is open, and at a cost of 15 million.|468",
				"Network|Nobody disputes that the bridge was open, and at a cost of 15 million.|28", "Bridge|Nobody disputes that the bridge will open, and at a cost of 15 million.|423"},
		},
		"two columns of words under a bold head": {
			func(p *page) {
				p.show(72, 100, 10, "Option", run{font: bold})
				p.show(150, 100, 10, "Meaning", run{font: bold})
				p.rowsAt(116, 14, []column{{x: 72}, {x: 150}}, "plus|indicates that a sign should be used for both kinds of numbers.", "minus|indicates that a sign is for negative numbers only.", "space|indicates that a space should stand in the place of the sign.")
			},
			[]string{"Option|Meaning", "plus|indicates that a sign should be used for both kinds of numbers.", "minus|indicates that a sign is for negative numbers only.", "space|indicates that a space should stand in the place of the sign."},
		},
		"rules that leave out the columns of a group, though they are wide": {
			func(p *page) {
				cols := []column{{x: 72}, {x: 110}, {x: 220}, {x: 330}, {x: 440}}
				p.rule(70, 500, 88)
				p.rowsAt(100, 14, cols, "No.|Risk|Cause|Measures|Rating")
				p.rule(70, 500, 104)
				p.rowsAt(116, 14, cols, "1|signal|no budget at all|a new library|high")
				p.rule(70, 500, 120)
				p.rowsAt(132, 14, cols, "2|inspector|a long archive|a short river|low")
				p.rule(110, 500, 136)
				p.rowsAt(148, 14, cols, "|budget|another archive|another river|medium")
				p.rule(70, 500, 152)
				p.rowsAt(164, 14, cols, "3|network|the last archive|the last river|low")
				p.rule(70, 500, 168)
			},
			[]string{"No.|Risk|Cause|Measures|Rating", "1|signal|no budget at all|a new library|high", "2v|inspector|a long archive|a short river|low", "budget|another archive|another river|medium", "3|network|the last archive|the last river|low"},
		},
		"stacked heads over short rules": {
			func(p *page) {
				p.rule(70, 412, 88)
				p.rowsAt(100, 14, []column{{x: 270}}, "Public schools")
				p.rule(220, 332, 104)
				p.rowsAt(116, 14, numbers, "Year|PK-8|9-12|All")
				p.rule(70, 412, 120)
				p.rowsAt(132, 14, numbers, "1996|32,762|12,849|45,611", "1997|33,071|13,056|46,127")
				p.rule(70, 412, 150)
			},
			[]string{"|Public schools>|", "Year|PK-8|9-12|All", "1996|32,762|12,849|45,611", "1997|33,071|13,056|46,127"},
		},
		"one head over two over their rules": {
			func(p *page) {
				six := []column{{x: 72}, {x: 180}, {x: 240}, {x: 300}, {x: 360}}
				p.rule(70, 400, 88)
				p.rowsAt(100, 12, []column{{x: 246}}, "Training sets")
				p.rowsAt(112, 12, []column{{x: 72}, {x: 193}, {x: 315}}, "Names|instruction|alignment")
				p.rule(178, 268, 116)
				p.rule(298, 388, 116)
				p.rowsAt(128, 12, six, "|Alpha|Beta|Gamma|Delta")
				p.rule(70, 400, 132)
				p.rowsAt(144, 12, six, "Samples|52|291|126|129", "Maximum|52|100|52|129")
				p.rule(70, 400, 160)
			},
			[]string{"Namesvv|Training sets>>>", "instruction>|alignment>", "Alpha|Beta|Gamma|Delta", "Samples|52|291|126|129", "Maximum|52|100|52|129"},
		},
		"rows of numbers between rules that part some of them": {
			func(p *page) {
				two := []column{{x: 72}, {x: 222}, {x: 322}}
				for _, y := range []float32{88, 104, 150, 166, 182} {
					p.rule(70, 412, y)
				}
				p.rowsAt(100, 16, two, "|200|100")
				p.rowsAt(116, 14, two, "Apples|0.084|0.080", "Pears|0.008|0.008", "Plums|0.030|0.030")
				p.rowsAt(162, 16, two, "All|0.011|0.010", "Mean|0.008|0.005")
			},
			[]string{"|200|100", "Apples|0.084|0.080", "Pears|0.008|0.008", "Plums|0.030|0.030", "All|0.011|0.010", "Mean|0.008|0.005"},
		},
		"heads between rules across the text": {
			func(p *page) {
				five := []column{{x: 72}, {x: 130}, {x: 190}, {x: 262}, {x: 320}}
				p.rule(60, 360, 88)
				p.centred(72, 215, 100, "Inside")
				p.centred(262, 345, 100, "Out")
				p.rule(60, 360, 104)
				p.rowsAt(116, 14, five, "va|ma|te|ba|na")
				p.rule(60, 360, 120)
				p.rowsAt(132, 14, five, "0.170|1.731|0.286|1.590|9.521", "0.180|1.741|0.287|1.592|9.524")
				p.rule(60, 360, 150)
				p.upright(238, 88, 150)
			},
			[]string{"Inside>>|Out>", "va|ma|te|ba|na", "0.170|1.731|0.286|1.590|9.521", "0.180|1.741|0.287|1.592|9.524"},
		},
		"what two columns have in common": {
			func(p *page) {
				three := []column{{x: 72}, {x: 200}, {x: 330}}
				p.rule(70, 372, 88)
				p.rowsAt(100, 14, three, "Kinds of it|First|Other")
				p.rule(70, 372, 104)
				p.rowsAt(116, 14, three, "Height|100|200", "Weight|0.5|0.25", "Length|32|256")
				p.rowsAt(158, 14, three, "Colour||")
				p.centred(200, 354, 158, "blue")
				p.rule(70, 372, 164)
			},
			[]string{"Kinds of it|First|Other", "Height|100|200", "Weight|0.5|0.25", "Length|32|256", "Colour|blue>"},
		},
		"titles of groups in the middle below rules": {
			func(p *page) {
				two := []column{{x: 72}, {x: 350, right: true}}
				p.rule(70, 352, 88)
				p.rowsAt(100, 14, two, "What there is in the house|Value")
				p.rule(70, 352, 104)
				p.centred(70, 352, 116, "All")
				p.rowsAt(130, 14, two, "Rooms with a door|768", "Windows to it|8")
				p.rule(70, 352, 150)
				p.centred(70, 352, 162, "Top")
				p.rowsAt(176, 14, two, "Rooms with a door|96", "Windows to it|48")
				p.rule(70, 352, 196)
			},
			[]string{"What there is in the house|Value", "All>", "Rooms with a door|768", "Windows to it|8", "Top>", "Rooms with a door|96", "Windows to it|48"},
		},
		"a paragraph between a rule and the heads of a table": {
			func(p *page) {
				five := []column{{x: 74}, {x: 160}, {x: 210}, {x: 260}, {x: 320}}
				p.rule(72, 372, 88)
				p.rowsAt(100, 14, five, "Dataset|one|two|three|four", "Milan|0.94|0.96|0.91|0.93", "Turin|0.91|0.90|0.92|0.95")
				p.rule(72, 372, 134)
				p.show(72, 150, 10, "These rows are of a town that still has its gates and walls.")
				p.show(372-width("Draw near", 10), 150, 10, "Draw near")
				p.show(72, 162, 10, "and those below are levels")
				p.rowsAt(190, 14, five, "Degree|2|3|4|5")
				p.rule(72, 372, 194)
				p.rowsAt(206, 14, five, "Lower|0.946|0.946|0.898|0.855", "Upper|0.962|0.962|0.902|0.902")
				p.rule(72, 372, 226)
			},
			[]string{"Dataset|one|two|three|four", "Milan|0.94|0.96|0.91|0.93", "Turin|0.91|0.90|0.92|0.95", "Degree|2|3|4|5", "Lower|0.946|0.946|0.898|0.855", "Upper|0.962|0.962|0.902|0.902"},
		},
		"a currency sign belongs to its number": {
			func(p *page) {
				p.rowsAt(100, 14, []column{{x: 72}, {x: 220}, {x: 280, right: true}, {x: 320}, {x: 380, right: true}},
					"Sales|$|1,234|$|1,120", "Costs|$|980|$|1,001", "Profit|$|254|$|119")
			},
			[]string{"Sales|$ 1,234|$ 1,120", "Costs|$ 980|$ 1,001", "Profit|$ 254|$ 119"},
		},
		"a label goes on below its row": {
			func(p *page) {
				p.rowsAt(100, 12, numbers, "White pupils|51|37|14", "American Indian|7|5|2", "  and Alaskan|||", "Hispanic pupils|9|4|5")
			},
			[]string{"White pupils|51|37|14", "American Indian and Alaskan|7|5|2", "Hispanic pupils|9|4|5"},
		},
		"cells in the middle of rows between rules": {
			func(p *page) {
				for _, y := range []float32{90, 118, 146, 174} {
					p.rule(70, 330, y)
				}
				for i, key := range []string{"Status:", "Module:", "Context:"} {
					y := 102 + 28*float32(i)
					p.show(72, y+5, 10, key)
					p.show(150, y, 10, "what it says in two lines")
					p.show(150, y+11, 10, "of its own")
				}
			},
			[]string{"Status:|what it says in two lines of its own", "Module:|what it says in two lines of its own", "Context:|what it says in two lines of its own"},
		},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			c.paint(p)
			require.Equal(t, strings.Join(c.want, "\n"), strings.Join(cellsOf(pageOf(t, p)), "\n"))
		})
	}
}

func TestTextMayBeNarrowerThanTheRulesOfItsTable(t *testing.T) {
	t.Parallel()
	p := newPage()
	for _, y := range []float32{92, 106, 136} {
		p.rule(60, 560, y)
	}
	for i, row := range [][2]string{{"Thing", "Stuff"}, {"Thing one", "Stuff one"}, {"Thing two", "Stuff two"}} {
		p.show(60, 102+float32(i)*14, 10, row[0])
		p.show(200, 102+float32(i)*14, 10, row[1])
	}
	got := pageOf(t, p)
	require.Len(t, got.Blocks, 1)
	require.NotNil(t, got.Blocks[0].Table)
	require.Equal(t, 3, got.Blocks[0].Table.Rows)
	require.Equal(t, 2, got.Blocks[0].Table.Cols)
	require.Contains(t, got.Blocks[0].Table.Why, "3 rules")
}

// TestDotsThatLeadToTwoNumbers: contents that give the section and the page of each chapter are a table.
func TestDotsThatLeadToTwoNumbers(t *testing.T) {
	t.Parallel()
	p := newPage()
	p.rowsAt(100, 14, []column{{x: 72}, {x: 400, right: true}}, "Introduction ................ 1|1",
		"Encoding .................... 7|4", "Decoding ................... 27|10", "Main program ............... 51|21")
	got := pageOf(t, p)
	require.Len(t, got.Blocks, 1)
	require.NotNil(t, got.Blocks[0].Table)
}

func TestNoAlignedTables(t *testing.T) {
	t.Parallel()
	cases := map[string]func(p *page){
		"a list": func(p *page) {
			p.rowsAt(100, 14, []column{{x: 72}, {x: 100}}, "1.|The first thing of all", "2.|Another thing", "3.|A third thing to do", "4.|The last one")
		},
		"a contents page": func(p *page) {
			p.rowsAt(100, 14, []column{{x: 72}, {x: 400, right: true}},
				"Beginnings ..........................|1", "The middle part .....................|17", "Further on ..........................|28", "The end .............................|103")
		},
		"contents whose sections are set in under chapters without dots": func(p *page) {
			p.rowsAt(100, 14, []column{{x: 72}, {x: 100}, {x: 140}, {x: 400, right: true}},
				"1|Beginnings||1", "|1.1|First of all ...............|1", "|1.2|Then ........................|4",
				"2|The middle||17", "|2.1|Further on ..................|18", "|2.2|And on ......................|28",
				"3|The end||103", "|3.1|At last .....................|104", "|3.2|After that ..................|108")
		},
		"contents whose dots are cut as columns, the last with the number": func(p *page) {
			cols := []column{{x: 72}, {x: 220}, {x: 250}, {x: 280}, {x: 310}, {x: 340}, {x: 400, right: true}}
			p.rowsAt(100, 14, cols, "1.1 Conversions|.|.|.|.|.|. 9", "1.2 Output|.|.|.|.|.|. 10", "1.3 Accessors|.|.|.|.|.|. 11",
				"1.4 Iterators|.|.|.|.|.|. 11", "1.5 Precision|.|.|.|.|.|. 12")
		},
		"a sentence with a wide gap": func(p *page) {
			p.rowsAt(100, 14, []column{{x: 72}, {x: 300}}, "Dear Madam,|12 May", "thank you for your letter.|")
		},
		"a program with its line numbers": func(p *page) {
			p.flow(72, 60, 400, 10, "what the lines below say in a program, with numbers at their side")
			for i, code := range []string{"begin", "print", "count", "leave", "close"} {
				y := 100 + float32(i)*14
				p.show(72, y, 6, []string{"870", "871", "872", "873", "874"}[i])
				p.show(110, y, 10, code, run{font: mono})
				p.show(200, y, 10, "value", run{font: mono})
			}
		},
		"two columns of running text": func(p *page) {
			text := strings.Repeat("some words that run on from line to line and fill their measure ", 8)
			p.flow(72, 100, 200, 10, text)
			p.flow(310, 100, 200, 10, text)
		},
	}
	for name, paint := range cases {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newPage()
			paint(p)
			require.Empty(t, cellsOf(pageOf(t, p)))
		})
	}
}
