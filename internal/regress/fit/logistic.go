package main

import (
	"errors"
	"math"
)

// An example has the signs of a candidate, as indices, and what the candidate truly is.
type example struct {
	signs []int
	is    bool
}

// Bounds of the fit.
const (
	// newtonSteps is far more than Newton's method takes on a likelihood with a ridge: some ten.
	newtonSteps = 100
	// newtonEnd is the largest change of a weight at which the fit ends, far below the two decimals that are kept.
	newtonEnd = 1e-8
	// interceptRidge keeps the intercept finite where all candidates are of one kind.
	interceptRidge = 1e-6
)

var errNoEnd = errors.New("the fit comes to no end")

// fitWeights returns the weights of n signs, and after them the intercept. They make the examples likeliest, less
// half of ridge times the square of each weight: logistic regression by Newton's method. The sums are taken in the
// order of the examples, so that the same examples give the same weights.
func fitWeights(examples []example, n int, ridge float64) ([]float64, error) {
	w := make([]float64, n+1)
	best := loss(examples, w, ridge)
	for range newtonSteps {
		gradient, hessian := slopes(examples, w, ridge)
		step := solve(hessian, gradient)
		if step == nil {
			return nil, errNoEnd
		}
		largest := 0.0
		for _, s := range step {
			largest = max(largest, math.Abs(s))
		}
		if largest < newtonEnd {
			return w, nil
		}
		next, ok := descend(examples, w, step, ridge, &best)
		if !ok {
			return w, nil // no smaller loss can be distinguished
		}
		w = next
	}
	return nil, errNoEnd
}

// descend takes the step. It halves the step as often as the loss would rise.
func descend(examples []example, w, step []float64, ridge float64, best *float64) ([]float64, bool) {
	for share := 1.0; share > newtonEnd; share /= 2 {
		next := make([]float64, len(w))
		for i := range w {
			next[i] = w[i] - share*step[i]
		}
		if l := loss(examples, next, ridge); l < *best {
			*best = l
			return next, true
		}
	}
	return nil, false
}

// logOdds returns the sum of the weights of signs and of the intercept, which is the last weight.
func logOdds(w []float64, signs []int) float64 {
	z := w[len(w)-1]
	for _, s := range signs {
		z += w[s]
	}
	return z
}

// loss returns what the fit minimises: the negative logarithm of the likelihood, and the ridge.
func loss(examples []example, w []float64, ridge float64) float64 {
	l := 0.0
	for _, e := range examples {
		z := logOdds(w, e.signs)
		if e.is {
			z = -z
		}
		l += max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) // log(1+exp(z)), without overflow
	}
	for i, v := range w {
		l += ridgeOf(i, len(w), ridge) * v * v / 2
	}
	return l
}

// ridgeOf returns the ridge of weight i of n. The last weight is the intercept.
func ridgeOf(i, n int, ridge float64) float64 {
	if i == n-1 {
		return interceptRidge
	}
	return ridge
}

// slopes returns the first and second derivatives of the loss.
func slopes(examples []example, w []float64, ridge float64) (gradient []float64, hessian [][]float64) {
	n := len(w)
	gradient, hessian = make([]float64, n), make([][]float64, n)
	for i := range n {
		hessian[i] = make([]float64, n)
		r := ridgeOf(i, n, ridge)
		gradient[i], hessian[i][i] = r*w[i], r
	}
	var at []int
	for _, e := range examples {
		p := 1 / (1 + math.Exp(-logOdds(w, e.signs)))
		miss, slope := p, p*(1-p)
		if e.is {
			miss--
		}
		at = append(append(at[:0], e.signs...), n-1)
		for _, i := range at {
			gradient[i] += miss
			for _, k := range at {
				hessian[i][k] += slope
			}
		}
	}
	return gradient, hessian
}

// solve returns x of a·x = b by Cholesky's decomposition, which overwrites a; nil where a is not positive definite.
func solve(a [][]float64, b []float64) []float64 {
	n := len(b)
	for i := range n {
		for k := range i + 1 {
			sum := a[i][k]
			for j := range k {
				sum -= a[i][j] * a[k][j]
			}
			switch {
			case i != k:
				a[i][k] = sum / a[k][k]
			case !(sum > 0):
				return nil
			default:
				a[i][i] = math.Sqrt(sum)
			}
		}
	}
	x := make([]float64, n)
	for i := range n {
		sum := b[i]
		for j := range i {
			sum -= a[i][j] * x[j]
		}
		x[i] = sum / a[i][i]
	}
	for i := n - 1; i >= 0; i-- {
		for j := i + 1; j < n; j++ {
			x[i] -= a[j][i] * x[j]
		}
		x[i] /= a[i][i]
	}
	return x
}
