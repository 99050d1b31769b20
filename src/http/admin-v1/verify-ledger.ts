import { Type } from 'typebox'
import { inTurn } from '../../core/mod.ts'
import { compareStock } from '../../inventory/mod.ts'
import { verify } from '../../ledger/mod.ts'
import { compareOrders } from '../../orders/mod.ts'
import { respondKeptAlive } from '../keep-alive-response.ts'
import { operatorRoute } from '../route.ts'

/** Amounts are whole minor units, as text: what differs may not be an amount at all. */
export const DifferenceShape = Type.Object({
  partnerId: Type.Integer(),
  currency: Type.String(),
  account: Type.String(),
  field: Type.String(),
  stored: Type.String(),
  recomputed: Type.String(),
})

const Verification = Type.Object({
  balanced: Type.Boolean(),
  partners: Type.Integer(),
  accounts: Type.Integer(),
  transfers: Type.Integer(),
  differences: Type.Array(DifferenceShape),
})

/**
 * Recomputes every balance of every book from its transfers, and compares its orders with it: what
 * is held back, what was charged, how many wait for money. Then proves stock: no code is lost, in
 * two ranges, or issued twice. Responds when it is done, which takes long for many transfers; then
 * `POST /admin/v1/ledger/verifications` serves better. A process does one at a time, and ends one
 * whose client has gone.
 */
export const verifyLedger = operatorRoute('GET /admin/v1/ledger/verify', {
  answer: Type.Object({ data: Verification }),
  handle(_call, { db }) {
    const gone = new AbortController()
    const options = {
      compare: compareOrders,
      compareShared: (signal?: AbortSignal) => compareStock(db, signal),
      signal: gone.signal,
    }
    const work = inTurn(db, async () => ({ data: await verify(db, options) }))
    return respondKeptAlive(work, () => gone.abort())
  },
})
