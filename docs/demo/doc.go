// Package demo has the tests of the page that converts in the browser (page) and of the package of npm
// (pagelift). make demo builds both, make demo-check tests them.
package demo
