package fetch_test

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/net/nettest"

	"github.com/pagelift/pagelift/internal/fetch"
)

// inside are addresses that are not in the public internet, or that lead to such.
var inside = []string{
	// IPv4
	"0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.100.100.200", "100.127.255.255",
	"127.0.0.1", "127.0.0.2", "127.255.255.255", "168.63.129.16", "169.254.0.1", "169.254.169.254", "169.254.170.2",
	"172.16.0.1", "172.31.255.255", "192.0.0.1", "192.0.0.192", "192.0.2.1", "192.31.196.1", "192.52.193.1", "192.88.99.1",
	"192.168.0.1", "192.168.255.255", "192.175.48.1", "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1",
	"224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
	// IPv6
	"::", "::1", "::2", "fc00::1", "fd00::1", "fd00:ec2::254", "fe80::1", "fe80::a9fe:a9fe", "fec0::1", "ff02::1", "ff0e::1",
	"100::1", "2001:db8::1", "3fff::1", "5f00::1", "2001:2::1", "2001:20::1", "2620:4f:8000::1", "4000::1",
	// IPv4 inside IPv6: mapped, compatible, translated, NAT64, 6to4, Teredo
	"::ffff:127.0.0.1", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:192.168.0.1", "::127.0.0.1", "::10.0.0.1", "::ffff:0:127.0.0.1",
	"64:ff9b::127.0.0.1", "64:ff9b::a9fe:a9fe", "64:ff9b::8.8.8.8", "64:ff9b:1::10.0.0.1",
	"2002:7f00:1::", "2002:a00:1::1", "2002:a9fe:a9fe::", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
}

// outside are addresses of the public internet.
var outside = []string{
	"1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.1", "100.63.255.255", "100.128.0.1", "126.255.255.255", "128.0.0.1", "168.63.129.17",
	"172.15.255.255", "172.32.0.1", "192.167.255.255", "192.169.0.1", "223.255.255.255",
	"2606:4700:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888", "2400::1",
}

func TestNothingInsideIsConnectedTo(t *testing.T) {
	t.Parallel()
	var g fetch.Guard
	for _, addr := range append(slices.Clone(inside), "::ffff:8.8.8.8") {
		for _, network := range []string{"tcp4", "tcp6"} {
			err := g.Control(network, net.JoinHostPort(addr, "443"))
			require.ErrorIs(t, err, fetch.NotAllowed, addr)
			require.EqualError(t, err, "fetch: url_not_allowed", "it says no more")
		}
	}
	for _, addr := range outside {
		require.NoError(t, g.Control("tcp4", net.JoinHostPort(addr, "443")), addr)
	}
}

func TestPortsOfOtherServicesAreLeftAlone(t *testing.T) {
	t.Parallel()
	g := fetch.NewGuard(netip.MustParsePrefix("10.0.0.0/8"))
	for port, ok := range map[int]bool{80: true, 443: true, 1024: true, 8443: true, 65535: true, 1: false, 22: false, 25: false, 465: false, 1023: false} {
		err := g.Control("tcp4", fmt.Sprintf("8.8.8.8:%d", port))
		require.Equal(t, ok, err == nil, "port %d", port)
		require.NoError(t, g.Control("tcp4", fmt.Sprintf("10.0.0.1:%d", port)), "what is allowed is allowed on each port")
	}
	for _, network := range []string{"udp4", "tcp", "unix", ""} {
		require.ErrorIs(t, g.Control(network, "8.8.8.8:443"), fetch.NotAllowed, network)
	}
	for _, address := range []string{"", "8.8.8.8", "example.org:443", "/run/docker.sock", "8.8.8.8:443:443"} {
		require.ErrorIs(t, g.Control("tcp4", address), fetch.NotAllowed, address)
	}
}

// trap is a server on the addresses of this machine that must not be reached.
func trap(t *testing.T) (port string, reached *atomic.Int32) {
	t.Helper()
	reached = new(atomic.Int32)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Listener.Close()
	server.Listener = listener
	server.Config.ConnState = func(net.Conn, http.ConnState) { reached.Add(1) }
	server.Start()
	t.Cleanup(server.Close)
	_, port, err = net.SplitHostPort(listener.Addr().String())
	require.NoError(t, err)
	return port, reached
}

// written are notations of the address of this machine, and names for it.
var written = []string{
	"127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "2130706433", "017700000001", "0x7f000001", "0X7F000001", "0x7f.1", "0x7f.0.0.1", "0177.0.0.1",
	"0177.0.0.01", "127.0.0.0x1", "127.000.000.001", "0", "0.0.0.0", "00.0.0.0", "1.1.1.1.127.0.0.1", "0x", "example.0x7f",
	"[::1]", "[::]", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[64:ff9b::7f00:1]", "[fe80::1%25lo]", "[::127.0.0.1]",
	"８.8.8.8", "１２７.０.０.１", "127。0。0。1", "①②⑦.⓪.⓪.①",
	"localhost", "LOCALHOST", "localhost.", "a.localhost", "localhost.localdomain", "ip6-localhost", "metadata.google.internal", "instance-data",
	"kubernetes.default.svc", "127.0.0.1.nip.io", "router.local", "8.8.8.8", "[2606:4700:4700::1111]", "..", "a..", ".",
}

func TestNothingInsideIsFetched(t *testing.T) {
	t.Parallel()
	port, reached := trap(t)
	var g fetch.Guard
	names := map[string]netip.Addr{}
	hosts := map[string]bool{} // true if the answer must be that the address is not allowed
	for i, addr := range inside {
		parsed := netip.MustParseAddr(addr)
		hosts[hostOf(parsed)] = true
		if parsed.Is4() || nettest.SupportsIPv6() {
			name := fmt.Sprintf("n%d.test", i)
			names[name], hosts[name] = parsed, true
		}
	}
	for _, host := range written {
		hosts[host] = false
	}
	g.ResolveWith(resolver(t, func(name string) []netip.Addr {
		if addr, ok := names[name]; ok {
			return []netip.Addr{addr}
		}
		// Every other name, of whatever form, means this machine.
		return []netip.Addr{netip.MustParseAddr("127.0.0.1")}
	}))
	f := fetch.New(&g, nil, "test")
	require.GreaterOrEqual(t, len(hosts), 60)
	for host, certain := range hosts {
		_, err := f.Fetch(t.Context(), "http://"+host+":"+port+"/a.pdf", fetch.Limits{})
		require.Error(t, err, host)
		if certain {
			require.ErrorIs(t, err, fetch.NotAllowed, host)
		} else {
			require.Regexp(t, "url_not_allowed|invalid_url", err.Error(), host)
		}
		require.NotRegexp(t, `\d+\.\d+|::|:`+port, err.Error(), "no address leaks")
	}
	require.Zero(t, reached.Load())
}

// hostOf returns an address as the host of a URL.
func hostOf(addr netip.Addr) string {
	if addr.Is6() {
		return "[" + addr.String() + "]"
	}
	return addr.String()
}

func TestANameWithOneAddressInsideIsReachedAtTheOther(t *testing.T) {
	t.Parallel()
	port, reached := trap(t)
	g := fetch.NewGuard(netip.MustParsePrefix("127.0.0.1/32"))
	g.ResolveWith(resolver(t, func(string) []netip.Addr {
		return []netip.Addr{netip.MustParseAddr("127.0.0.2"), netip.MustParseAddr("127.0.0.1")}
	}))
	_, err := fetch.New(g, nil, "test").Fetch(t.Context(), "http://both.test:"+port+"/", fetch.Limits{})
	require.ErrorContains(t, err, "status 404")
	require.NotZero(t, reached.Load())
}

func TestURLs(t *testing.T) {
	t.Parallel()
	g := fetch.NewGuard(netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("fd00::/8"))
	const ok = fetch.Code("")
	for raw, want := range map[string]struct{ document, webhook fetch.Code }{
		"https://example.org/a.pdf":                             {ok, ok},
		"https://example.org":                                   {ok, ok},
		"HTTPS://EXAMPLE.ORG:8443/a?b=c%20d":                    {ok, ok},
		"http://example.org/a.pdf":                              {ok, fetch.InvalidURL},
		"https://bücher.example/ü.pdf":                          {ok, ok},
		"https://1password.com/":                                {ok, ok},
		"https://3.example/":                                    {ok, ok},
		"https://a.x0x/":                                        {ok, ok},
		"https://10.1.2.3/a":                                    {ok, ok},
		"https://[fd00::1]:444/a":                               {ok, ok},
		"https://[::ffff:10.1.2.3]/a":                           {ok, ok},
		"https://11.1.2.3/a":                                    {fetch.NotAllowed, fetch.NotAllowed},
		"https://8.8.8.8/a":                                     {fetch.NotAllowed, fetch.NotAllowed},
		"https://0x0a010203/":                                   {fetch.NotAllowed, fetch.NotAllowed},
		"https://[fd00::1%25eth0]/a":                            {fetch.NotAllowed, fetch.NotAllowed},
		"https://example.org/#a":                                {fetch.InvalidURL, fetch.InvalidURL},
		"https://example.org/#":                                 {fetch.InvalidURL, fetch.InvalidURL},
		"https://me@example.org/":                               {fetch.InvalidURL, fetch.InvalidURL},
		"https://me:secret@example.org/":                        {fetch.InvalidURL, fetch.InvalidURL},
		"https://@example.org/":                                 {fetch.InvalidURL, fetch.InvalidURL},
		"https://example.org@10.0.0.1/":                         {fetch.InvalidURL, fetch.InvalidURL},
		`https://example.org\@10.0.0.1/`:                        {fetch.InvalidURL, fetch.InvalidURL},
		"https://example.org:0/":                                {fetch.InvalidURL, fetch.InvalidURL},
		"https://example.org:65536/":                            {fetch.InvalidURL, fetch.InvalidURL},
		"https://example.org:/":                                 {fetch.InvalidURL, fetch.InvalidURL},
		"https://example.org:http/":                             {fetch.InvalidURL, fetch.InvalidURL},
		"https:///a.pdf":                                        {fetch.InvalidURL, fetch.InvalidURL},
		"https://:443/":                                         {fetch.InvalidURL, fetch.InvalidURL},
		"https:example.org":                                     {fetch.InvalidURL, fetch.InvalidURL},
		"https://exa mple.org/":                                 {fetch.InvalidURL, fetch.InvalidURL},
		"https://example.org/\r\nHost: inside":                  {fetch.InvalidURL, fetch.InvalidURL},
		"//example.org/a.pdf":                                   {fetch.InvalidURL, fetch.InvalidURL},
		"example.org/a.pdf":                                     {fetch.InvalidURL, fetch.InvalidURL},
		"":                                                      {fetch.InvalidURL, fetch.InvalidURL},
		"file:///etc/passwd":                                    {fetch.InvalidURL, fetch.InvalidURL},
		"ftp://example.org/a.pdf":                               {fetch.InvalidURL, fetch.InvalidURL},
		"gopher://example.org:11211/":                           {fetch.InvalidURL, fetch.InvalidURL},
		"data:application/pdf;base64,JVBERi0":                   {fetch.InvalidURL, fetch.InvalidURL},
		"https://example.org/" + strings.Repeat("a", 2028):      {ok, ok},
		"https://example.org/" + strings.Repeat("a", 2029):      {fetch.InvalidURL, fetch.InvalidURL},
		"https://[::1":                                          {fetch.InvalidURL, fetch.InvalidURL},
		"https://%31%30.0.0.1/":                                 {fetch.InvalidURL, fetch.InvalidURL},
		"https://example.org/%00" + strings.Repeat("%2e%2e", 3): {ok, ok},
	} {
		for kind, c := range map[string]struct {
			read func(string) (*url.URL, error)
			want fetch.Code
		}{"document": {g.DocumentURL, want.document}, "webhook": {g.WebhookURL, want.webhook}} {
			_, err := c.read(raw)
			if c.want == ok {
				require.NoError(t, err, "%s of a %s", raw, kind)
				continue
			}
			require.ErrorIs(t, err, c.want, "%s of a %s", raw, kind)
			require.NotContains(t, err.Error(), "secret")
		}
	}
}

func TestParsePrefixes(t *testing.T) {
	t.Parallel()
	got, err := fetch.ParsePrefixes(" 10.1.2.3/8,,127.0.0.1 , fd00::1/8, ::1,")
	require.NoError(t, err)
	require.Equal(t, []netip.Prefix{
		netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("fd00::/8"), netip.MustParsePrefix("::1/128"),
	}, got)
	got, err = fetch.ParsePrefixes("")
	require.NoError(t, err)
	require.Empty(t, got)
	for _, list := range []string{"localhost", "10.0.0.0/33", "10.0.0.0-10.0.0.9", "::ffff:10.0.0.0/104", "fe80::1%eth0", "10.0.0.0/8;127.0.0.1"} {
		_, err := fetch.ParsePrefixes(list)
		require.Error(t, err, list)
	}
}

func TestCertPool(t *testing.T) {
	t.Parallel()
	pool, err := fetch.CertPool("")
	require.NoError(t, err)
	require.Nil(t, pool)
	_, err = fetch.CertPool(filepath.Join(t.TempDir(), "none.pem"))
	require.ErrorIs(t, err, os.ErrNotExist)
	empty := filepath.Join(t.TempDir(), "empty.pem")
	require.NoError(t, os.WriteFile(empty, []byte("no certificate"), 0o600))
	_, err = fetch.CertPool(empty)
	require.ErrorContains(t, err, "holds no certificate")
}

// FuzzGuard: only public addresses may be connected to, as judged by net/netip and by the IPv4 addresses inside of
// IPv6.
func FuzzGuard(f *testing.F) {
	for _, addr := range slices.Concat(inside, outside) {
		f.Add(netip.MustParseAddr(addr).AsSlice(), uint16(443))
	}
	g := fetch.NewGuard(netip.MustParsePrefix("10.9.0.0/16"))
	f.Fuzz(func(t *testing.T, raw []byte, port uint16) {
		addr, ok := netip.AddrFromSlice(raw)
		if !ok || g.Control("tcp4", netip.AddrPortFrom(addr, port).String()) != nil {
			return
		}
		b := addr.As16()
		plain := addr.Unmap()
		if plain.Is4() && plain.As4()[0] == 10 && plain.As4()[1] == 9 {
			return
		}
		switch {
		case addr.Is4In6(), addr.IsPrivate(), addr.IsLoopback(), addr.IsLinkLocalUnicast(), addr.IsMulticast(), addr.IsUnspecified():
			t.Errorf("connects to %s", addr)
		case !addr.IsGlobalUnicast():
			t.Errorf("connects to %s, which is no global address", addr)
		case addr.Is6() && b[0]>>5 != 1:
			t.Errorf("connects to %s outside of 2000::/3", addr)
		case addr.Is6() && (b[0] == 0x20 && (b[1] == 2 || b[1] == 1 && b[2] == 0)):
			t.Errorf("connects through a tunnel to %s", addr)
		case port < 1024 && port != 80 && port != 443:
			t.Errorf("connects to port %d", port)
		}
	})
}
