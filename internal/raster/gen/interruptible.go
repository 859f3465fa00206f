package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// interruptible returns a program in WebAssembly that can be stopped while it runs: each loop counts down, and every
// loopsBetween turns the program writes a byte to its standard output. Where that fails, it traps. Who runs it looks
// at a context there.
//
//	loop ... end     becomes     loop  left--; if left == 0 { pause() }  ... end
//
// A function, pause, and a global, left, are added behind those that there are, so that no index changes. The runtime
// can stop programs by itself, but leaves the machine code at each turn of each loop for that.
func interruptible(program []byte) ([]byte, error) {
	sections, err := split(program)
	if err != nil {
		return nil, err
	}
	imports, err := readImports(sections.of(importSection))
	if err != nil {
		return nil, err
	}
	functions, types := sections.of(functionSection), sections.of(typeSection)
	if len(functions) == 0 || len(types) == 0 || len(sections.of(globalSection)) == 0 || len(sections.of(codeSection)) == 0 {
		return nil, errors.New("a section is missing")
	}
	defined, _, err := vector(functions)
	if err != nil {
		return nil, err
	}
	typeCount, _, err := vector(types)
	if err != nil {
		return nil, err
	}
	globals, _, err := vector(sections.of(globalSection))
	if err != nil {
		return nil, err
	}
	left, pause := imports.globals+globals, imports.functions+defined
	code, err := interruptibleCode(sections.of(codeSection), left, pause, imports.write)
	if err != nil {
		return nil, err
	}
	// The function takes nothing and returns nothing: its type is a new one, too.
	for id, more := range map[byte][]byte{
		typeSection:     {0x60, 0, 0},
		functionSection: binary.AppendUvarint(nil, uint64(typeCount)),
		globalSection:   append(appendSigned([]byte{0x7f, 1, i32Const}, loopsBetween), end),
	} {
		if sections[id], err = appended(sections.of(id), more); err != nil {
			return nil, err
		}
	}
	sections[codeSection] = code
	return sections.join(program), nil
}

// loopsBetween is how many turns of loops there are between two looks at the context: a millisecond, or less.
const loopsBetween = 1 << 14

// Sections of a module, by the WebAssembly Core Specification 2.0, 5.5.
const (
	typeSection     = 1
	importSection   = 2
	functionSection = 3
	globalSection   = 6
	exportSection   = 7
	startSection    = 8
	elementSection  = 9
	codeSection     = 10
)

// sections are the contents of the sections of a module.
type sections map[byte][]byte

func (s sections) of(id byte) []byte { return s[id] }

var errEnds = errors.New("the program ends within something")

// eachSection calls f with each section of a module.
func eachSection(program []byte, f func(id byte, content []byte)) error {
	if !bytes.HasPrefix(program, []byte("\x00asm\x01\x00\x00\x00")) {
		return errors.New("no WebAssembly of version 1")
	}
	for r := (reader{in: program, at: 8}); r.at < len(program); {
		id := r.byte()
		content := r.bytes(int(r.unsigned()))
		if r.failed != nil {
			return r.failed
		}
		f(id, content)
	}
	return nil
}

func split(program []byte) (sections, error) {
	s := sections{}
	err := eachSection(program, func(id byte, content []byte) {
		if id != 0 { // names and the like
			s[id] = content
		}
	})
	return s, err
}

// join writes the sections in the order in which program has them. Custom sections are left out: they say of places
// in the code what is no longer true.
func (s sections) join(program []byte) []byte {
	out := bytes.Clone(program[:8])
	_ = eachSection(program, func(id byte, _ []byte) { // it was read before
		if id != 0 {
			out = append(binary.AppendUvarint(append(out, id), uint64(len(s[id]))), s[id]...)
		}
	})
	return out
}

// vector reads the count of a vector, and returns what follows.
func vector(content []byte) (count uint32, rest []byte, err error) {
	r := reader{in: content}
	count = r.unsigned()
	return count, content[min(r.at, len(content)):], r.failed
}

// appended adds an element to a vector.
func appended(content, element []byte) ([]byte, error) {
	count, rest, err := vector(content)
	if err != nil {
		return nil, err
	}
	out := binary.AppendUvarint(nil, uint64(count)+1)
	return append(append(out, rest...), element...), nil
}

// imported is what a module imports.
type imported struct {
	functions, globals uint32 // how many
	write              uint32 // the function fd_write of WASI
}

func readImports(content []byte) (imported, error) {
	var all imported
	found := false
	r := reader{in: content}
	for range r.unsigned() {
		module, name := string(r.bytes(int(r.unsigned()))), string(r.bytes(int(r.unsigned())))
		switch kind := r.byte(); kind {
		case 0: // function
			r.unsigned()
			if module == "wasi_snapshot_preview1" && name == "fd_write" {
				all.write, found = all.functions, true
			}
			all.functions++
		case 1: // table
			r.byte()
			r.limits()
		case 2: // memory
			r.limits()
		case 3: // global
			r.bytes(2)
			all.globals++
		default:
			return all, fmt.Errorf("import of kind %d", kind)
		}
		if r.failed != nil {
			return all, r.failed
		}
	}
	if !found {
		return all, errors.New("fd_write is not imported")
	}
	return all, r.failed
}

// interruptibleCode returns the code section with a check at the head of each loop, and with the function pause.
func interruptibleCode(content []byte, left, pause, write uint32) ([]byte, error) {
	check := binary.AppendUvarint([]byte{globalGet}, uint64(left))
	check = binary.AppendUvarint(append(check, i32Const, 1, i32Sub, globalSet), uint64(left))
	check = binary.AppendUvarint(append(check, globalGet), uint64(left))
	check = binary.AppendUvarint(append(check, i32Eqz, ifBegin, noType, call), uint64(pause))
	check = append(check, end)

	r := reader{in: content}
	count := r.unsigned()
	out := binary.AppendUvarint(nil, uint64(count)+1)
	for i := range count {
		body, err := withChecks(r.bytes(int(r.unsigned())), check)
		if err = errors.Join(r.failed, err); err != nil {
			return nil, fmt.Errorf("function %d of the code: %w", i, err)
		}
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
	}
	body := pauseBody(left, write)
	return append(binary.AppendUvarint(out, uint64(len(body))), body...), nil
}

// scratch is where pause has its vector for fd_write, and what that returns: programs of Emscripten have nothing
// below 1024.
const scratch = 1000

// pauseBody is the code of pause: it begins to count anew, writes a byte, and traps where that fails.
func pauseBody(left, write uint32) []byte {
	number := func(out []byte, v int64) []byte { return appendSigned(append(out, i32Const), v) }
	store := func(out []byte, at, v int64) []byte { return append(number(number(out, at), v), i32Store, 2, 0) }
	out := number([]byte{0}, loopsBetween) // no variables
	out = binary.AppendUvarint(append(out, globalSet), uint64(left))
	out = store(store(out, scratch, scratch), scratch+4, 1)
	out = number(number(number(number(out, 1), scratch), 1), scratch+8)
	out = binary.AppendUvarint(append(out, call), uint64(write))
	return append(out, ifBegin, noType, unreachable, end, end)
}

// withChecks returns the body of a function with check at the head of each loop.
func withChecks(body, check []byte) ([]byte, error) {
	var out []byte
	copied := 0
	err := eachInstruction(body, func(opcode byte, _, behind int) {
		if opcode == loop {
			out = append(append(out, body[copied:behind]...), check...)
			copied = behind
		}
	})
	return append(out, body[copied:]...), err
}

// eachInstruction calls f with each instruction of the body of a function: where what follows its opcode begins, and
// where the next one does.
func eachInstruction(body []byte, f func(opcode byte, operands, behind int)) error {
	r := reader{in: body}
	for range r.unsigned() { // variables: how many, and their type
		r.unsigned()
		r.byte()
	}
	for depth := 1; depth > 0; {
		opcode := r.byte()
		switch opcode {
		case block, loop, ifBegin:
			depth++
		case end:
			depth--
		}
		operands := r.at
		if err := r.immediates(opcode); err != nil {
			return err
		}
		f(opcode, operands, r.at)
	}
	if r.at != len(body) {
		return errors.New("code behind the end")
	}
	return nil
}

// Opcodes, by the same, 5.4.
const (
	unreachable = 0x00
	block       = 0x02
	loop        = 0x03
	ifBegin     = 0x04
	end         = 0x0b
	call        = 0x10
	refFunc     = 0xd2
	globalGet   = 0x23
	globalSet   = 0x24
	i32Store    = 0x36
	i32Const    = 0x41
	i32Eqz      = 0x45
	i32Sub      = 0x6b
	noType      = 0x40 // the type of a block without parameters and results
)

// immediates reads past what follows an opcode.
func (r *reader) immediates(opcode byte) error {
	switch {
	case opcode <= 0x01, opcode == 0x05, opcode == end, opcode == 0x0f, opcode == 0x1a, opcode == 0x1b, opcode >= i32Eqz && opcode <= 0xc4, opcode == 0xd1:
		// nothing follows
	case opcode >= block && opcode <= ifBegin, opcode == i32Const, opcode == 0x42: // types of blocks are signed, as numbers are
		r.signed()
	case opcode == 0x0c, opcode == 0x0d, opcode == call, opcode >= 0x20 && opcode <= 0x26, opcode == 0x3f, opcode == 0x40, opcode == refFunc:
		r.unsigned()
	case opcode == 0x0e: // br_table
		for range r.unsigned() {
			r.unsigned()
		}
		r.unsigned()
	case opcode == 0x11, opcode >= 0x28 && opcode <= 0x3e: // call_indirect, memory
		r.unsigned()
		r.unsigned()
	case opcode == 0x1c: // select with types
		r.bytes(int(r.unsigned()))
	case opcode == 0x43:
		r.bytes(4)
	case opcode == 0x44:
		r.bytes(8)
	case opcode == 0xd0:
		r.byte()
	case opcode == 0xfc:
		return r.extended(r.unsigned())
	case opcode == 0xfd:
		return r.vectors(r.unsigned())
	default:
		return fmt.Errorf("opcode %#x", opcode)
	}
	return r.failed
}

// extended reads past what follows an opcode behind 0xfc: conversions, whole memories and tables.
func (r *reader) extended(opcode uint32) error {
	switch {
	case opcode <= 7:
	case opcode == 9 || opcode == 11 || opcode == 13 || opcode >= 15 && opcode <= 17:
		r.unsigned()
	case opcode == 8 || opcode == 10 || opcode == 12 || opcode == 14:
		r.unsigned()
		r.unsigned()
	default:
		return fmt.Errorf("opcode 0xfc %#x", opcode)
	}
	return r.failed
}

// vectors reads past what follows an opcode behind 0xfd: vectors of 128 bits.
func (r *reader) vectors(opcode uint32) error {
	switch {
	case opcode <= 11 || opcode == 92 || opcode == 93: // loads and stores
		r.unsigned()
		r.unsigned()
	case opcode == 12 || opcode == 13: // a constant, or the places of a shuffle
		r.bytes(16)
	case opcode >= 21 && opcode <= 34: // a lane
		r.byte()
	case opcode >= 84 && opcode <= 91: // loads and stores of a lane
		r.unsigned()
		r.unsigned()
		r.byte()
	case opcode > 0xff:
		return fmt.Errorf("opcode 0xfd %#x", opcode)
	}
	return r.failed
}

// reader reads the binary format. After a failure it returns zeros.
type reader struct {
	in     []byte
	at     int
	failed error
}

func (r *reader) bytes(n int) []byte {
	if r.failed != nil || n < 0 || n > len(r.in)-r.at {
		r.failed = errEnds
		return nil
	}
	r.at += n
	return r.in[r.at-n : r.at]
}

func (r *reader) byte() byte {
	if b := r.bytes(1); len(b) == 1 {
		return b[0]
	}
	return end // so that no code goes on for ever
}

func (r *reader) unsigned() uint32 {
	v, n := binary.Uvarint(r.in[r.at:])
	if r.failed != nil || n <= 0 || v > math.MaxUint32 {
		r.failed = errEnds
		return 0
	}
	r.at += n
	return uint32(v)
}

// signed reads past a signed number, of which nobody asks the value.
func (r *reader) signed() {
	for r.byte()&0x80 != 0 {
	}
}

// limits reads past the limits of a table or memory.
func (r *reader) limits() {
	if r.byte()&1 != 0 {
		r.unsigned()
	}
	r.unsigned()
}

// appendSigned appends a number in signed LEB128.
func appendSigned(out []byte, v int64) []byte {
	for {
		low := byte(v & 0x7f)
		v >>= 7
		if v == 0 && low&0x40 == 0 || v == -1 && low&0x40 != 0 {
			return append(out, low)
		}
		out = append(out, low|0x80)
	}
}
