import { minorUnits } from '../../../src/core/mod.ts'
import type { WriteKind } from '../../../src/ledger/mod.ts'
import { createOrderWrites } from '../../../src/orders/mod.ts'
import type { ActOf } from '../../oracle/acts.ts'
import { BATCH_UNITS } from '../../oracle/facts.ts'
import { clientOf, HASHES } from './fast-consumers.ts'

/** One kind for all partners, as the service has. Only its decisions are used. */
export const ORDER_WRITES = createOrderWrites({
  catalog: undefined as never,
  stockSupplier: 'vault',
  batchUnitsMax: BATCH_UNITS,
  linesPerOrderMax: 100,
  unitsPerOrderMax: 1_000,
  findRecipientWallets: () => Promise.reject(new Error('no line credits a wallet')),
  vault: HASHES,
})

export const SPEND_LIMIT: WriteKind<ActOf<'spend limit'>, undefined, object> = {
  name: 'spend limit',
  load: () => Promise.resolve(undefined),
  decide(book, _state, { by, code: currency, period, amount }) {
    const clientId = by === undefined ? undefined : clientOf(by)
    const limit = amount === 0 ? null : minorUnits(BigInt(amount))
    const change = period === 'day' ? { perDayMinor: limit } : { perMonthMinor: limit }
    return book.spendLimits.change({ clientId, currency, ...change }, book.now)
  },
  save() {},
}
