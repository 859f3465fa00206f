// Package fetch is the only way in which the service connects to addresses that its users give.
//
// A Guard says which addresses are allowed. It checks the URL, and then each IP address just before the
// connection, when no name can change its meaning any more. A Fetcher gets a document through a Guard, bounded in
// size, time and slowness. It returns the document only if it is a PDF file.
//
// The service does not tell a user why the Guard refused an address: one that asks for a machine inside the
// network learns only that it cannot have it. Nothing is kept between two calls: no connections and no cookies.
// Proxies of the environment are not used.
package fetch
