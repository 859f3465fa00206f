package jbig2

import (
	"fmt"
	"sync"
)

// standardLines are the tables B.1 to B.15 (B.5). The first is at index 1.
var standardLines = [16][]huffmanLine{
	1: {{1, 4, 0, upward}, {2, 8, 16, upward}, {3, 16, 272, upward}, {3, 32, 65808, upward}},
	2: {{1, 0, 0, upward}, {2, 0, 1, upward}, {3, 0, 2, upward}, {4, 3, 3, upward}, {5, 6, 11, upward},
		{6, 32, 75, upward}, {6, 0, 0, outOfBand}},
	3: {{8, 8, -256, upward}, {1, 0, 0, upward}, {2, 0, 1, upward}, {3, 0, 2, upward}, {4, 3, 3, upward},
		{5, 6, 11, upward}, {8, 32, -257, downward}, {7, 32, 75, upward}, {6, 0, 0, outOfBand}},
	4: {{1, 0, 1, upward}, {2, 0, 2, upward}, {3, 0, 3, upward}, {4, 3, 4, upward}, {5, 6, 12, upward},
		{5, 32, 76, upward}},
	5: {{7, 8, -255, upward}, {1, 0, 1, upward}, {2, 0, 2, upward}, {3, 0, 3, upward}, {4, 3, 4, upward},
		{5, 6, 12, upward}, {7, 32, -256, downward}, {6, 32, 76, upward}},
	6: {{5, 10, -2048, upward}, {4, 9, -1024, upward}, {4, 8, -512, upward}, {4, 7, -256, upward},
		{5, 6, -128, upward}, {5, 5, -64, upward}, {4, 5, -32, upward}, {2, 7, 0, upward}, {3, 7, 128, upward},
		{3, 8, 256, upward}, {4, 9, 512, upward}, {4, 10, 1024, upward}, {6, 32, -2049, downward},
		{6, 32, 2048, upward}},
	7: {{4, 9, -1024, upward}, {3, 8, -512, upward}, {4, 7, -256, upward}, {5, 6, -128, upward},
		{5, 5, -64, upward}, {4, 5, -32, upward}, {4, 5, 0, upward}, {5, 5, 32, upward}, {5, 6, 64, upward},
		{4, 7, 128, upward}, {3, 8, 256, upward}, {3, 9, 512, upward}, {3, 10, 1024, upward},
		{5, 32, -1025, downward}, {5, 32, 2048, upward}},
	8: {{8, 3, -15, upward}, {9, 1, -7, upward}, {8, 1, -5, upward}, {9, 0, -3, upward}, {7, 0, -2, upward},
		{4, 0, -1, upward}, {2, 1, 0, upward}, {5, 0, 2, upward}, {6, 0, 3, upward}, {3, 4, 4, upward},
		{6, 1, 20, upward}, {4, 4, 22, upward}, {4, 5, 38, upward}, {5, 6, 70, upward}, {5, 7, 134, upward},
		{6, 7, 262, upward}, {7, 8, 390, upward}, {6, 10, 646, upward}, {9, 32, -16, downward},
		{9, 32, 1670, upward}, {2, 0, 0, outOfBand}},
	9: {{8, 4, -31, upward}, {9, 2, -15, upward}, {8, 2, -11, upward}, {9, 1, -7, upward}, {7, 1, -5, upward},
		{4, 1, -3, upward}, {3, 1, -1, upward}, {3, 1, 1, upward}, {5, 1, 3, upward}, {6, 1, 5, upward},
		{3, 5, 7, upward}, {6, 2, 39, upward}, {4, 5, 43, upward}, {4, 6, 75, upward}, {5, 7, 139, upward},
		{5, 8, 267, upward}, {6, 8, 523, upward}, {7, 9, 779, upward}, {6, 11, 1291, upward},
		{9, 32, -32, downward}, {9, 32, 3339, upward}, {2, 0, 0, outOfBand}},
	10: {{7, 4, -21, upward}, {8, 0, -5, upward}, {7, 0, -4, upward}, {5, 0, -3, upward}, {2, 2, -2, upward},
		{5, 0, 2, upward}, {6, 0, 3, upward}, {7, 0, 4, upward}, {8, 0, 5, upward}, {2, 6, 6, upward},
		{5, 5, 70, upward}, {6, 5, 102, upward}, {6, 6, 134, upward}, {6, 7, 198, upward}, {6, 8, 326, upward},
		{6, 9, 582, upward}, {6, 10, 1094, upward}, {7, 11, 2118, upward}, {8, 32, -22, downward},
		{8, 32, 4166, upward}, {2, 0, 0, outOfBand}},
	11: {{1, 0, 1, upward}, {2, 1, 2, upward}, {4, 0, 4, upward}, {4, 1, 5, upward}, {5, 1, 7, upward},
		{5, 2, 9, upward}, {6, 2, 13, upward}, {7, 2, 17, upward}, {7, 3, 21, upward}, {7, 4, 29, upward},
		{7, 5, 45, upward}, {7, 6, 77, upward}, {7, 32, 141, upward}},
	12: {{1, 0, 1, upward}, {2, 0, 2, upward}, {3, 1, 3, upward}, {5, 0, 5, upward}, {5, 1, 6, upward},
		{6, 1, 8, upward}, {7, 0, 10, upward}, {7, 1, 11, upward}, {7, 2, 13, upward}, {7, 3, 17, upward},
		{7, 4, 25, upward}, {8, 5, 41, upward}, {8, 32, 73, upward}},
	13: {{1, 0, 1, upward}, {3, 0, 2, upward}, {4, 0, 3, upward}, {5, 0, 4, upward}, {4, 1, 5, upward},
		{3, 3, 7, upward}, {6, 1, 15, upward}, {6, 2, 17, upward}, {6, 3, 21, upward}, {6, 4, 29, upward},
		{6, 5, 45, upward}, {7, 6, 77, upward}, {7, 32, 141, upward}},
	14: {{3, 0, -2, upward}, {3, 0, -1, upward}, {1, 0, 0, upward}, {3, 0, 1, upward}, {3, 0, 2, upward}},
	15: {{7, 4, -24, upward}, {6, 2, -8, upward}, {5, 1, -4, upward}, {4, 0, -2, upward}, {3, 0, -1, upward},
		{1, 0, 0, upward}, {3, 0, 1, upward}, {4, 0, 2, upward}, {5, 1, 3, upward}, {6, 2, 5, upward},
		{7, 4, 9, upward}, {7, 32, -25, downward}, {7, 32, 25, upward}},
}

// standardTables are made on first use: hardly any writer uses them.
var standardTables = sync.OnceValue(func() (all [len(standardLines)]*huffman) {
	for i, lines := range standardLines {
		all[i], _ = newHuffman(lines) // codes are short, so there is no error
	}
	return all
})

// custom as the number of a table means the next table that the segment refers to. noTable is a
// number without a meaning in the standard.
const (
	custom  = 0
	noTable = -1
)

var errTable = fmt.Errorf("table of codes that does not exist: %w", ErrDamaged)

// chooser selects the tables of a segment.
type chooser struct {
	own []*huffman // of the segments that it refers to, in order
	err error
}

// tables returns a chooser with the tables that s refers to.
func (d *decoder) tables(s segment) chooser {
	var c chooser
	for _, n := range s.refers {
		if t := d.results[n].table; t != nil {
			c.own = append(c.own, t)
		}
	}
	return c
}

// pick returns the table for the value of a field of the flags. numbers has the number of a table
// for each value.
func (c *chooser) pick(field int, numbers ...int) *huffman {
	switch n := numbers[field]; {
	case n > 0:
		return standardTables()[n]
	case n == custom && len(c.own) > 0:
		t := c.own[0]
		c.own = c.own[1:]
		return t
	}
	c.err = errTable
	return standardTables()[1]
}
