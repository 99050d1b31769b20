import type { Caller, List } from './caller.ts'
import { csvRows } from './csv.ts'
import { TesseraError } from './errors.ts'
import type * as Api from './operations.ts'
import type { CallOptions } from './sender.ts'

type Query<Id extends keyof Api.Operations> = Api.Operations[Id]['query']

/** A row of an order's CSV. */
export interface ItemRow {
  readonly itemNo: number
  readonly productId: number
  readonly brand: string
  readonly currency: string
  readonly faceValue: number
  readonly cardIdentifier: string
  readonly giftCardNumber: string
  readonly giftCardPin: string
  readonly barCodeNumber: string
  readonly redemptionUrl: string
}

export interface WaitOptions {
  /**
   * Ends the wait, not the order: a TesseraError with the code ABORTED is thrown, whose `cause` is
   * the reason of the signal, such as the DOMException `TimeoutError` of `AbortSignal.timeout`.
   */
  readonly signal?: AbortSignal
  /** Receives the order in each new status: ON_HOLD and OUT_OF_STOCK can last for days. */
  readonly onStatus?: (order: Api.Order) => void
}

export type FinishedOrder = Api.Order & { readonly status: 'COMPLETED' | 'CANCELLED' }

const POLL_MS = 3_000
const POLL_JITTER_MS = 2_000
/** The shortest pause between two attempts, also of a poll that failed. */
const POLL_MS_MIN = 1_000
const NUMBERS = ['itemNo', 'productId', 'faceValue']

export class Orders {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /**
   * Places an order with an Idempotency-Key that all attempts share and that each error contains.
   *
   * @example
   * const items = [{ productId: 1, amount: 25, quantity: 2 }]
   * const { id } = await tessera.orders.create({ clientReference: 'o-1', currency: 'USD', items })
   */
  create(order: Api.NewOrder, options?: CallOptions) {
    return this.#caller.call('createOrder', { body: order }, options)
  }

  /**
   * Asks a person to approve an order, with an Idempotency-Key that all attempts share.
   *
   * @example
   * const items = [{ productId: 1, amount: 25, quantity: 2 }]
   * const draft = { clientReference: 'o-2', currency: 'USD', items }
   * const { draftId } = await tessera.orders.createDraft(draft)
   */
  createDraft(draft: Api.NewDraft, options?: CallOptions) {
    return this.#caller.call('createDraft', { body: draft }, options)
  }

  /**
   * Returns a draft: an order that waits for an approval, or its outcome.
   *
   * @example
   * const { state, orderId } = await tessera.orders.getDraft(id)
   */
  getDraft(draftId: string, options?: CallOptions) {
    return this.#caller.call('getDraft', { path: { draftId } }, options)
  }

  /**
   * Lists orders, newest first.
   *
   * @example
   * for await (const order of tessera.orders.list({ status: 'ON_HOLD' })) console.log(order.id)
   */
  list(query: Query<'listOrders'> = {}, options?: CallOptions) {
    return this.#caller.list('listOrders', { query }, options)
  }

  /**
   * Returns an order.
   *
   * @example
   * const { status } = await tessera.orders.get(id)
   */
  get(orderId: string, options?: CallOptions) {
    return this.#caller.call('getOrder', { path: { orderId } }, options)
  }

  /**
   * Lists the codes of a completed order.
   *
   * @example
   * for await (const item of tessera.orders.items(id)) console.log(item.giftCardNumber)
   */
  items(orderId: string, query: Query<'listItems'> = {}, options?: CallOptions) {
    // Without a page, the service returns all codes at once.
    const paged = { ...query, page: query.page ?? 1 }
    return this.#caller.list('listItems', { path: { orderId }, query: paged }, options)
  }

  /**
   * Lists the batches of an order.
   *
   * @example
   * for await (const { status } of tessera.orders.fulfillments(id)) console.log(status)
   */
  fulfillments(orderId: string, query: Query<'listFulfillments'> = {}, options?: CallOptions) {
    return this.#caller.list('listFulfillments', { path: { orderId }, query }, options)
  }

  /**
   * Lists the cases of an order, newest first.
   *
   * @example
   * for await (const { state } of tessera.orders.cases(id)) console.log(state)
   */
  cases(orderId: string, query: Query<'listOwnCases'> = {}, options?: CallOptions): List<Api.Case> {
    return this.#caller.list('listOwnCases', { path: { orderId }, query }, options)
  }

  /**
   * Requests a case for one item, with an Idempotency-Key that all attempts share.
   *
   * @example
   * await tessera.orders.requestCase(id, { itemNo: 1, kind: 'refund', reason: 'code is used' })
   */
  requestCase(orderId: string, body: Api.NewCase, options?: CallOptions) {
    return this.#caller.call('requestCase', { path: { orderId }, body }, options)
  }

  /**
   * Returns a pre-signed link to the CSV of a completed order.
   *
   * @example
   * const { downloadUrl, expiresAt } = await tessera.orders.export(id)
   */
  export(orderId: string, options?: CallOptions) {
    return this.#caller.call('exportOrder', { path: { orderId } }, options)
  }

  /**
   * Yields the rows of the CSV of a completed order as they arrive, in constant memory. Throws
   * CONNECTION_FAILED after the last row if the order has another number of items.
   *
   * @example
   * for await (const row of tessera.orders.rows(id)) console.log(row.itemNo, row.giftCardNumber)
   */
  async *rows(orderId: string, options: CallOptions = {}): AsyncGenerator<ItemRow> {
    const { sender } = this.#caller
    const { downloadUrl } = await this.export(orderId, options)
    const itemCount = await this.#itemCount(orderId, options)
    const { body } = await sender.download(downloadUrl, options.signal)
    let names: readonly string[] | undefined
    let count = 0
    try {
      for await (const values of csvRows(body)) {
        if (names) {
          yield rowOf(names, values)
          count += 1
        }
        names ??= values
      }
      if (itemCount !== undefined && count !== itemCount)
        throw new Error(`the CSV has ${count} of ${itemCount} rows`)
    } catch (error) {
      throw sender.brokenOff(error, options.signal)
    }
  }

  /** Returns undefined if the credential may read the codes but not the order. */
  async #itemCount(orderId: string, options: CallOptions): Promise<number | undefined> {
    try {
      return (await this.get(orderId, options)).itemCount
    } catch (error) {
      if (error instanceof TesseraError && error.kind === 'permission_missing') return undefined
      throw error
    }
  }

  /**
   * Polls every 3 to 5 seconds until the order is COMPLETED or CANCELLED, and returns it.
   *
   * @example
   * const signal = AbortSignal.timeout(60_000)
   * const { status } = await tessera.orders.waitForCompletion(id, { signal, onStatus: console.log })
   */
  async waitForCompletion(
    orderId: string,
    { signal, onStatus }: WaitOptions = {},
  ): Promise<FinishedOrder> {
    for (let last: string | undefined; ;) {
      const options = { pauseMsMin: POLL_MS_MIN, ...(signal && { signal }) }
      const order = await this.#caller.call('getOrder', { path: { orderId } }, options)
      if (order.status !== last) onStatus?.(order)
      if (isFinished(order)) return order
      last = order.status
      await this.#caller.sender.pause(POLL_MS + Math.random() * POLL_JITTER_MS, signal)
    }
  }
}

function rowOf(names: readonly string[], values: readonly string[]): ItemRow {
  if (values.length !== names.length) throw new Error('a row of the CSV is not whole')
  const cells = names.map((name, at): [string, string | number] => {
    const value = values[at] ?? ''
    return [name, NUMBERS.includes(name) ? Number(value) : value]
  })
  return Object.fromEntries(cells) as unknown as ItemRow
}

function isFinished(order: Api.Order): order is FinishedOrder {
  return order.status === 'COMPLETED' || order.status === 'CANCELLED'
}
