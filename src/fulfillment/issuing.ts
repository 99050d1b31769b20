import type { Writer } from '../db/mod.ts'
import type { Issuing, NewBatch } from '../orders/mod.ts'
import type { IssueRequest, Supplier } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Suppliers } from './account.ts'
import { insertPieces, sealGoods, type Piece } from './pieces.ts'

/** Of all orders of a group: it holds the partner's book while they are made and sealed. */
const UNITS_MAX = 1_000

interface IssuingContext {
  readonly suppliers: Suppliers
  readonly vault: Vault
  /** The order waits for a worker then. */
  onFault(error: unknown): void
}

/** Issues new orders of one partner in the transaction that accepts them; see `Issuing`. */
export class IssuingAtOnce implements Issuing {
  readonly #context: IssuingContext
  readonly #partnerId: number
  readonly #pieces: Piece[] = []
  #units = 0

  constructor(context: IssuingContext, partnerId: number) {
    this.#context = context
    this.#partnerId = partnerId
  }

  issue(batches: readonly NewBatch[]): boolean {
    const units = batches.reduce((sum, { quantity }) => sum + quantity, 0)
    if (this.#units + units > UNITS_MAX) return false
    try {
      const pieces = this.#issueAll(batches)
      if (!pieces) return false
      this.#units += units
      this.#pieces.push(...pieces)
      return true
    } catch (error) {
      this.#context.onFault(error)
      return false
    }
  }

  save(tx: Writer): void {
    if (this.#pieces.length > 0) tx.write(insertPieces(this.#partnerId, this.#pieces))
  }

  /** Undefined where a supplier of theirs cannot. */
  #issueAll(batches: readonly NewBatch[]): Piece[] | undefined {
    const pieces: Piece[] = []
    for (const batch of batches) {
      const supplier = this.#supplierOf(batch)
      if (!supplier?.issueNow) return undefined
      const request = requestOf(this.#partnerId, batch)
      const { firstItemNo } = batch
      const goods = supplier.issueNow(request)
      pieces.push(...sealGoods(this.#context.vault, { request, firstItemNo }, goods))
    }
    return pieces
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
