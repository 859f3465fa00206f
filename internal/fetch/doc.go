// Package fetch is the one way in which the service reaches addresses that its users
// give.
//
// A Guard says which addresses those may be: it looks at the URL, and once more at
// each IP address that is about to be connected to, when no name can change its
// meaning any more. A Fetcher gets a document through it, bounded in size, time and slowness,
// and gives it on only if it is a PDF file.
//
// What a Guard refused and why is not said: whoever asks for the address of a machine
// inside learns only that it is not to be had. Nothing is kept between two calls: no
// connections, no cookies, no proxies of the environment.
package fetch
