import { minorUnits } from '../../src/core/mod.ts'
import type { AnyWriteKind } from '../../src/ledger/mod.ts'
import type { Write } from '../../src/ledger/group.ts'

/** The plainest kind: the input is how many minor units of USD come into the funds. */
export const plain: AnyWriteKind = {
  name: 'plain',
  load: () => Promise.resolve(undefined),
  decide(book, _state, input) {
    const [debit, credit] = [book.chart('deposits', 'USD'), book.chart('funds', 'USD')]
    return book.post({ code: 'deposit', debit, credit, amount: minorUnits(BigInt(Number(input))) })
  },
  save: () => undefined,
}

/** A write whose caller does not listen, unless `of` says so. */
export function aWrite(of: Partial<Write> = {}): Write {
  const settled = { resolve: ignore, reject: ignore }
  return { kind: plain, input: 1, weight: 1, origin: undefined, ...settled, ...of }
}

function ignore(): void {}
