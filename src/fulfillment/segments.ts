import { encodeCodes, type Goods } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { LeasedBatch } from './batch.ts'

/** A part of what a batch was issued, ready to be stored. */
export interface Segment {
  readonly orderNo: number
  readonly batchNo: number
  readonly segmentNo: number
  readonly firstItemNo: number
  readonly quantity: number
  readonly sealed: Buffer | undefined
  /** Of stock, its block has it. */
  readonly expiresMs: number | undefined
  readonly stock:
    | { readonly productId: number; readonly blockId: string; readonly first: number }
    | undefined
}

/** Returns what sealed codes are bound to: they do not open in another order or batch. */
export function segmentContext(segment: {
  partnerId: number
  orderNo: number
  batchNo: number
  segmentNo: number
}): string {
  return `issued:${segment.partnerId}:${segment.orderNo}:${segment.batchNo}:${segment.segmentNo}`
}

/** The request for a batch, and the number of its first item. */
export type RequestedBatch = Pick<LeasedBatch, 'request' | 'firstItemNo'>

/** Seals what a supplier issued. */
export function sealGoods(vault: Vault, batch: RequestedBatch, goods: readonly Goods[]): Segment[] {
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
      expiresMs: 'codes' in one ? one.expiresMs : undefined,
      stock: 'stock' in one ? one.stock : undefined,
    }
    firstItemNo += quantity
    return segment
  })
}

/** Stock is sealed already, in its block. */
function sealOne(goods: Goods, seal: (block: Buffer) => Buffer): Buffer | undefined {
  if ('stock' in goods) return undefined
  return 'sealWith' in goods ? goods.sealWith(seal) : seal(encodeCodes(goods.codes))
}
