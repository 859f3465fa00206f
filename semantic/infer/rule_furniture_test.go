package infer_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/pagelift/pagelift/layout"
	"github.com/pagelift/pagelift/semantic"
)

// artifacts lists the page furniture: page by page, head before foot,
// with " / " for the end of a printed line.
func artifacts(doc *semantic.Document) []string {
	var list []string
	for n := range doc.Root.All() {
		if n.Role != semantic.Artifact || n.Attr == nil {
			continue
		}
		var text strings.Builder
		for _, c := range n.Children {
			if c.Role == semantic.LineBreak {
				text.WriteString(" / ")
			}
			text.WriteString(c.Text)
		}
		list = append(list, text.String())
	}
	return list
}

func TestFurniture(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		pages int
		make  func(n int) *pageBuilder
		want  []string
	}{
		"running heads repeat": {
			3, func(n int) *pageBuilder { return page(n).at(50, 40).block(body, "The Fox Book").at(50, 120).text() },
			[]string{"The Fox Book", "The Fox Book", "The Fox Book"},
		},
		"large ones repeat on each page, below which the first has its title": {
			3, func(n int) *pageBuilder {
				p := page(n).at(50, 40).block(look{size: 14, bold: true}, "RESEARCH").at(50, 120)
				if n == 1 {
					p.block(huge, "On foxes")
				}
				return p.text()
			},
			[]string{"RESEARCH", "RESEARCH", "RESEARCH"},
		},
		"large titles of each page are none": {
			3, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(look{size: 14, bold: true}, "Application").at(50, 120).text()
			},
			nil,
		},
		"on scans they move and their size varies": {
			3, func(n int) *pageBuilder {
				head := look{size: body.size * (1.2 + 0.05*float32(n))}
				p := page(n).at(50, 40+6*float32(n)).block(head, "The Fox Book").at(50, 120).text()
				for i := range p.Lines {
					p.Lines[i].OCR = true
				}
				return p
			},
			[]string{"The Fox Book", "The Fox Book", "The Fox Book"},
		},
		"on scans heads whose outer numbers count the pages move farther, and stand close to the text": {
			3, func(n int) *pageBuilder {
				p := page(n).at(50, 30+float32(12*n))
				if n == 2 {
					p.block(look{size: 11}, "542    The cold fox")
				} else {
					p.block(look{size: 11}, fmt.Sprintf("On %s foxes    %d", []string{"small", "", "large"}[n-1], 540+n))
				}
				p.at(50, p.y-11+15)
				for range 20 {
					p.block(body, strings.Repeat("x", 3*n)+strings.Repeat("y", len(p.Lines))).y -= body.size
				}
				for i := range p.Lines {
					p.Lines[i].OCR = true
				}
				return p
			},
			[]string{"On small foxes    541", "542    The cold fox", "On large foxes    543"},
		},
		"a number alone at the edge of the only page": {
			1, func(int) *pageBuilder { return page(1).text().at(190, 570).block(body, "62") },
			[]string{"62"},
		},
		"a number in the middle under text that ends early": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 60).text().at(191, 300).block(body, "62")
			},
			[]string{"62"},
		},
		"not at its side, nor close under it": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 60).text().at(50, 300).block(body, "62")
			},
			nil,
		},
		"a head of three parts close above the text of a scan, below dust": {
			1, func(int) *pageBuilder {
				p := page(1).at(100, 12).block(body, "—").at(180, 55.5).block(large, "FOXES.").at(50, 56).block(body, "400").at(340, 55.6).block(body, "[Ch. IX.")
				p.at(50, 70)
				for range 30 {
					p.block(body, "Foxes are animals that live mostly in the wood, and come to town").y -= body.size
				}
				for i := range p.Lines {
					p.Lines[i].OCR = true
				}
				return p
			},
			[]string{"— / 400 FOXES. [Ch. IX."},
		},
		"a number of four digits at the other margin than the words": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 40).block(body, "1524").at(320, 40).block(italic, "Foxes").at(50, 90).text()
			},
			[]string{"1524 Foxes"},
		},
		"not a year there": {
			1, func(int) *pageBuilder { return page(1).text().at(190, 570).block(body, "2015") },
			nil,
		},
		"a row that says it is a page number": {
			1, func(int) *pageBuilder { return page(1).text().at(150, 570).block(body, "Seite 3 von 12") },
			[]string{"Seite 3 von 12"},
		},
		"not a sentence that begins with a page": {
			1, func(int) *pageBuilder { return page(1).text().at(50, 570).block(body, "Page 3 of 12 is missing") },
			nil,
		},
		"a line apart at the edge of the only page": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 20).block(small, "The Fox Book").at(50, 120).block(body, "that live mostly in the wood and come to town").at(200, 570).block(body, "71")
			},
			[]string{"The Fox Book", "71"},
		},
		"not one that is the first line of a sentence": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 40).block(body, "animals. Foxes are beasts").at(50, 80).block(body, "that live mostly in the wood and come to town").text().at(200, 570).block(body, "71")
			},
			[]string{"71"},
		},
		"a number that a stroke parts from a title": {
			1, func(int) *pageBuilder {
				return page(1).text().at(50, 570).block(body, "298 | The Fox Book")
			},
			[]string{"298 | The Fox Book"},
		},
		"a title that a stroke parts from a number": {
			1, func(int) *pageBuilder {
				return page(1).text().at(50, 570).block(body, "The Fox Book • xii")
			},
			[]string{"The Fox Book • xii"},
		},
		"not a title with a number behind it": {
			1, func(int) *pageBuilder { return page(1).text().at(50, 570).block(body, "The Fox Book 2") },
			nil,
		},
		"a Chinese page number": {
			1, func(int) *pageBuilder { return page(1).text().at(150, 570).block(body, "第 3 页") },
			[]string{"第 3 页"},
		},
		"left and right heads alternate": {
			4, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, []string{"The Fox Book", "On foxes"}[n%2]).at(50, 120).text()
			},
			[]string{"On foxes", "The Fox Book", "On foxes", "The Fox Book"},
		},
		"running heads repeat below which the title says the same": {
			3, func(n int) *pageBuilder {
				p := page(n).at(50, 40).block(body, "The Fox Book").at(50, 90)
				if n == 1 {
					p.block(huge, "The Fox Book")
				}
				return p.at(50, 120).text()
			},
			slices.Repeat([]string{"The Fox Book"}, 3),
		},
		"page numbers count": {
			2, func(n int) *pageBuilder { return page(n).text().at(200, 570).block(body, fmt.Sprint(n+16)) },
			[]string{"17", "18"},
		},
		"roman page numbers count": {
			3, func(n int) *pageBuilder {
				return page(n).text().at(200, 570).block(body, []string{"iii", "iv", "v"}[n-1])
			},
			[]string{"iii", "iv", "v"},
		},
		"heads that change count with the page": {
			3, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, fmt.Sprintf("%d Section on %s", n, []string{"foxes", "dogs", "geese"}[n-1])).at(50, 120).text()
			},
			[]string{"1 Section on foxes", "2 Section on dogs", "3 Section on geese"},
		},
		"heads that change without a number stand where the others do": {
			4, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, []string{"Foxes", "Foxes", "Foxes", "Dogs"}[n-1]).at(50, 120).text()
			},
			[]string{"Foxes", "Foxes", "Foxes", "Dogs"},
		},
		"one page has no running head": {
			1, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, "The Fox Book").at(50, 570).block(body, "1")
			},
			[]string{"1"},
		},
		"a head beside the page number, on a page by itself": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 60).block(body, "170").at(100, 60).block(body, "The Fox Book").at(50, 120).text()
			},
			[]string{"170 The Fox Book"},
		},
		"a head and a page number at the foot": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 40).block(body, "The Fox Book").at(50, 120).text().at(190, 570).block(body, "62")
			},
			[]string{"The Fox Book", "62"},
		},
		"heads that are others on each of a few numbered pages": {
			3, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, []string{"Foxes", "Dogs", "Geese"}[n-1]).at(50, 120).text().at(190, 570).block(body, fmt.Sprint(61+n))
			},
			[]string{"Foxes", "62", "Dogs", "63", "Geese", "64"},
		},
		"a running head of two lines": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 20).block(small, "Journal of Foxes, Volume 12, 2004", "https://fox.example/12/71").at(50, 120).text()
			},
			[]string{"Journal of Foxes, Volume 12, 2004 / https://fox.example/12/71"},
		},
		"not two lines of text at the edge": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 20).block(body, "and of the geese that they", "meet there in winter").at(50, 120).text()
			},
			nil,
		},
		"a number and a name in small type close to a text that goes down to it": {
			1, func(int) *pageBuilder {
				return full(page(1)).at(300, 586).block(look{size: 7}, "ANNA FUCHS 193")
			},
			[]string{"ANNA FUCHS 193"},
		},
		"not a note there": {
			1, func(int) *pageBuilder {
				return full(page(1)).at(50, 586).block(look{size: 7}, "3 See Fuchs, p. 12.")
			},
			nil,
		},
		"a small number close to the text": {
			1, func(int) *pageBuilder {
				return full(page(1)).at(200, 586).block(look{size: 7}, "xii")
			},
			[]string{"xii"},
		},
		"a head at both margins that is larger than the text": {
			1, func(int) *pageBuilder {
				p := page(1).at(20, 30).block(look{size: 12}, "FOREST COLLEGE").at(300, 30).block(look{size: 12}, "BIO181").at(50, 60)
				for range 6 {
					p.text()
				}
				return p
			},
			[]string{"FOREST COLLEGE BIO181"},
		},
		"not the titles of two charts": {
			1, func(int) *pageBuilder {
				p := page(1).at(20, 30).block(look{size: 12}, "Height, cm").at(300, 30).block(look{size: 12}, "Height, cm").at(50, 60)
				for range 6 {
					p.text()
				}
				return p
			},
			nil,
		},
		"a head that a rule parts from the text": {
			1, func(int) *pageBuilder {
				p := page(1).at(50, 56).block(italic, "On foxes and geese").at(50, 84)
				for range 6 {
					p.text()
				}
				p.Rulings = append(p.Rulings, layout.Ruling{Box: layout.Rect{X0: 50, Y0: 62, X1: 350, Y1: 63}})
				return p.at(200, 590).block(body, "7")
			},
			[]string{"On foxes and geese", "7"},
		},
		"a bold name that a rule parts from the text": {
			1, func(int) *pageBuilder {
				p := underHead(page(1).at(50, 40).block(bold, "The Fox Book, Release 4.6"))
				p.Rulings = append(p.Rulings, layout.Ruling{Box: layout.Rect{X0: 50, Y0: 62, X1: 350, Y1: 63}})
				return p
			},
			[]string{"The Fox Book, Release 4.6"},
		},
		"not a note of two lines that a rule parts from the text": {
			1, func(int) *pageBuilder {
				p := underHead(page(1).at(50, 24).block(body, "You may leave the foxes alone at night, for they", "know their way home."))
				p.Rulings = append(p.Rulings, layout.Ruling{Box: layout.Rect{X0: 50, Y0: 52, X1: 350, Y1: 53}})
				return p.at(200, 590).block(body, "7")
			},
			[]string{"7"},
		},
		"a date of download below a page of which the rows stand far apart": {
			1, func(int) *pageBuilder {
				p := page(1).at(50, 60)
				for range 6 {
					p.text()
				}
				return p.at(50, 550).block(small, "The Fox Archive is a service of the den.").at(50, 590).block(small, "Download date: 28 Dec 2018")
			},
			[]string{"Download date: 28 Dec 2018"},
		},
		"not the caption of a figure": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 30).block(small, "Figure 3: Foxes").at(50, 120).text().at(190, 570).block(body, "62")
			},
			[]string{"62"},
		},
		"the number of a page out of all": {
			1, func(int) *pageBuilder { return page(1).text().at(190, 570).block(body, "2 of 14") },
			[]string{"2 of 14"},
		},
		"not a ratio": {
			1, func(int) *pageBuilder { return page(1).text().at(190, 570).block(body, "14 / 2") },
			nil,
		},
		"the page of a journal behind a stroke": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 20).block(small, "Journal of Foxes • 6512").at(50, 120).text()
			},
			[]string{"Journal of Foxes • 6512"},
		},
		"not the last line of a paragraph": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 40).block(body, "Geese do not know of it.").at(50, 120).text().at(190, 570).block(body, "62")
			},
			[]string{"62"},
		},
		"not a line of a cover": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 30).block(small, "FOREST UNION").at(50, 300).block(huge, "Foxes").at(50, 400).block(body, "by Anna Fuchs")
			},
			nil,
		},
		"what browsers print": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 20).block(small, "1/10/24, 3:42 PM").at(50, 120).text().
					at(50, 590).block(small, "https://fox.example/den").at(350, 590).block(small, "1/34")
			},
			[]string{"1/10/24, 3:42 PM", "https://fox.example/den 1/34"},
		},
		"what stands below the page number at the foot": {
			1, func(int) *pageBuilder {
				return page(1).text().at(50, 530).block(body, "Page 2 of 6").block(small, "No fox may be copied", "without consent")
			},
			[]string{"Page 2 of 6 / No fox may be copied / without consent"},
		},
		"not the line above a paragraph": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 50).block(body, "that ends here.").at(50, 70).text().at(190, 570).block(body, "62")
			},
			[]string{"62"},
		},
		"not a heading": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 40).block(large, "2 Foxes").at(50, 120).text().at(190, 570).block(body, "62")
			},
			[]string{"62"},
		},
		"not a note at the foot": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 40).block(small, "62").at(50, 120).text().at(50, 570).block(small, "1 See https://fox.example")
			},
			[]string{"62"},
		},
		"not the only line of small type above a letter": {
			1, func(int) *pageBuilder {
				return page(1).at(50, 80).block(small, "The Fox, 1 Den Road").at(50, 120).text()
			},
			nil,
		},
		"the title under a head that repeats is content": {
			3, func(n int) *pageBuilder {
				p := page(n).at(300, 30).block(bold, "Power of the fox").at(50, 56)
				if n == 1 {
					p.block(bold, "POWER OF THE FOX")
				}
				return underHead(p).at(200, 590).block(body, fmt.Sprintf("%d of 3", n))
			},
			[]string{"Power of the fox", "1 of 3", "Power of the fox", "2 of 3", "Power of the fox", "3 of 3"},
		},
		"the last entries of an index are content": {
			1, func(int) *pageBuilder {
				return full(page(1).at(50, 30).block(body, "1133")).at(50, 589).block(look{size: 7}, "[ ............. 52").at(250, 589).block(look{size: 7}, "] ............. 52")
			},
			[]string{"1133"},
		},
		"not even where their numbers count the pages by chance": {
			2, func(n int) *pageBuilder {
				return page(n).at(50, 574-40*12).block(body, distinct(n, 41)...).at(50, 589).block(look{size: 7}, fmt.Sprintf("[ ............. %d", 51+n))
			},
			nil,
		},
		"numbers of sections that begin pages do not count them": {
			4, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, fmt.Sprintf("%d. On %s", n+2, []string{"foxes", "dogs", "geese", "cats"}[n-1])).at(50, 120).text()
			},
			nil,
		},
		"the caption of a figure beside the page number is content": {
			3, func(n int) *pageBuilder {
				p := page(n).text()
				if n == 2 {
					return p.at(50, 570).row(body, "Figure 36", 300, body, fmt.Sprint(n+30))
				}
				return p.at(300, 570).block(body, fmt.Sprint(n+30))
			},
			[]string{"31", "32", "33"},
		},
		"first lines that differ are content": {
			3, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, []string{"Foxes are", "Dogs sleep", "Geese fly"}[n-1]).at(50, 120).text()
			},
			nil,
		},
		"tables that are numbered on their own are content": {
			3, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, fmt.Sprintf("Table %d", n*n)).at(50, 120).text()
			},
			nil,
		},
		"the same words at different places are content": {
			3, func(n int) *pageBuilder {
				return page(n).at(50, float32(30+n*17)).block(body, "Remarks").text()
			},
			nil,
		},
		"titles of slides that repeat are content": {
			3, func(n int) *pageBuilder { return page(n).at(50, 40).block(huge, "Agenda").at(50, 120).text() },
			nil,
		},
		"titles of slides stay, however often they repeat and however large the text is": {
			9, func(n int) *pageBuilder {
				return slide(n).at(50, 40).block(look{size: 16, bold: true}, []string{"Agenda", "Foxes", "Bus model", "Bus model"}[min(n/2, 3)]).at(50, 120).block(look{size: 15}, "A fox", "A dog")
			},
			nil,
		},
		"the same head on each slide": {
			9, func(n int) *pageBuilder {
				return slide(n).at(50, 40).block(look{size: 16, bold: true}, "Agenda").at(50, 120).block(look{size: 15}, "A fox", "A dog")
			},
			slices.Repeat([]string{"Agenda"}, 9),
		},
		"heads of slides that are smaller than their titles": {
			9, func(n int) *pageBuilder {
				return slide(n).at(50, 40).block(look{size: 16, bold: true}, []string{"Foxes", "Dogs", "Cats"}[n%3]).at(50, 80).block(huge, strings.Repeat("x", n*n)).at(50, 140).block(look{size: 15}, "A fox", "A dog")
			},
			[]string{"Dogs", "Cats", "Foxes", "Dogs", "Cats", "Foxes", "Dogs", "Cats", "Foxes"},
		},
		"repeated words inside of content are content": {
			3, func(n int) *pageBuilder {
				return page(n).at(50, 30).block(body, strings.Repeat("x", n*n)).at(50, 50).block(body, "Remarks").at(50, 120).text()
			},
			nil,
		},
		"left, middle and right of a head are one line": {
			2, func(n int) *pageBuilder {
				return page(n).at(300, 40).block(body, "Part I").at(50, 40).block(body, "The Fox Book").at(50, 120).text()
			},
			[]string{"The Fox Book Part I", "The Fox Book Part I"},
		},
		"legal notices are furniture to their last line": {
			3, func(n int) *pageBuilder {
				return page(n).text().text().at(50, 510).block(small, "Page", "No fox may", "be copied", "without the", "consent of", "the dog")
			},
			slices.Repeat([]string{"Page / No fox may / be copied / without the / consent of / the dog"}, 3),
		},
		"a foot that is close to the text is furniture, with a stamp far below it": {
			6, func(n int) *pageBuilder {
				p := page(n)
				for range 5 {
					p.at(50, p.y-10).text().text()
				}
				return p.at(50, p.y).block(small, "The Fox Conference").at(50, 595).block(small, "Printed by a dog")
			},
			slices.Repeat([]string{"The Fox Conference / Printed by a dog"}, 6),
		},
		"numbers in the midst of a foot need not count": {
			4, func(n int) *pageBuilder {
				return page(n).text().at(50, 560).block(small, "Fox Manual", []string{"Form of foxes", "Form of foxes", "Form of foxes", "Form of foxes 28171"}[n-1], "Office use")
			},
			[]string{
				"Fox Manual / Form of foxes / Office use", "Fox Manual / Form of foxes / Office use",
				"Fox Manual / Form of foxes / Office use", "Fox Manual / Form of foxes 28171 / Office use",
			},
		},
		"heads and feet of empty pages are furniture": {
			4, func(n int) *pageBuilder {
				p := page(n).at(50, 40).block(body, "The Fox Book").at(50, 120)
				if n != 3 {
					p.text()
				}
				return p
			},
			slices.Repeat([]string{"The Fox Book"}, 4),
		},
		"heads of a table that goes on are content, below a running head": {
			4, func(n int) *pageBuilder {
				return rows(n, page(n).at(50, 30).block(body, "The Fox Book").at(50, 60).block(body, "Fox\tWeight"))
			},
			slices.Repeat([]string{"The Fox Book"}, 4),
		},
		"heads of a table that goes on are content at the edge too": {
			4, func(n int) *pageBuilder { return rows(n, page(n).at(50, 40).block(body, "Fox\tWeight")) },
			nil,
		},
		"what a browser prints above a page is furniture, close to the text as it is": {
			3, func(n int) *pageBuilder {
				p := page(n).at(50, 22).block(small, "On foxes").at(50, 34)
				for range 25 {
					p.block(body, strings.Repeat("x", 3*n)+strings.Repeat("y", len(p.Lines)))
				}
				return p.at(50, 580).block(small, fmt.Sprintf("fox.example %d/3", n))
			},
			[]string{"On foxes", "fox.example 1/3", "On foxes", "fox.example 2/3", "On foxes", "fox.example 3/3"},
		},
		"what stands as close and is set like no foot is content": {
			3, func(n int) *pageBuilder {
				p := page(n).at(50, 22).block(small, "On foxes").at(50, 34)
				for range 25 {
					p.block(body, strings.Repeat("x", 3*n)+strings.Repeat("y", len(p.Lines)))
				}
				return p.at(50, 580).block(body, fmt.Sprintf("fox.example %d/3", n))
			},
			[]string{"fox.example 1/3", "fox.example 2/3", "fox.example 3/3"},
		},
		"labels that repeat near the foot are content": {
			4, func(n int) *pageBuilder {
				return page(n).text().at(50, 500).block(body, "Types:", strings.Repeat("x", n*n)).at(50, 580).block(small, "The Fox Book")
			},
			slices.Repeat([]string{"The Fox Book"}, 4),
		},
		"two lines that are alike by chance are content in a long document": {
			12, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, map[bool]string{true: "Examples", false: strings.Repeat("x", n*n)}[n == 5 || n == 6]).at(50, 120).text()
			},
			nil,
		},
		"the same line alone on each page is content": {
			5, func(n int) *pageBuilder { return page(n).at(50, 40).block(body, "This is a fox.") },
			nil,
		},
		"lines alone on their pages that differ in a number are content": {
			5, func(n int) *pageBuilder { return page(n).at(50, 40).block(body, fmt.Sprintf("Plate %d", n)) },
			nil,
		},
		"they are content among pages of text too, page numbers below them are not": {
			6, func(n int) *pageBuilder {
				p := page(n).at(200, 570).block(body, fmt.Sprint(n)).at(50, 40)
				if n > 3 {
					return p.block(body, fmt.Sprintf("Plate %d", n-3))
				}
				return p.at(50, 120).text()
			},
			[]string{"1", "2", "3", "4", "5", "6"},
		},
		"the last line of a few pages says the same by chance": {
			14, func(n int) *pageBuilder { return ending(n, n == 5 || n == 6 || n == 8, "Hash some more data.") },
			nil,
		},
		"as program text it may on more of them": {
			14, func(n int) *pageBuilder { return ending(n, n > 4 && n < 9, "}") },
			nil,
		},
		"or at the end of pages of which hardly one is full": {
			14, func(n int) *pageBuilder {
				p := page(n).at(50, 40).block(body, distinct(n, 20)...)
				if n > 4 && n < 8 {
					p.at(50, 560).block(look{size: 10, mono: true}, "error  0  report and stop")
					p.Lines[20].Style = p.Spans[20].Style
				}
				return p
			},
			nil,
		},
		"a line that ends in a colon belongs to what follows on the next page": {
			14, func(n int) *pageBuilder {
				p := page(n).at(50, 40).block(body, distinct(n, 20)...)
				if n > 4 && n < 8 {
					p.at(50, 560).block(body, "For example:")
				}
				return p
			},
			nil,
		},
		"on most pages it is a foot, as close as it may stand": {
			14, func(n int) *pageBuilder { return ending(n, n%4 != 0, "The Fox Book") },
			slices.Repeat([]string{"The Fox Book"}, 11),
		},
		"what stands below the running head of a few pages is text": {
			14, func(n int) *pageBuilder {
				p := page(n).at(50, 30).block(body, "The Fox Book").at(50, 60)
				if n == 5 || n == 7 || n == 8 {
					p.block(body, "Parameters").at(50, 80)
				}
				return p.block(body, distinct(n, 30)...)
			},
			slices.Repeat([]string{"The Fox Book"}, 14),
		},
		"what stands at the head and at the foot of one page, at the same place, is furniture": {
			1, func(n int) *pageBuilder {
				return page(n).at(260, 30).block(body, "CONFIDENTIAL").at(50, 44).block(body, distinct(n, 30)...).at(260, 580).block(body, "CONFIDENTIAL")
			},
			[]string{"CONFIDENTIAL", "CONFIDENTIAL"},
		},
		"at another place it is text": {
			1, func(n int) *pageBuilder {
				return page(n).at(260, 30).block(body, "CONFIDENTIAL").at(50, 44).block(body, distinct(n, 42)...).at(50, 552).block(body, "CONFIDENTIAL")
			},
			nil,
		},
		"heads that count the pages may stand as close to the text as its lines do": {
			8, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, fmt.Sprintf("The Fox Book %d", 40+n)).at(50, 52).block(body, distinct(n, 30)...)
			},
			[]string{"The Fox Book 41", "The Fox Book 42", "The Fox Book 43", "The Fox Book 44", "The Fox Book 45", "The Fox Book 46", "The Fox Book 47", "The Fox Book 48"},
		},
		"heads that say something else on each page stand where hardly a page has text": {
			14, func(n int) *pageBuilder {
				word := strings.Repeat(string(rune('a'+n)), 6)
				if n > 3 && n < 7 {
					word = "connect"
				}
				return page(n).at(250, 30).block(body, word).at(50, 80).block(body, distinct(n, 30)...)
			},
			[]string{"bbbbbb", "cccccc", "dddddd", "connect", "connect", "connect", "hhhhhh", "iiiiii", "jjjjjj", "kkkkkk", "llllll", "mmmmmm", "nnnnnn", "oooooo"},
		},
		"sentences at the foot of two of three pages are text, set apart as they may be": {
			3, func(n int) *pageBuilder { return closing(n, n != 2) }, nil,
		},
		"on all three they are a foot": {
			3, func(n int) *pageBuilder { return closing(n, true) }, slices.Repeat([]string{"Foxes are counted in May. / No fox is counted twice in one wood, nor in two that touch each other. / The wood decides"}, 3),
		},
		"most of a document is never furniture": {
			4, func(n int) *pageBuilder {
				return page(n).at(50, 40).block(body, "A form that says the same on each page of it").at(50, 300).block(body, strings.Repeat("x", n*n))
			},
			nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var pages []*pageBuilder
			for n := range c.pages {
				pages = append(pages, c.make(n+1))
			}
			require.Equal(t, c.want, artifacts(build(t, pages...)))
		})
	}
}

// distinct returns as many lines as lines says that no other page has.
func distinct(n, lines int) (text []string) {
	for i := range lines {
		text = append(text, strings.Repeat(string(rune('a'+n)), 5)+" "+strings.Repeat("y", i+1))
	}
	return text
}

// ending returns page n full of text. If ends is true, last is its last line.
func ending(n int, ends bool, last string) *pageBuilder {
	text := distinct(n, 40)
	if ends {
		text[39] = last
	}
	return page(n).at(50, 574-39*12).block(body, text...)
}

// closing returns page n with lines of its own and, if closes is true, three more at its foot.
func closing(n int, closes bool) *pageBuilder {
	p := page(n).at(50, 40).block(body, distinct(n, 30)...)
	if closes {
		p.at(50, 535).block(body, "Foxes are counted in May.", "No fox is counted twice in one wood, nor in two that touch each other.", "The wood decides")
	}
	return p
}

// slide returns a page that is wider than high.
func slide(n int) *pageBuilder {
	p := page(n)
	p.Width, p.Height = 600, 400
	return p
}

// full sets lines of text down to the foot of the page.
func full(p *pageBuilder) *pageBuilder {
	p.at(50, 574-40*12)
	lines := make([]string, 41)
	for i := range lines {
		lines[i] = "that live mostly in the wood and come to town"
	}
	return p.block(body, lines...)
}

// rows sets the rows of a table on page n. They stand as far apart as the first stands from the text above.
func rows(n int, p *pageBuilder) *pageBuilder {
	for i := range 12 {
		p.block(body, fmt.Sprintf("Fox of page %s\t%d", strings.Repeat("x", n), n*n+i))
	}
	return p
}

func TestHeadsOfATableThatGoesOnAreNoHeadings(t *testing.T) {
	t.Parallel()
	var pages []*pageBuilder
	for n := range 4 {
		pages = append(pages, rows(n+1, page(n+1).at(50, 30).block(body, "The Fox Book").at(50, 60).block(bold, "Foxes")))
	}
	require.Equal(t, 4, strings.Count(dump(build(t, pages...)), "P: *Foxes*\n"))
	require.Contains(t, dump(build(t, pages[0])), "Title: Foxes\n", "as it would be on a page of its own")
}

func TestFurnitureKnowsItsPageAndEdge(t *testing.T) {
	t.Parallel()
	var pages []*pageBuilder
	for n := range 2 {
		pages = append(pages, page(n+1).at(50, 40).block(body, "The Fox Book").at(50, 120).text().at(200, 570).block(body, fmt.Sprint(n+1)))
	}
	root := build(t, pages...).Root
	all := root.Children[len(root.Children)-1]
	require.Equal(t, semantic.Artifact, all.Role)
	var got []string
	for _, n := range all.Children {
		require.Equal(t, semantic.Artifact, n.Role)
		require.NotEmpty(t, n.Evidence)
		require.False(t, n.Attr.Box.Empty())
		got = append(got, fmt.Sprint(n.Page, n.Attr.Subtype))
	}
	require.Equal(t, []string{"1Header", "1Footer", "2Header", "2Footer"}, got)
}

func TestStampsTurnedInTheMarginAreFurniture(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		x, lines int
		want     []string
	}{
		"a stamp at the left edge":        {20, 2, []string{"fox:1901.03003v1"}},
		"a stamp at the right edge":       {385, 2, []string{"fox:1901.03003v1"}},
		"not the label of an axis":        {52, 2, nil},
		"not on a page with little else":  {20, 1, nil},
		"not beside text that is as wide": {45, 2, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := page(1)
			for range c.lines {
				p.text()
			}
			p.block(large, "fox:1901.03003v1")
			l := &p.Lines[len(p.Lines)-1]
			l.Rotation = 270
			l.Box = layout.Rect{X0: float32(c.x) - 12, Y0: 150, X1: float32(c.x), Y1: 400}
			require.Equal(t, c.want, artifacts(build(t, p)))
		})
	}
}

func TestADocumentThatMarksAllOfItselfAsFurnitureIsKept(t *testing.T) {
	t.Parallel()
	p := page(1)
	p.Marks = []layout.Mark{{Parent: -1, Artifact: true, Subtype: "Header"}}
	l := body
	l.mark = 1
	p.block(l, "All there is.", "And more.")
	require.Empty(t, artifacts(build(t, p)))
}

func TestMarkedFurnitureLeavesTheFlow(t *testing.T) {
	t.Parallel()
	marked := func(m layout.Mark) []string {
		p := page(1).text()
		m.Parent, m.Artifact = -1, true
		p.Marks = []layout.Mark{m, {Parent: 0, Tag: "Span"}}
		l := body
		l.mark = 2 // in the span in the artifact
		return artifacts(build(t, p.at(50, 300).block(l, "Confidential")))
	}
	require.Equal(t, []string{"Confidential"}, marked(layout.Mark{Subtype: "Watermark"}))
	require.Empty(t, marked(layout.Mark{}), "an artifact of no kind in the middle of the page is kept")
}

func TestNothingIsLost(t *testing.T) {
	t.Parallel()
	var pages []*pageBuilder
	for n := range 4 {
		pages = append(pages, page(n+1).at(50, 40).block(body, "The Fox Book").at(50, 120).text().block(large, "Heading").block(body, "• one", "• two").at(50, 570).block(body, fmt.Sprint(n+1)))
	}
	doc := build(t, pages...)
	var b strings.Builder
	for n := range doc.Root.All() {
		b.WriteString(n.Text)
	}
	for _, p := range pages {
		for i := range p.Lines {
			require.Contains(t, b.String(), strings.Trim(p.LineText(i), "• "))
		}
	}
	require.Equal(t, 4, strings.Count(b.String(), "The Fox Book"))
}
