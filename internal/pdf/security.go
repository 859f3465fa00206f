package pdf

import (
	"encoding/binary"
	"fmt"
)

// security decrypts a document by the standard security handler (clause 7.6.4). It does not change
// after it was set up.
type security struct {
	revision int
	key      []byte // file encryption key

	strings, streams, files cryptMethod
	named                   map[Name]cryptMethod // crypt filters
	metadata                bool                 // the metadata stream is encrypted as well
}

// cryptMethod is a way of encrypting strings and streams.
type cryptMethod uint8

const (
	cryptNone   cryptMethod = iota
	cryptRC4                // V2
	cryptAES128             // AESV2
	cryptAES256             // AESV3
)

// Lengths of keys in bytes (clause 7.6.3.1).
const (
	keyLengthMin = 5
	keyLengthMax = 16
	keyLengthAES = 32
)

// encryption holds the values of the encryption dictionary (clauses 7.6.2 and 7.6.4.2).
type encryption struct {
	version, revision int
	keyLength         int // bytes; revisions 5 and 6 have a fixed length
	owner, user       []byte
	ownerKey, userKey []byte // OE and UE
	permissions       uint32
	metadata          bool
	id                []byte
}

// unlock sets up decryption if the document is encrypted.
func (o *opener) unlock() error {
	ref := o.xref.trailer.Raw("Encrypt")
	if ref == nil {
		return nil
	}
	dict := o.Dict(ref)
	if dict.Len() == 0 {
		return nil // the object was removed together with the encryption
	}
	defer o.forget() // objects that were read so far are not decrypted
	if name := o.Name(dict.Raw("Filter")); name != "Standard" && name != "" {
		return fmt.Errorf("%w: security handler %q", ErrEncryption, name)
	}
	e, err := o.readEncryption(dict)
	if err != nil {
		return err
	}
	s := &security{revision: e.revision, metadata: e.metadata}
	if err := o.readMethods(s, dict, e.version); err != nil {
		return err
	}
	if s.key = e.authenticate(o.password); s.key == nil {
		if s.clearButFiles() {
			return nil // only attachments are encrypted, and only they are lost
		}
		return ErrPassword
	}
	if e.version == 4 && len(s.key) < keyLengthMax {
		// This is undocumented: Acrobat pads shorter keys with zeros.
		s.key = append(s.key, make([]byte, keyLengthMax-len(s.key))...)
	}
	o.security = s
	return nil
}

// clearButFiles reports whether only embedded files are encrypted.
func (s *security) clearButFiles() bool {
	return s.strings == cryptNone && s.streams == cryptNone
}

func (d *Document) readEncryption(dict Dict) (*encryption, error) {
	e := &encryption{
		version:     d.Int(dict.Raw("V"), 0),
		revision:    d.Int(dict.Raw("R"), 0),
		keyLength:   keyBytes(d.Int(dict.Raw("Length"), 0)),
		owner:       d.secret(dict.Raw("O")),
		user:        d.secret(dict.Raw("U")),
		ownerKey:    d.secret(dict.Raw("OE")),
		userKey:     d.secret(dict.Raw("UE")),
		permissions: d.permissions(dict.Raw("P")),
		metadata:    true,
	}
	if e.version >= 4 { // earlier versions do not define it
		e.metadata = d.Bool(dict.Raw("EncryptMetadata"), true)
	}
	if id := d.Array(d.xref.trailer.Raw("ID")); len(id) > 0 {
		e.id = d.secret(id[0])
	}
	switch {
	case e.version != 1 && e.version != 2 && e.version != 4 && e.version != 5:
		return nil, fmt.Errorf("%w: version %d", ErrEncryption, e.version)
	case e.revision < 2 || e.revision > 6:
		return nil, fmt.Errorf("%w: revision %d", ErrEncryption, e.revision)
	case e.revision >= 5 && (len(e.owner) < saltedLength || len(e.user) < saltedLength):
		return nil, fmt.Errorf("%w: short password entries", ErrEncryption)
	}
	return e, nil
}

// permissions returns the 32 bits of P, which are part of the key. They are not enforced: everyone
// who may open a document may read it aloud (clause 7.6.4.2).
func (d *Document) permissions(o Object) uint32 {
	n, _ := d.Number(o)
	return uint32(int64(n))
}

func (d *Document) secret(o Object) []byte {
	s, _ := d.Bytes(o)
	return []byte(s)
}

// keyBytes returns the length in bytes of a key. n is in bits, or by mistake in bytes. It returns 0
// when n is impossible.
func keyBytes(n int) int {
	if n >= 8*keyLengthMin {
		n /= 8
	}
	if n < keyLengthMin || n > keyLengthMax {
		return 0
	}
	return n
}

// readMethods reads which crypt filters apply (clause 7.6.6).
func (d *Document) readMethods(s *security, dict Dict, version int) error {
	if version < 4 {
		s.strings, s.streams, s.files = cryptRC4, cryptRC4, cryptRC4
		return nil
	}
	s.named = map[Name]cryptMethod{"Identity": cryptNone}
	for name, o := range d.Dict(dict.Raw("CF")).All() {
		switch method := d.Name(d.Dict(o).Raw("CFM")); method {
		case "V2":
			s.named[name] = cryptRC4
		case "AESV2":
			s.named[name] = cryptAES128
		case "AESV3":
			s.named[name] = cryptAES256
		case "None", "":
			s.named[name] = cryptNone
		default:
			return fmt.Errorf("%w: method %q", ErrEncryption, method)
		}
	}
	s.strings = s.named[d.Name(dict.Raw("StrF"))]
	s.streams = s.named[d.Name(dict.Raw("StmF"))]
	s.files = s.streams
	if name := d.Name(dict.Raw("EFF")); name != "" {
		s.files = s.named[name]
	}
	return nil
}

// stringCipher decrypts the strings of one object.
type stringCipher struct {
	security *security
	ref      Ref
	key      []byte // made on first use, since most objects have no strings
}

// stringCipher returns the cipher of the strings of ref, or nil when strings are not encrypted.
func (s *security) stringCipher(ref Ref) *stringCipher {
	if s.strings == cryptNone {
		return nil
	}
	return &stringCipher{security: s, ref: ref}
}

func (c *stringCipher) decryptString(raw []byte) []byte {
	if c.key == nil {
		c.key = c.security.objectKey(c.ref, c.security.strings)
	}
	return decrypt(c.security.strings, c.key, raw)
}

// decryptStream returns a decrypted copy of raw, or raw itself when it is not encrypted.
func (s *security) decryptStream(ref Ref, dict Dict, raw []byte) []byte {
	method := s.methodOf(dict)
	if method == cryptNone {
		return raw
	}
	return decrypt(method, s.objectKey(ref, method), raw)
}

func (s *security) methodOf(dict Dict) cryptMethod {
	switch dict.Raw("Type") {
	case Name("XRef"): // never encrypted (clause 7.5.8.2)
		return cryptNone
	case Name("Metadata"):
		if !s.metadata {
			return cryptNone
		}
	case Name("EmbeddedFile"):
		if _, ok := cryptFilter(dict); !ok {
			return s.files
		}
	}
	if name, ok := cryptFilter(dict); ok {
		return s.named[name]
	}
	return s.streams
}

// cryptFilter returns the crypt filter that a stream names itself (clause 7.4.10). It must be the
// first filter of the stream.
func cryptFilter(dict Dict) (Name, bool) {
	filter, parms := dict.Raw("Filter"), dict.Raw("DecodeParms")
	if a, ok := filter.(Array); ok && len(a) > 0 {
		filter = a[0]
	}
	if filter != Name("Crypt") {
		return "", false
	}
	if a, ok := parms.(Array); ok && len(a) > 0 {
		parms = a[0]
	}
	p, _ := parms.(Dict)
	if name, ok := p.Raw("Name").(Name); ok {
		return name, true
	}
	return "Identity", true
}

// le32 returns n as four bytes, the lowest first.
func le32(n uint32) []byte { return binary.LittleEndian.AppendUint32(nil, n) }
