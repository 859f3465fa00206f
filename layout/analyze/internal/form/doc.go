// Package form gives the controls of a form their place in the text of their page. [StandIns] finds the
// place among the glyphs of the sign that stands for each control. [Label] finds the text that names each
// control, once lines are written. [AreTicks] tells drawn boxes to tick from other squares.
package form
