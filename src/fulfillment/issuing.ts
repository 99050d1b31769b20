import assert from 'node:assert/strict'
import type { Writer } from '../db/mod.ts'
import type { Issuing, NewBatch } from '../orders/mod.ts'
import type { IssueRequest, Supplier } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Suppliers } from './account.ts'
import { insertPieces, sealGoods, type Piece } from './pieces.ts'

/** Of all orders of a group: it holds the partner's book while they are made and sealed. */
const ISSUED_UNITS_MAX = 1_000
/** A seal costs as much as dozens of units; as many as a group has writes, most of one batch. */
const ISSUED_BATCHES_MAX = 512

interface IssuingContext {
  readonly suppliers: Suppliers
  readonly vault: Vault
  /** The order waits for a worker then, as do those behind it in its group. */
  onFault(error: unknown): void
}

/** Issues new orders of one partner in the transaction that accepts them; see `Issuing`. */
export class IssuingAtOnce implements Issuing {
  readonly #context: IssuingContext
  readonly #partnerId: number
  readonly #pieces: Piece[] = []
  #units = 0
  #batches = 0
  #isFaulty = false

  constructor(context: IssuingContext, partnerId: number) {
    this.#context = context
    this.#partnerId = partnerId
  }

  issue(batches: readonly NewBatch[]): boolean {
    const units = batches.reduce((sum, { quantity }) => sum + quantity, 0)
    if (this.#isFaulty || !this.#hasRoomFor(units, batches.length)) return false
    if (!batches.every((batch) => this.#canIssue(batch))) return false
    try {
      this.#pieces.push(...batches.flatMap((one) => this.#issueOne(one)))
    } catch (error) {
      this.#isFaulty = true
      this.#context.onFault(error)
      return false
    }
    this.#units += units
    this.#batches += batches.length
    return true
  }

  save(tx: Writer): void {
    if (this.#pieces.length > 0) tx.write(insertPieces(this.#partnerId, this.#pieces))
  }

  #hasRoomFor(units: number, batches: number): boolean {
    const hasUnits = this.#units + units <= ISSUED_UNITS_MAX
    return hasUnits && this.#batches + batches <= ISSUED_BATCHES_MAX
  }

  #canIssue(batch: NewBatch): boolean {
    return this.#supplierOf(batch)?.issueNow !== undefined
  }

  #issueOne(batch: NewBatch): Piece[] {
    const supplier = this.#supplierOf(batch)
    assert(supplier?.issueNow, 'nothing is made unless all suppliers of an order can issue now')
    const request = requestOf(this.#partnerId, batch)
    const { firstItemNo } = batch
    const goods = supplier.issueNow(request)
    return sealGoods(this.#context.vault, { request, firstItemNo }, goods)
  }

  #supplierOf({ line }: NewBatch): Supplier | undefined {
    return this.#context.suppliers[line.priced.product.supplier]
  }
}

function requestOf(partnerId: number, { line, batchNo, quantity }: NewBatch): IssueRequest {
  const { product, faceValueMinor, recipient } = line.priced
  return {
    partnerId,
    orderNo: line.orderNo,
    batchNo,
    productId: product.productId,
    currency: product.currency.code,
    faceValueMinor,
    quantity,
    recipient,
    settings: product.supplierSettings,
  }
}
