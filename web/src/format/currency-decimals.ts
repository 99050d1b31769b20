/** Currencies whose minor unit is not a hundredth, by their decimals (ISO 4217). */
const OTHERS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}
const USUAL = 2

const decimals = new Map(
  Object.entries(OTHERS).flatMap(([count, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(count)]),
  ),
)

/** Returns the decimals of amounts of a currency. Browsers disagree with ISO 4217 about some. */
export function decimalsOf(currency: string): number {
  return decimals.get(currency) ?? USUAL
}
