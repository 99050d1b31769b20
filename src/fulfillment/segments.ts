import { encodeCodes, type Goods } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { LeasedBatch } from './batch.ts'

/** Part of what a batch was issued, ready to be stored. */
export interface Segment {
  readonly orderNo: number
  readonly batchNo: number
  readonly segmentNo: number
  readonly firstItemNo: number
  readonly quantity: number
  readonly sealed: Buffer | undefined
  readonly stock:
    | { readonly productId: number; readonly blockId: string; readonly first: number }
    | undefined
}

/** Binds sealed codes to their place: moved to another order or batch they do not open. */
export function segmentContext(segment: {
  partnerId: number
  orderNo: number
  batchNo: number
  segmentNo: number
}): string {
  return `issued:${segment.partnerId}:${segment.orderNo}:${segment.batchNo}:${segment.segmentNo}`
}

/** A batch as its supplier is asked for it, and the number of its first item. */
export type AskedBatch = Pick<LeasedBatch, 'request' | 'firstItemNo'>

/** Seals what a supplier issued, before it comes anywhere near the database. */
export function sealGoods(vault: Vault, batch: AskedBatch, goods: readonly Goods[]): Segment[] {
  const { partnerId, orderNo, batchNo } = batch.request
  let firstItemNo = batch.firstItemNo
  return goods.map((one, at) => {
    const place = { partnerId, orderNo, batchNo, segmentNo: at + 1 }
    const quantity = 'codes' in one ? one.codes.length : one.quantity
    const segment: Segment = {
      orderNo,
      batchNo,
      segmentNo: place.segmentNo,
      firstItemNo,
      quantity,
      sealed: sealOne(one, (block) => vault.seal('codes', segmentContext(place), block)),
      stock: 'stock' in one ? one.stock : undefined,
    }
    firstItemNo += quantity
    return segment
  })
}

/** What comes from stock is sealed already, where it is. */
function sealOne(goods: Goods, seal: (block: Buffer) => Buffer): Buffer | undefined {
  if ('stock' in goods) return undefined
  return 'sealWith' in goods ? goods.sealWith(seal) : seal(encodeCodes(goods.codes))
}
