import type { RateInput } from '../catalog/mod.ts'
import { isFault, ratioHalfUp, wireRate } from '../core/mod.ts'

/** The value of each currency in millionths of a US dollar, accurate enough for a demo. */
const DOLLAR_MILLIONTHS: Readonly<Record<string, bigint>> = {
  USD: 1_000_000n,
  EUR: 1_087_000n,
  GBP: 1_272_000n,
  JPY: 6_680n,
  KWD: 3_257_000n,
  AED: 272_300n,
  INR: 11_960n,
  BRL: 183_500n,
  CAD: 731_400n,
  AUD: 657_200n,
  PLN: 253_900n,
  SEK: 95_100n,
  CHF: 1_131_000n,
  MXN: 54_600n,
}

/** Returns the rates between all currencies of the demo, both ways, rounded to 8 decimals. */
export function demoRates(): RateInput[] {
  const worths = Object.entries(DOLLAR_MILLIONTHS)
  return worths.flatMap(([from, worth]) =>
    worths
      .filter(([to]) => to !== from)
      .map(([to, other]) => ({ from, to, rate: ratio(worth, other) })),
  )
}

function ratio(worth: bigint, other: bigint): number {
  const rate = ratioHalfUp(worth, other)
  if (isFault(rate)) throw new Error(`a rate of the demo ${rate.fault}`)
  return wireRate(rate)
}
