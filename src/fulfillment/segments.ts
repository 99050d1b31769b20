import { blindsOfCards, type NewCards } from '../issuer/mod.ts'
import { encodeCodes, type Goods } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { LeasedBatch } from './batch.ts'

/** A part of the goods of a batch, ready to be stored. */
export interface Segment {
  readonly orderNo: number
  readonly batchNo: number
  readonly segmentNo: number
  readonly firstItemNo: number
  readonly quantity: number
  readonly sealed: Buffer | undefined
  /** Undefined for stock, whose block has the expiry. */
  readonly expiresMs: number | undefined
  readonly stock:
    | { readonly productId: number; readonly blockId: string; readonly first: number }
    | undefined
  /** The accounts of its codes, if merchants redeem them. */
  readonly cards?: NewCards | undefined
}

/** Returns the sealing context of codes: they open only for this order and batch. */
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

/** Seals the goods that a supplier has issued. */
export function sealGoods(vault: Vault, batch: RequestedBatch, goods: readonly Goods[]): Segment[] {
  const { partnerId, orderNo, batchNo } = batch.request
  let firstItemNo = batch.firstItemNo
  return goods.map((one, at) => {
    const place = { partnerId, orderNo, batchNo, segmentNo: at + 1 }
    const quantity = 'codes' in one ? one.codes.length : one.quantity
    const { sealed, cards } = sealOne(vault, one, { ...batch.request, ...place })
    const segment: Segment = {
      orderNo,
      batchNo,
      segmentNo: place.segmentNo,
      firstItemNo,
      quantity,
      sealed,
      expiresMs: 'codes' in one ? one.expiresMs : undefined,
      stock: 'stock' in one ? one.stock : undefined,
      cards,
    }
    firstItemNo += quantity
    return segment
  })
}

type Place = Parameters<typeof segmentContext>[0] & RequestedBatch['request']

/** Stock is sealed already, in its block. */
function sealOne(vault: Vault, goods: Goods, place: Place): Pick<Segment, 'sealed' | 'cards'> {
  if ('stock' in goods) return { sealed: undefined }
  const seal = (block: Buffer): Buffer => vault.seal('codes', segmentContext(place), block)
  if ('codes' in goods) return { sealed: seal(encodeCodes(goods.codes)) }
  if (goods.isRedeemable !== true) return { sealed: goods.sealWith(seal) }
  let blinds: Buffer = Buffer.alloc(0)
  const sealed = goods.sealWith((block) => {
    blinds = blindsOfCards(vault, block)
    return seal(block)
  })
  return { sealed, cards: { ...place, blinds } }
}
