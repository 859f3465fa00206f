// Package form puts the controls of a form into the text of their page: [StandIns] finds the
// place of the sign that stands for each among the glyphs, and [Label], once lines are
// written, the text that names each. [AreTicks] tells drawn boxes to tick from other squares.
package form
