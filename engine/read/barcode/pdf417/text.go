package pdf417

import (
	"math/big"
	"slices"
	"strings"

	"github.com/makiuchi-d/gozxing/common"
	"golang.org/x/text/encoding"
)

// Codewords that control the decoder.
const (
	textMode      = 900
	byteMode      = 901
	numberMode    = 902
	oneByte       = 913
	readerSetup   = 921
	byteSixesMode = 924 // the number of bytes is a multiple of six
	userECI       = 925
	generalECI    = 926
	charsetECI    = 927
	macroControl  = 928
)

// alphabets are the characters of text compaction: upper, lower, mixed, punctuation. Bytes from 0x80 on change to the
// alphabet in their lowest bits, those from 0xc0 on for one character.
const (
	alphabets = "ABCDEFGHIJKLMNOPQRSTUVWXYZ \x81\x82\xc3" + "abcdefghijklmnopqrstuvwxyz \xc0\x82\xc3" +
		"0123456789&\r\t,:#-.$/+%*=^\x83 \x81\x80\xc3" + ";<>@[\\]_`~!\r\t,:\n-.$/\"|*()?{}'\x80"
	alphabetSize = 30
)

// decoder decodes codewords.
type decoder struct {
	text     strings.Builder
	charset  encoding.Encoding
	bytes    []byte // not yet in the text
	mode     int
	alphabet byte
}

// Decode returns the text of data codewords, without their number. It leaves out the blocks by which several codes
// make one file (macro PDF417). ok is false if the codewords do not follow the standard.
func Decode(words []int) (text string, ok bool) {
	const latin1 = 3
	d := &decoder{mode: textMode}
	for ok = d.setCharset(latin1); ok && len(words) > 0 && words[0] != macroControl; {
		count := slices.IndexFunc(words, func(w int) bool { return w < 0 || w >= textMode })
		if count < 0 {
			count = len(words)
		}
		switch words[0] {
		case textMode, byteMode, numberMode, byteSixesMode, readerSetup:
			count = 1
		case oneByte, userECI, charsetECI:
			count = 2
		case generalECI:
			count = 3
		}
		if ok = count > 0 && count <= len(words) && d.add(words[:count]); ok {
			words = words[count:]
		}
	}
	ok = ok && d.flush()
	return d.text.String(), ok
}

// add decodes data, or executes a control codeword with its parameters.
func (d *decoder) add(words []int) bool {
	switch w := words[0]; {
	case w == charsetECI:
		return d.setCharset(words[1])
	case w == oneByte:
		return d.addBytes(words[1:])
	case w == userECI, w == generalECI, w == readerSetup:
	case w >= textMode:
		d.mode, d.alphabet = w, 0
	case d.mode == textMode:
		d.addText(words)
	case d.mode == numberMode:
		return d.addNumbers(words)
	default:
		return d.addSixes(words)
	}
	return true
}

// setCharset chooses the character set by its ECI number.
func (d *decoder) setCharset(number int) bool {
	set, err := common.GetCharacterSetECIByValue(number)
	if err != nil || set == nil || set.GetCharset() == nil || !d.flush() {
		return false
	}
	d.charset = set.GetCharset()
	return true
}

// flush decodes the bytes that are not yet in the text.
func (d *decoder) flush() bool {
	if len(d.bytes) == 0 {
		return true
	}
	text, err := d.charset.NewDecoder().Bytes(d.bytes)
	d.text.Write(text)
	d.bytes = nil
	return err == nil
}

// addText adds text compaction: two characters in a codeword. A change for one character is padding at the end.
func (d *decoder) addText(words []int) {
	const change, once, number = 0x80, 0x40, 3
	alphabet := d.alphabet
	for i := range 2 * len(words) {
		n := words[i/2] / alphabetSize
		if i%2 == 1 {
			n = words[i/2] % alphabetSize
		}
		char := alphabets[int(alphabet)*alphabetSize+n]
		if alphabet = d.alphabet; char < change {
			d.bytes = append(d.bytes, char)
		} else if alphabet = char & number; char&once == 0 {
			d.alphabet = alphabet
		}
	}
}

// addBytes adds one byte for each codeword.
func (d *decoder) addBytes(words []int) bool {
	for _, w := range words {
		if w < 0 || w > 0xff {
			return false
		}
		d.bytes = append(d.bytes, byte(w))
	}
	return true
}

// addSixes adds byte compaction: five codewords are six bytes, and in byteMode each of the last ones is a byte.
func (d *decoder) addSixes(words []int) bool {
	const five, base = 5, 900
	for len(words) > five || len(words) == five && d.mode == byteSixesMode {
		value := 0
		for _, w := range words[:five] {
			value = value*base + w
		}
		for shift := 40; shift >= 0; shift -= 8 {
			d.bytes = append(d.bytes, byte(value>>shift))
		}
		words = words[five:]
	}
	return d.addBytes(words)
}

// addNumbers adds numeric compaction: up to 15 codewords are a number whose first digit, 1, is left out.
func (d *decoder) addNumbers(words []int) bool {
	const group, base = 15, 900
	for part := range slices.Chunk(words, group) {
		value := new(big.Int)
		for _, w := range part {
			value.Mul(value, big.NewInt(base)).Add(value, big.NewInt(int64(w)))
		}
		digits := value.String()
		if digits[0] != '1' {
			return false
		}
		d.bytes = append(d.bytes, digits[1:]...)
	}
	return true
}
