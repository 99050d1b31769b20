/** The leading digits of the cards of payment networks, and the lengths of their numbers. */
const NETWORKS: readonly { from: number; to: number; lengthMin: number; lengthMax: number }[] = [
  { from: 4, to: 4, lengthMin: 13, lengthMax: 19 }, // Visa
  { from: 51, to: 55, lengthMin: 16, lengthMax: 16 }, // Mastercard
  { from: 2221, to: 2720, lengthMin: 16, lengthMax: 16 },
  { from: 34, to: 34, lengthMin: 15, lengthMax: 15 }, // American Express
  { from: 37, to: 37, lengthMin: 15, lengthMax: 15 },
  { from: 300, to: 305, lengthMin: 14, lengthMax: 19 }, // Diners Club
  { from: 36, to: 36, lengthMin: 14, lengthMax: 19 },
  { from: 38, to: 39, lengthMin: 14, lengthMax: 19 },
  { from: 3528, to: 3589, lengthMin: 16, lengthMax: 19 }, // JCB
  { from: 6011, to: 6011, lengthMin: 16, lengthMax: 19 }, // Discover
  { from: 644, to: 659, lengthMin: 16, lengthMax: 19 },
  { from: 62, to: 62, lengthMin: 16, lengthMax: 19 }, // UnionPay
  { from: 2200, to: 2204, lengthMin: 16, lengthMax: 19 }, // Mir
  { from: 5018, to: 5018, lengthMin: 13, lengthMax: 19 }, // Maestro
  { from: 5020, to: 5020, lengthMin: 13, lengthMax: 19 },
  { from: 5038, to: 5038, lengthMin: 13, lengthMax: 19 },
  { from: 5893, to: 5893, lengthMin: 13, lengthMax: 19 },
  { from: 6304, to: 6304, lengthMin: 13, lengthMax: 19 },
  { from: 6759, to: 6763, lengthMin: 13, lengthMax: 19 },
]

/**
 * Returns true if this is the number of a payment card, with or without spaces and dashes: 13 to 19
 * digits in the range of a network, with a valid check digit. Storing such numbers would put the
 * whole service under PCI DSS. Closed gift card schemes have numbers outside of these ranges.
 */
export function isPaymentCardNumber(text: string): boolean {
  if (!/^[0-9][0-9 -]{11,}[0-9]$/.test(text)) return false
  const digits = text.replaceAll(/[ -]/g, '')
  return digits.length <= 19 && isOfNetwork(digits) && hasLuhnCheckDigit(digits)
}

function isOfNetwork(digits: string): boolean {
  return NETWORKS.some(({ from, to, lengthMin, lengthMax }) => {
    const leading = Number(digits.slice(0, String(from).length))
    const isLength = digits.length >= lengthMin && digits.length <= lengthMax
    return isLength && leading >= from && leading <= to
  })
}

function hasLuhnCheckDigit(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits.at(-1 - i))
    const weighted = i % 2 === 0 ? digit : digit * 2
    sum += weighted > 9 ? weighted - 9 : weighted
  }
  return sum % 10 === 0
}
