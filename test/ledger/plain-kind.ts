import { minorUnits } from '../../src/core/mod.ts'
import type { AnyWriteKind } from '../../src/ledger/mod.ts'
import type { Write } from '../../src/ledger/group.ts'

/** The simplest kind: its input is the number of minor units of USD that the funds get. */
export const plain: AnyWriteKind = {
  name: 'plain',
  load: () => Promise.resolve(undefined),
  decide(book, _state, input) {
    const [debit, credit] = [book.chart('deposits', 'USD'), book.chart('funds', 'USD')]
    return book.post({ code: 'deposit', debit, credit, amount: minorUnits(BigInt(Number(input))) })
  },
  save: () => undefined,
}

/** Returns a write. By default, its caller ignores the outcome. */
export function aWrite(fields: Partial<Write> = {}): Write {
  const listeners = { resolve: ignore, reject: ignore }
  return { kind: plain, input: 1, weight: 1, origin: undefined, ...listeners, ...fields }
}

function ignore(): void {}
