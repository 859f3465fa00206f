// Package language tells in which language a text is: by its script, its common words,
// its trigrams, in this order. It cuts texts into words, too. All of it is functions of
// a text and of samples of the document around it.
package language
