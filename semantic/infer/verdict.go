package infer

import (
	"fmt"
	"strings"

	"github.com/pagelift/pagelift/semantic"
)

// verdict sums up what speaks for and against a role. Most parts do not get the role, so
// the reason is worded only when it is needed.
type verdict struct {
	weight    float32
	ratio     float32    // size against the body
	bySize    float32    // the share of weight that the size gave
	leadsList bool       // the part is a bold line with a colon before a list; only for headings
	signs     [28]string // 27 signs exist; some exclude each other
	adds      [28]float32
	count     int
}

// add adds a sign. A sign that speaks against the role has a negative weight.
func (c *verdict) add(weight float32, sign string) {
	c.weight += weight
	c.signs[c.count], c.adds[c.count] = sign, weight
	c.count++
}

// reason names the signs: "size 1.33 of the body's, bold, set apart".
func (c *verdict) reason() string {
	reason := strings.Join(c.signs[:c.count], ", ")
	if c.ratio >= largerRatio {
		reason = fmt.Sprintf("size %.2f of the body's, %s", c.ratio, reason)
	}
	return strings.TrimSuffix(reason, ", ")
}

// account returns the sum, the threshold, and what each sign added: "0.20 of 0.50
// (headingWeight): bold +0.35, long -0.15".
func (c *verdict) account(t threshold) string {
	signs := make([]string, 0, c.count+1)
	if c.ratio >= largerRatio {
		signs = append(signs, fmt.Sprintf("size %.2f of the body's %+.2f", c.ratio, c.bySize))
	}
	for i, sign := range c.signs[:c.count] {
		signs = append(signs, fmt.Sprintf("%s %+.2f", sign, c.adds[i]))
	}
	if len(signs) == 0 {
		return t.reached(c.weight) + ": nothing speaks for it"
	}
	return t.reached(c.weight) + ": " + strings.Join(signs, ", ")
}

// because returns the evidence of rule for a claim when the verdict has reached threshold t.
func (c *verdict) because(d *draft, rule string, t threshold) semantic.Evidence {
	reason := ""
	if d.explain {
		reason = c.account(t)
	} else {
		reason = c.reason()
	}
	return because(rule, min(c.weight, 1), reason)
}

// tooLittle returns the evidence of rule when the verdict has not reached threshold t.
func (c *verdict) tooLittle(rule string, t threshold) semantic.Evidence {
	return because(rule, max(c.weight, 0), c.account(t))
}
