import type { Decimal } from './format.ts'

/** Returns the exact sum of amounts. */
export function sumOf(amounts: readonly (number | Decimal)[]): Decimal {
  const texts = amounts.map(String)
  const decimals = Math.max(0, ...texts.map((text) => (text.split('.')[1] ?? '').length))
  const total = texts.reduce((sum, text) => sum + scaled(text, decimals), 0n)
  const digits = String(total < 0n ? -total : total).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${total < 0n ? '-' : ''}${whole}${fraction}` as Decimal
}

/** Returns what is left of a balance, below 0 if it is too small; undefined without an amount. */
export function leftOf(balance: number, amount: unknown): Decimal | undefined {
  if (typeof amount !== 'number' || !(amount > 0)) return undefined
  return sumOf([balance, -amount])
}

/** Returns an amount as an integer: scaled by 10^`decimals`. */
export function scaled(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}
