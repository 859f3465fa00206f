package a11y_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/pagelift/pagelift/a11y"
)

func ExampleCheck() {
	const html = `<!DOCTYPE html>
<html lang="en">
<head><title>Sales</title></head>
<body>
<main>
<h1>Sales</h1>
<p><img src="chart.png"> <a href="table.html"></a></p>
</main>
</body>
</html>`
	report, err := a11y.Check(context.Background(), html, a11y.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range report.Violations {
		for _, n := range v.Nodes {
			fmt.Printf("%s (%s, WCAG %s) at %d:%d, %s: %s\n", v.ID, v.Impact, v.WCAG[0], n.Line, n.Column, n.Target, n.Message)
		}
	}
	// Output:
	// image-alt (critical, WCAG 1.1.1) at 7:4, body > main > p > img: the image has no alternative text
	// link-name (serious, WCAG 2.4.4) at 7:26, body > main > p > a: the link has no text
}

// Selected rules only, with a style sheet that the document links to. The report is in the form in which W3C
// accepts results.
func ExampleReport_WriteEARL() {
	const html = `<!DOCTYPE html>
<html lang="en"><head><title>Sales</title><link rel="stylesheet" href="style.css"></head>
<body><main><h1>Sales</h1><p class="note">Half of it is missing.</p></main></body></html>`
	report, err := a11y.Check(context.Background(), html, a11y.Options{
		Rules:      []string{"color-contrast", "html-has-lang"},
		Stylesheet: func(href string) (css string, ok bool) { return ".note { color: #999 }", href == "style.css" },
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, v := range report.Violations {
		fmt.Println(v.ID, v.Nodes[0].Target)
	}
	var earl strings.Builder
	if err := report.WriteEARL(&earl, "https://example.com/sales.html"); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Count(earl.String(), `"earl:Assertion"`), "assertions")
	// Output:
	// color-contrast body > main > p
	// 2 assertions
}
