import { type Decimal } from './format.ts'
import { LOCALE } from './locale.ts'
import { scaled } from './sum.ts'

const changes = new Intl.NumberFormat(LOCALE, { style: 'percent', signDisplay: 'exceptZero' })

/** Returns by how much an amount changed, such as "+29%"; undefined if it was zero before. */
export function changeOf(now: number | Decimal, before: number | Decimal): string | undefined {
  const texts = [String(now), String(before)] as const
  const decimals = Math.max(...texts.map((text) => (text.split('.')[1] ?? '').length))
  const [present, past] = [scaled(texts[0], decimals), scaled(texts[1], decimals)]
  if (past === 0n) return undefined
  const size = past < 0n ? -past : past
  // The fraction is shown in whole percent, for which a double suffices.
  const change = Number(((present - past) * 10_000n) / size) / 10_000
  return changes.format(change).replace('-', '\u2212')
}
