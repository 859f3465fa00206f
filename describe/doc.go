// Package describe defines the types of describing pictures: an [Engine] takes a [Picture] and returns a
// [Description] that can replace it.
//
// The package describes nothing itself and imports nothing but the standard library. Package
// describe/openai asks a model behind an endpoint that speaks the chat-completions API,
// describe/command a program; any other engine needs one method.
//
// Experimental: names and fields may still change.
package describe
