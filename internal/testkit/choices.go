package testkit

// Choices are the bytes by which a fuzz test makes its choices.
type Choices []byte

// Choose returns one of 0 to n-1, chosen by the next byte. When no bytes are left, it returns 0.
func (c *Choices) Choose(n int) int {
	if len(*c) == 0 {
		return 0
	}
	choice := int((*c)[0]) % n
	*c = (*c)[1:]
	return choice
}
