import type { Code, UnsealedGoods } from './port.ts'

/** A code, and the instant from which it is no longer valid, if that is known. */
export interface DatedCode {
  readonly code: Code
  readonly expiresMs: number | undefined
}

/** Returns codes as goods, one for each run of codes that expire at one instant. */
export function goodsOfDated(dated: readonly DatedCode[]): UnsealedGoods[] {
  const goods: { codes: Code[]; expiresMs: number | undefined }[] = []
  for (const { code, expiresMs } of dated) {
    const last = goods.at(-1)
    if (last && last.expiresMs === expiresMs) last.codes.push(code)
    else goods.push({ codes: [code], expiresMs })
  }
  return goods
}
