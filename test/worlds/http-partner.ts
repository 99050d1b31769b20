import type { Act, Answer } from '../oracle/acts.ts'
import type { View } from '../oracle/view.ts'
import type { Json } from '../support/client.ts'
import { answerOf, sendAct, type PlaceOf, type Sender } from './http-acts.ts'
import { dataOf, type Partner, type RunningService } from '../support/service.ts'

/** The transfers that moved the funds; the others are holds. */
const MOVEMENTS = new Set([
  'deposit',
  'reversal',
  'order_charge',
  'wallet_credit',
  'wallet_debit',
  'initial_funds',
  'case_refund',
])

type Ids = Record<Parameters<PlaceOf>[0], readonly (string | number)[]>

/** One partner of a service over HTTP, and the operator of it. */
export class HttpPartner {
  readonly #service: RunningService
  readonly #partner: Partner
  readonly #sender: Sender
  /** Ids in the order of their creation. */
  readonly #ids: Ids = { deposit: [], order: [], case: [], wallet: [], consumer: [], campaign: [] }
  readonly #codes: Pick<Record<keyof Ids, readonly Json[]>, 'order' | 'wallet'> = {
    order: [],
    wallet: [],
  }

  private constructor(
    service: RunningService,
    partner: Partner,
    of: Pick<Sender, 'client' | 'productIds'>,
  ) {
    this.#service = service
    this.#partner = partner
    const { admin } = service
    this.#sender = {
      ...of,
      partnerId: partner.partnerId,
      operate: (method, path, body) =>
        method === 'PUT' ? admin.put(path, body) : admin.post(path, body),
      idOf: (thing, at) => this.#ids[thing][at],
      codeOf: (thing, at) => this.#codes[thing][at] ?? 'USD',
    }
  }

  static async open(service: RunningService, productIds: readonly number[]): Promise<HttpPartner> {
    const partner = await service.newPartner()
    const other = await partner.issue()
    const client = (by: number) => (by === 0 ? partner : other)
    return new HttpPartner(service, partner, { client, productIds })
  }

  get partnerId(): number {
    return this.#partner.partnerId
  }

  /** Does the acts at once, and names the new things by their places. */
  async take(acts: readonly Act[]): Promise<Answer[]> {
    const replies = await Promise.all(acts.map((act) => sendAct(act, this.#sender)))
    for (const [at, { status, body }] of replies.entries()) {
      if (status < 300) this.#recordId(acts[at]?.act, body.data)
    }
    await this.#readThings()
    const placeOf: PlaceOf = (thing, id) => this.#ids[thing].indexOf(id)
    return replies.flatMap((reply, at) => {
      const act = acts[at]
      return act ? [answerOf(act, reply, placeOf)] : []
    })
  }

  #recordId(act: Act['act'] | undefined, data: Json): void {
    if (act !== 'deposit' && act !== 'consumer' && act !== 'campaign') return
    const id = { deposit: data.transferId, consumer: data.id, campaign: data.campaignId }[act]
    const ids = this.#ids[act]
    if (!ids.includes(id)) this.#ids[act] = [...ids, id]
  }

  async #readThings(): Promise<{ orders: Json[]; wallets: Json[]; cases: Json[] }> {
    const { admin } = this.#service
    const path = `/admin/v1/partners/${this.partnerId}`
    const [orders, listed] = [
      dataOf(await this.#partner.get('/v2/orders?pageSize=2000')).toReversed(),
      dataOf(await admin.get(`${path}/wallets?pageSize=2000`)),
    ]
    const wallets = listed.toSorted((one: Json, other: Json) => one.walletId - other.walletId)
    const cases: Json[] = []
    for (const [at, { id }] of orders.entries()) {
      if (!['COMPLETED', 'CANCELLED'].includes(orders[at].status)) continue
      const orderCases = dataOf(await admin.get(`/admin/v1/orders/${id}/cases?pageSize=2000`))
      cases.push(...orderCases.map((one: Json) => ({ ...one, order: at })))
    }
    cases.sort((one, other) => one.caseId - other.caseId)
    Object.assign(this.#codes, { order: currenciesOf(orders), wallet: currenciesOf(wallets) })
    this.#ids.order = orders.map(({ id }: Json) => id)
    this.#ids.wallet = wallets.map(({ walletId }: Json) => walletId)
    this.#ids.case = cases.map(({ caseId }) => caseId)
    return { orders, wallets, cases }
  }

  /** The view of the partner, in the terms of the oracle, without facts that only the book has. */
  async view(): Promise<View> {
    const path = `/admin/v1/partners/${this.partnerId}`
    const { orders, wallets, cases } = await this.#readThings()
    const listed: Json[] = dataOf(await this.#service.admin.get(`${path}/funds`))
    const funds = listed.flatMap(({ currency, posted, held }) =>
      posted === 0 && held === 0 ? [] : [[currency, { posted, held }] as const],
    )
    const { data: moved } = (await this.#partner.get('/v2/accounts/transactions?pageSize=2000'))
      .body
    const shown = await Promise.all(orders.map((order) => this.#order(order)))
    return {
      funds: Object.fromEntries(funds),
      movements: moved
        .toReversed()
        .filter(({ kind, posted }: Json) => MOVEMENTS.has(kind) && posted !== 0)
        .map(({ kind, currency, posted }: Json) => [kind, currency, posted]),
      orders: shown,
      links: [],
      wallets: wallets.map(({ currency: code, balance, status }) => ({ code, balance, status })),
      cases: cases.map(({ order, itemNo: item, kind, state }) => {
        return { order, item, kind, state, told: [] }
      }),
      book: {},
    }
  }

  async #order({
    id,
    clientReference,
    status,
    totalAmount,
  }: Json): Promise<View['orders'][number]> {
    const items = await this.#partner.get(`/v2/orders/${id}/items`)
    const { body } = await this.#service.admin.get(`/admin/v1/orders/${id}`)
    return {
      reference: Number(clientReference.replace('key ', '')),
      status,
      total: totalAmount,
      charged: body.data.chargedAmount,
      adjusted: undefined,
      events: [],
      codes: items.status === 409 ? 0 : items.body.data.length,
    }
  }
}

function currenciesOf(listed: readonly Json[]): Json[] {
  return listed.map(({ currency }) => currency)
}
