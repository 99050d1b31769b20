/** The decimal places with which amounts of suppliers are computed. Suppliers send fewer. */
export const PLACES = 12

/** Returns decimal text as an integer of 10^-12. */
export function scaledOf(text: string): bigint {
  const isNegative = text.startsWith('-')
  const [whole = '0', decimals = ''] = text.replace('-', '').split('.')
  const value = BigInt(whole + decimals.slice(0, PLACES).padEnd(PLACES, '0'))
  return isNegative ? -value : value
}

/** Returns an integer of 10^-12 as decimal text without zeros at its end. */
export function decimalText(scaled: bigint): string {
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(PLACES + 1, '0')
  const text = `${digits.slice(0, -PLACES)}.${digits.slice(-PLACES)}`.replace(/\.?0+$/, '')
  return scaled < 0n ? `-${text}` : text
}

/** Returns decimal text in minor units of a currency, rounded half up. */
export function minorOf(text: string, { exponent }: { readonly exponent: number }): bigint {
  const unit = 10n ** BigInt(PLACES - exponent)
  return (scaledOf(text) + unit / 2n) / unit
}

/** Moves the point: `0.05` is 5 percent. No double is involved. */
export function percentOf(fraction: string | undefined): string | undefined {
  const [, whole = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(fraction ?? '') ?? []
  if (whole === '') return undefined
  const digits = decimals.padEnd(2, '0')
  const text = `${whole}${digits.slice(0, 2)}.${digits.slice(2)}`
  return text.replace(/^0+(?=\d)/, '').replace(/\.?0*$/, '')
}
