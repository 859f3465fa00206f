package pdf

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
)

// padding extends passwords to 32 bytes (clause 7.6.4.3.2, algorithm 2 step a).
const padding = "\x28\xbf\x4e\x5e\x4e\x75\x8a\x41\x64\x00\x4e\x56\xff\xfa\x01\x08" +
	"\x2e\x2e\x00\xb6\xd0\x68\x3e\x80\x2f\x0c\xa9\xfe\x64\x53\x69\x7a"

// paddedLength is the length of padded passwords and of hashes.
const paddedLength = 32

// The parts of O and U in revisions 5 and 6: a hash, and two salts of 8 bytes.
const (
	saltLength   = 8
	saltedLength = paddedLength + 2*saltLength
)

// hashRounds is how many times revisions 3 and 4 repeat the hash. rc4Rounds is how many times they
// encrypt, with a key that depends on the number of the round.
const (
	hashRounds = 50
	rc4Rounds  = 20
)

// authenticate returns the file encryption key if password opens the document as user or as owner.
// It also tries the empty password. It returns nil if none opens the document.
func (e *encryption) authenticate(password string) []byte {
	if e.revision >= 5 {
		for _, p := range unicodePasswords(password) {
			if key := e.authenticateAES(p); key != nil {
				return key
			}
		}
		return nil
	}
	for _, p := range bytePasswords(password) {
		for _, length := range e.keyLengths() {
			if key := e.userKeyOf(p, length); key != nil {
				return key
			}
			if key := e.userKeyOf(e.userPassword(p, length), length); key != nil {
				return key
			}
		}
	}
	return nil
}

// keyLengths returns the lengths that the key may have. Some writers omit Length, or give it in the
// crypt filter only. Trying the lengths shows which one is right.
func (e *encryption) keyLengths() []int {
	switch {
	case e.revision == 2 || e.version == 1:
		return []int{keyLengthMin, keyLengthMax}
	case e.version == 4:
		return []int{keyLengthMax, max(e.keyLength, keyLengthMin)}
	case e.keyLength == 0:
		return []int{keyLengthMin, keyLengthMax}
	}
	return []int{e.keyLength, keyLengthMax, keyLengthMin}
}

func padPassword(p []byte) []byte {
	return append(bytes.Clone(p[:min(len(p), paddedLength)]), padding...)[:paddedLength]
}

// userKeyOf returns the key that the user password p gives (algorithm 2), if U
// confirms it (algorithms 4, 5 and 6).
func (e *encryption) userKeyOf(p []byte, length int) []byte {
	h := md5.New()
	h.Write(padPassword(p))
	h.Write(e.owner[:min(len(e.owner), paddedLength)])
	h.Write(le32(e.permissions))
	h.Write(e.id)
	if e.revision >= 4 && !e.metadata {
		h.Write(le32(0xffffffff))
	}
	key := h.Sum(nil)
	if e.revision >= 3 {
		for range hashRounds {
			sum := md5.Sum(key[:length])
			copy(key, sum[:])
		}
	}
	key = key[:length]

	check := []byte(padding)
	if e.revision >= 3 {
		sum := md5.Sum(append(check, e.id...))
		check = sum[:]
	}
	e.rc4(check, key, false)
	if len(e.user) < len(check) || !bytes.Equal(check, e.user[:len(check)]) {
		return nil
	}
	return key
}

// userPassword returns the user password that O holds, decrypted with the owner password p (algorithm 7).
func (e *encryption) userPassword(p []byte, length int) []byte {
	key := md5.Sum(padPassword(p))
	if e.revision >= 3 {
		for range hashRounds {
			key = md5.Sum(key[:])
		}
	}
	out := bytes.Clone(e.owner[:min(len(e.owner), paddedLength)])
	e.rc4(out, key[:length], true)
	return out
}

// rc4 encrypts data in place as the revision defines it. With backwards set, the rounds run
// backwards, which decrypts.
func (e *encryption) rc4(data, key []byte, backwards bool) {
	rounds := 1
	if e.revision >= 3 {
		rounds = rc4Rounds
	}
	round := make([]byte, len(key))
	for i := range rounds {
		if backwards {
			i = rounds - 1 - i
		}
		for k := range key {
			round[k] = key[k] ^ byte(i)
		}
		applyRC4(data, round)
	}
}

func applyRC4(data, key []byte) {
	if c, err := rc4.NewCipher(key); err == nil {
		c.XORKeyStream(data, data)
	}
}

// authenticateAES returns the key of revisions 5 and 6 (algorithm 2.A).
func (e *encryption) authenticateAES(p []byte) []byte {
	user := e.user[:saltedLength]
	for _, try := range []struct{ entry, wrapped, extra []byte }{
		{user, e.userKey, nil},
		{e.owner[:saltedLength], e.ownerKey, user},
	} {
		validation, keySalt := try.entry[paddedLength:][:saltLength], try.entry[paddedLength+saltLength:]
		if len(try.wrapped) < keyLengthAES || !bytes.Equal(e.hash(p, validation, try.extra), try.entry[:paddedLength]) {
			continue
		}
		block, err := aes.NewCipher(e.hash(p, keySalt, try.extra))
		if err != nil {
			continue
		}
		key := bytes.Clone(try.wrapped[:keyLengthAES])
		cipher.NewCBCDecrypter(block, make([]byte, aes.BlockSize)).CryptBlocks(key, key)
		return key
	}
	return nil
}

// hash returns the hash of a password: SHA-256 in revision 5, algorithm 2.B in 6.
func (e *encryption) hash(p, salt, extra []byte) []byte {
	h := sha256.New()
	h.Write(p)
	h.Write(salt)
	h.Write(extra)
	sum := h.Sum(nil)
	if e.revision < 6 {
		return sum
	}
	return hardenedHash(sum, p, extra)
}

// Bounds of algorithm 2.B: the repetitions within a round, the least number of rounds, and the
// offset of the last byte that ends them.
const (
	hardenedRepeat = 64
	hardenedRounds = 64
	hardenedOffset = 32
)

// hardenedHash implements algorithm 2.B.
func hardenedHash(k, p, extra []byte) []byte {
	for round := 1; ; round++ {
		k1 := bytes.Repeat(bytes.Join([][]byte{p, k, extra}, nil), hardenedRepeat)
		block, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(block, k[16:32]).CryptBlocks(k1, k1)
		sum := 0 // the sum of 16 bytes modulo 3 is the big-endian number modulo 3, because 256 modulo 3 is 1
		for _, c := range k1[:16] {
			sum += int(c)
		}
		switch sum % 3 {
		case 0:
			s := sha256.Sum256(k1)
			k = s[:]
		case 1:
			s := sha512.Sum384(k1)
			k = s[:]
		default:
			s := sha512.Sum512(k1)
			k = s[:]
		}
		if round >= hardenedRounds && int(k1[len(k1)-1]) <= round-hardenedOffset {
			return k[:paddedLength]
		}
	}
}

// objectKey returns the key of the strings and streams of one object (algorithm 1).
func (s *security) objectKey(ref Ref, method cryptMethod) []byte {
	if method == cryptAES256 || s.revision >= 5 {
		return s.key
	}
	h := md5.New()
	h.Write(s.key)
	h.Write(le32(uint32(ref.Num))[:3])
	h.Write(le32(uint32(ref.Gen))[:2])
	if method == cryptAES128 {
		h.Write([]byte("sAlT"))
	}
	return h.Sum(nil)[:min(len(s.key)+5, keyLengthMax)]
}

// decrypt returns a decrypted copy of data.
func decrypt(method cryptMethod, key, data []byte) []byte {
	if method == cryptRC4 {
		out := bytes.Clone(data)
		applyRC4(out, key)
		return out
	}
	return decryptAES(key, data)
}

// decryptAES decrypts data that begins with its initialisation vector and ends with padding
// (algorithm 1.A). Some writers truncate the data or pad it wrongly. decryptAES returns all whole
// blocks, and keeps padding that is invalid.
func decryptAES(key, data []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil || len(data) < 2*aes.BlockSize {
		return nil
	}
	iv, data := data[:aes.BlockSize], data[aes.BlockSize:]
	out := make([]byte, len(data)/aes.BlockSize*aes.BlockSize)
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(out, data[:len(out)])
	if len(out) < len(data) {
		return out // the block with the padding is missing
	}
	pad := int(out[len(out)-1])
	if pad < 1 || pad > aes.BlockSize {
		return out
	}
	return out[:len(out)-pad]
}
