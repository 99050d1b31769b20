import type { Act, Answer, BulkAct, CaseAct, PlaceAct, TransactAct, View } from '../oracle/acts.ts'
import { AMOUNTS, PRODUCTS, type Code } from '../oracle/facts.ts'
import type { Json, Reply, SignedClient } from '../support/client.ts'
import { major, MOVEMENTS, readReply } from './http-words.ts'
import { dataOf, type Partner, type RunningService } from '../support/service.ts'

type ActOf = Extract<Act, { partner: number }>
type Asked<Name extends Act['act']> = Extract<Act, { act: Name }>

/** What the ids of a partner name, by their place. */
interface Places {
  readonly orders: readonly string[]
  readonly wallets: readonly string[]
  readonly cases: readonly number[]
}

/** One partner of a service over HTTP, and the operator of it. */
export class HttpPartner {
  readonly #service: RunningService
  readonly #partner: Partner
  readonly #clients: readonly SignedClient[]
  readonly #productIds: readonly number[]
  readonly #deposits: string[] = []
  readonly #consumers: number[] = []
  readonly #campaigns: string[] = []
  #places: Places = { orders: [], wallets: [], cases: [] }
  #currencies: readonly Code[] = []
  #walletCodes: readonly Code[] = []

  private constructor(
    service: RunningService,
    partner: Partner,
    of: { clients: readonly SignedClient[]; productIds: readonly number[] },
  ) {
    this.#service = service
    this.#partner = partner
    this.#clients = of.clients
    this.#productIds = of.productIds
  }

  static async open(service: RunningService, productIds: readonly number[]): Promise<HttpPartner> {
    const partner = await service.newPartner()
    const clients = [partner, await partner.issue()]
    return new HttpPartner(service, partner, { clients, productIds })
  }

  get partnerId(): number {
    return this.#partner.partnerId
  }

  /** Does the acts at once, and names what they have made by its place. */
  async take(acts: readonly ActOf[]): Promise<Answer[]> {
    const replies = await Promise.all(acts.map((act) => this.#send(act)))
    const answers = acts.map((act, at) => [act, replies[at]] as const)
    for (const [act, reply] of answers) if (reply && reply.status < 300) this.#keep(act, reply.body)
    await this.#locate()
    const of = { ...this.#places, consumers: this.#consumers, campaigns: this.#campaigns }
    return answers.map(([act, reply]) => readReply(act, reply, of))
  }

  #send(act: ActOf): Promise<Reply> {
    const { admin } = this.#service
    const path = `/admin/v1/partners/${this.partnerId}`
    switch (act.act) {
      case 'deposit':
      case 'reverse':
        return this.#fund(act, path)
      case 'credit limit': {
        const limit = { currency: act.code, amount: major(act.amount, act.code) }
        return admin.put(`${path}/credit-limits`, limit)
      }
      case 'spend limit':
        return admin.put(`${path}/spend-limits`, this.#spendLimit(act))
      case 'place':
        return this.#place(act)
      case 'cancel':
        return admin.post(`/admin/v1/orders/${this.#places.orders[act.at]}/cancel`, REASON)
      case 'case':
        return this.#openCase(act)
      case 'decide': {
        const verb = act.accept ? 'accept' : 'reject'
        const caseId = this.#places.cases[act.at]
        const body = { ...REASON, ...(act.accept && { acknowledged: true }) }
        return admin.post(`/admin/v1/cases/${caseId}/${verb}`, body)
      }
      case 'consumer': {
        const { code: currency, name, amount, by } = act
        const of = { fullName: 'Ann', email: `${name}@example.com`, currency }
        return this.#client(by).post('/api/partner/v1/customer', {
          ...of,
          initialFunds: major(amount, currency),
        })
      }
      case 'credit':
      case 'debit':
        return this.#transact(act)
      case 'bulk':
        return this.#bulk(act)
      case 'status': {
        const { wallet, status } = act
        const target = `${path}/wallets/${this.#places.wallets[wallet]}/status`
        return admin.post(target, { ...REASON, status })
      }
      case 'campaign': {
        const { code: currency, amount } = act
        const budget = amount === 0 ? {} : { budget: major(amount, currency) }
        return admin.post(`${path}/campaigns`, { name: 'Spring', currency, ...budget })
      }
      case 'campaign wallet': {
        const campaignId = this.#campaigns[act.campaign]
        const consumerId = this.#consumers[act.consumer]
        return admin.post(`${path}/campaigns/${campaignId}/wallets`, { consumerId })
      }
      case 'lease':
      case 'answer':
      case 'resume':
      case 'quote':
      case 'file':
      case 'send':
      case 'claim':
      case 'end link':
      case 'replace link':
        throw new Error(`${act.act} is not asked for over HTTP`)
    }
  }

  #fund({ act, code, amount, key, of }: Asked<'deposit' | 'reverse'>, path: string) {
    const body = { currency: code, amount: major(amount, code), reference: `key ${key}` }
    if (act === 'deposit') return this.#service.admin.post(`${path}/deposits`, body)
    const depositId = of === undefined ? {} : { depositId: this.#deposits[of] }
    return this.#service.admin.post(`${path}/reversals`, { ...body, ...REASON, ...depositId })
  }

  #spendLimit({ by, code, period, amount }: Asked<'spend limit'>): object {
    const limit = amount === 0 ? null : major(amount, code)
    const whose = by === undefined ? {} : { clientId: this.#client(by).credentials.clientId }
    return {
      currency: code,
      ...whose,
      ...(period === 'day' ? { perDay: limit } : { perMonth: limit }),
    }
  }

  #place({ code, lines, key, once, by }: PlaceAct): Promise<Reply> {
    const items = lines.map(([product, amount, quantity]) => ({
      productId: this.#productIds[product],
      amount: Number(AMOUNTS[amount]),
      quantity,
      ...(PRODUCTS[product]?.type === 'TOP_UP' && { recipient: { phone: '491701' } }),
    }))
    const idempotencyKey = `00000000-0000-4000-8000-${String(once).padStart(12, '0')}`
    const headers = once === undefined ? {} : { 'idempotency-key': idempotencyKey }
    const body = { clientReference: `key ${key}`, currency: code, items }
    return this.#client(by).post('/v2/orders', body, headers)
  }

  #openCase({ at, item, kind, part, asked }: CaseAct): Promise<Reply> {
    const id = this.#places.orders[at]
    const body = {
      itemNo: item,
      kind,
      ...REASON,
      ...(part && kind === 'refund' && { amount: this.#least(at) }),
    }
    if (asked) return this.#partner.post(`/v2/orders/${id}/cases`, body)
    return this.#service.admin.post(`/admin/v1/orders/${id}/cases`, { ...body, acknowledged: true })
  }

  #least(at: number): number {
    return major(1, this.#currencies[at] ?? 'USD')
  }

  #transact(act: TransactAct): Promise<Reply> {
    const { walletId, ...body } = this.#transaction(act)
    return this.#client(act.by).post(`/api/partner/v1/wallets/${walletId}/transactions`, body)
  }

  #bulk({ rows, isAtomic, by }: BulkAct): Promise<Reply> {
    const transactions = rows.map((row) => this.#transaction(row))
    const mode = isAtomic ? { mode: 'atomic' } : {}
    const path = '/api/partner/v1/wallets/transactions/bulk'
    return this.#client(by).post(path, { transactions, ...mode })
  }

  #transaction({ act, wallet, amount, key }: TransactAct) {
    return {
      walletId: this.#places.wallets[wallet],
      amount: major(amount, this.#walletCodes[wallet] ?? 'USD'),
      transactionType: act.toUpperCase(),
      referenceId: `key ${key}`,
    }
  }

  #client(by: number): SignedClient {
    return this.#clients[by] ?? this.#partner
  }

  #keep({ act }: ActOf, body: Json): void {
    const { data } = body
    if (act === 'deposit' && !this.#deposits.includes(data.transferId)) {
      this.#deposits.push(data.transferId)
    }
    if (act === 'consumer' && !this.#consumers.includes(data.id)) this.#consumers.push(data.id)
    if (act === 'campaign') this.#campaigns.push(data.campaignId)
  }

  async #locate(): Promise<{ orders: Json[]; wallets: Json[]; cases: Json[] }> {
    const { admin } = this.#service
    const path = `/admin/v1/partners/${this.partnerId}`
    const [orders, wallets] = [
      dataOf(await this.#partner.get('/v2/orders?pageSize=2000')).toReversed(),
      dataOf(await admin.get(`${path}/wallets?pageSize=2000`)),
    ]
    const byWallet = wallets.toSorted((one: Json, other: Json) => one.walletId - other.walletId)
    const cases: Json[] = []
    for (const [at, { id }] of orders.entries()) {
      if (!['COMPLETED', 'CANCELLED'].includes(orders[at].status)) continue
      const found = dataOf(await admin.get(`/admin/v1/orders/${id}/cases?pageSize=2000`))
      cases.push(...found.map((one: Json) => ({ ...one, order: at })))
    }
    cases.sort((one, other) => one.caseId - other.caseId)
    this.#currencies = orders.map(({ currency }: Json) => currency)
    this.#walletCodes = byWallet.map(({ currency }: Json) => currency)
    this.#places = {
      orders: orders.map(({ id }: Json) => id),
      wallets: byWallet.map(({ walletId }: Json) => walletId),
      cases: cases.map(({ caseId }) => caseId),
    }
    return { orders, wallets: byWallet, cases }
  }

  /** What the partner sees, in the words of the oracle; without what only the book has. */
  async view(): Promise<View> {
    const path = `/admin/v1/partners/${this.partnerId}`
    const { orders, wallets, cases } = await this.#locate()
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
      cases: cases.map(({ order, itemNo: item, kind, state }) => ({ order, item, kind, state })),
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
      events: [],
      codes: items.status === 409 ? 0 : items.body.data.length,
    }
  }
}

const REASON = { reason: 'test' }
