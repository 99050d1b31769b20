import { listOrderCases } from '../../cases/mod.ts'
import { barcodeTypeOf } from '../../connectors/mod.ts'
import { readItems, readReplacements } from '../../fulfillment/mod.ts'
import { findOrderByNumber } from '../../orders/mod.ts'
import { decodeCodes } from '../../supply/mod.ts'
import type { Context } from '../context.ts'
import type { ShownCard } from './card-views.ts'

const FIRST = { first: 1, last: 1 }
const CASES = { page: 1, pageSize: 100 }

/** Opens the one code of an order of a link, or the code that has replaced it. */
export async function readCard(
  context: Context,
  partnerId: number,
  orderNo: number,
): Promise<ShownCard> {
  const order = await findOrderByNumber(context.db, { partnerId, orderNo })
  if (!order) throw new Error('an order of a link is gone')
  const { rows } = await listOrderCases(context.db, { ...order, ...CASES })
  const replaced = rows.filter(({ kind, state }) => kind === 'replace' && state === 'DONE')
  const [replacement] = (await readReplacements(context, order, replaced)).values()
  if (replacement) return replacement
  for await (const { codes, expiresMs } of readItems(context, order, FIRST)) {
    const [code] = decodeCodes(codes)
    if (!code) continue
    if (code.barCodeNumber === '') return { ...code, expiresMs }
    return { ...code, expiresMs, barcodeType: await barcodeTypeOf(context, order, code) }
  }
  throw new Error('an order of a link has no code')
}
