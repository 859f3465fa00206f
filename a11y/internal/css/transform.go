package css

import (
	"math"

	syntax "github.com/tdewolff/parse/v2/css"
)

// setTransform looks for rotations in the plane of the screen. A matrix is one if it neither scales nor moves.
func setTransform(c *computing, value []token) bool {
	c.turn, c.moved = 0, false
	for i := 0; i < len(value); i++ {
		t := value[i]
		if t.kind != syntax.FunctionToken {
			continue
		}
		end := closing(value, i)
		degrees, pure, ok := rotation(t.name(), value[i+1:min(end, len(value))])
		if !ok {
			return false
		}
		c.turn += degrees
		c.moved = c.moved || !pure
		i = end
	}
	return true
}

// rotation returns the angle of one function of a transform. pure says that the function does nothing else.
func rotation(name string, args []token) (degrees float64, pure, ok bool) {
	parts := splitTop(args, ',')
	nums := make([]float64, len(parts))
	for i, part := range parts {
		w := withoutSpaces(part)
		if len(w) != 1 {
			return 0, false, true
		}
		v, unit, isNumber := w[0].number()
		if !isNumber {
			return 0, false, true
		}
		nums[i] = angle(v, unit)
	}
	switch name {
	case "rotate", "rotatez":
		return nums[0], true, len(nums) == 1
	case "rotate3d":
		if len(nums) != 4 {
			return 0, false, false
		}
		if nums[0] == 0 && nums[1] == 0 && nums[2] != 0 {
			return math.Copysign(1, nums[2]) * nums[3], true, true
		}
	case "matrix":
		if len(nums) != 6 {
			return 0, false, false
		}
		return math.Atan2(nums[1], nums[0]) * 180 / math.Pi, nums[4] == 0 && nums[5] == 0, true
	case "matrix3d":
		if len(nums) != 16 {
			return 0, false, false
		}
		return math.Atan2(nums[1], nums[0]) * 180 / math.Pi, nums[12] == 0 && nums[13] == 0, true
	}
	return 0, false, true
}

// setRotate reads the property rotate: an angle, with the axis of view before it or none.
func setRotate(c *computing, value []token) bool {
	c.turn2 = 0
	if keyword(value) == "none" {
		return true
	}
	w := withoutSpaces(value)
	if len(w) == 0 {
		return false
	}
	v, unit, ok := w[len(w)-1].number()
	if !ok {
		return false
	}
	var axis [3]float64
	for i, t := range w[:len(w)-1] {
		if n, _, isNumber := t.number(); isNumber && i < len(axis) {
			axis[i] = n
		} else if t.name() != "z" {
			return true
		}
	}
	if axis[0] == 0 && axis[1] == 0 {
		c.turn2 = angle(v, unit)
		if axis[2] < 0 {
			c.turn2 = -c.turn2
		}
	}
	return true
}
