package testkit

// Choices are bytes that a fuzz test makes its choices by.
type Choices []byte

// Choose takes one of n by the next byte; without bytes that are left it takes the first.
func (c *Choices) Choose(n int) int {
	if len(*c) == 0 {
		return 0
	}
	choice := int((*c)[0]) % n
	*c = (*c)[1:]
	return choice
}
