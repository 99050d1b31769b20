const [ZERO, ONE, NINE] = [0x30, 0x31, 0x39]

/** Returns a whole number, zero or more, as decimal digits in ASCII. */
export function digitsOf(value: number): Buffer {
  return Buffer.from(String(value))
}

/** Adds one to the digits in place. Returns them, or new bytes if there is one more digit. */
export function increment(digits: Buffer): Buffer {
  for (let at = digits.length - 1; at >= 0; at -= 1) {
    const digit = digits[at] ?? ZERO
    if (digit !== NINE) {
      digits[at] = digit + 1
      return digits
    }
    digits[at] = ZERO
  }
  const longer = Buffer.alloc(digits.length + 1, ZERO)
  longer[0] = ONE
  return longer
}
