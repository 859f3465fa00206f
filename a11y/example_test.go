package a11y_test

import (
	"context"
	"fmt"
	"log"

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
