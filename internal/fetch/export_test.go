package fetch

import (
	"context"
	"net"
)

// ResolveWith gives the guard a resolver of a test.
func (g *Guard) ResolveWith(r *net.Resolver) { g.resolver = r }

// Control is what the guard's dialer asks before it connects.
func (g *Guard) Control(network, address string) error {
	return g.control(context.Background(), network, address, nil)
}
