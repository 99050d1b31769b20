import type { Act, Answer, ActOf, TransactAct } from '../oracle/acts.ts'
import { wire, type Code } from '../oracle/facts.ts'
import { AMOUNTS, PRODUCTS } from './catalog.ts'
import type { Json, Reply, SignedClient } from '../support/client.ts'
import type { Acts } from './acts.ts'
import { refusedAs } from './refused-as.ts'

/** The kinds of things whose ids acts need and create. */
type Thing = 'deposit' | 'order' | 'case' | 'wallet' | 'consumer' | 'campaign'

/** The clients of a partner and of the operator, and the ids that their requests name. */
export interface Sender {
  readonly partnerId: number
  readonly productIds: readonly number[]
  client(by: number): SignedClient
  operate(method: 'POST' | 'PUT', path: string, body: object): Promise<Reply>
  idOf(thing: Thing, at: number): string | number | undefined
  codeOf(thing: 'order' | 'wallet', at: number): Code
}

/** Returns the position of the thing that an id names. */
export type PlaceOf = (thing: Thing, id: string | number) => number | undefined

/** The HTTP request of an act, and its success in the terms of the oracle. */
interface HttpAct<One> {
  send(act: One, from: Sender): Promise<Reply>
  resultOf?(data: Json, placeOf: PlaceOf): object
}

const REASON = { reason: 'test' }

const fund: HttpAct<ActOf<'deposit' | 'reverse'>> = {
  send({ act, code, amount, key, of }, { partnerId, operate, idOf }) {
    const body = { currency: code, amount: major(amount, code), reference: keyOf(key) }
    const path = `/admin/v1/partners/${partnerId}`
    if (act === 'deposit') return operate('POST', `${path}/deposits`, body)
    const named = of === undefined ? {} : { depositId: idOf('deposit', of) }
    return operate('POST', `${path}/reversals`, { ...body, ...REASON, ...named })
  },
  resultOf: ({ funds }) => ({ funds }),
}

const transact: HttpAct<TransactAct> = {
  send(act, from) {
    const { walletId, ...body } = transaction(act, from)
    return from.client(act.by).post(`/api/partner/v1/wallets/${walletId}/transactions`, body)
  },
  resultOf: transactionResult,
}

/** The acts that have an HTTP request. */
export const HTTP_ACTS: { readonly [Name in keyof Acts]?: HttpAct<ActOf<Name>> } = {
  deposit: fund,
  reverse: fund,
  'credit limit': {
    send({ code, amount }, { partnerId, operate }) {
      const limit = { currency: code, amount: major(amount, code) }
      return operate('PUT', `/admin/v1/partners/${partnerId}/credit-limits`, limit)
    },
  },
  'spend limit': {
    send({ by, code, period, amount }, { partnerId, operate, client }) {
      const limit = amount === 0 ? null : major(amount, code)
      const whose = by === undefined ? {} : { clientId: client(by).credentials.clientId }
      const of = period === 'day' ? { perDay: limit } : { perMonth: limit }
      const body = { currency: code, ...whose, ...of }
      return operate('PUT', `/admin/v1/partners/${partnerId}/spend-limits`, body)
    },
  },
  place: {
    send({ code, lines, key, once, by }, { productIds, client }) {
      const items = lines.map(([product, amount, quantity]) => ({
        productId: productIds[product],
        amount: Number(AMOUNTS[amount]),
        quantity,
        ...(PRODUCTS[product]?.type === 'TOP_UP' && { recipient: { phone: '491701' } }),
      }))
      const body = { clientReference: keyOf(key), currency: code, items }
      return client(by).post('/v2/orders', body, onceOf(once))
    },
    resultOf: ({ id, totalAmount }, placeOf) => ({
      order: placeOf('order', id),
      total: totalAmount,
    }),
  },
  cancel: {
    send: ({ at }, { operate, idOf }) =>
      operate('POST', `/admin/v1/orders/${idOf('order', at)}/cancel`, REASON),
    resultOf: ({ status }) => ({ is: status }),
  },
  case: {
    send({ at, item, kind, part, isRequest, reason }, { client, operate, idOf, codeOf }) {
      const amount = part && kind === 'refund' ? { amount: major(1, codeOf('order', at)) } : {}
      const body = { itemNo: item, kind, reason: `reason ${reason}`, ...amount }
      const path = `orders/${idOf('order', at)}/cases`
      if (isRequest) return client(0).post(`/v2/${path}`, body)
      return operate('POST', `/admin/v1/${path}`, { ...body, acknowledged: true })
    },
    resultOf: ({ state }) => ({ is: state }),
  },
  decide: {
    send({ at, accept, reason }, { operate, idOf }) {
      const path = `/admin/v1/cases/${idOf('case', at)}`
      const body = { reason: `reason ${reason}` }
      if (!accept) return operate('POST', `${path}/reject`, body)
      return operate('POST', `${path}/accept`, { ...body, acknowledged: true })
    },
    resultOf: ({ state }) => ({ is: state }),
  },
  consumer: {
    send({ code: currency, name, amount, by }, { client }) {
      const of = { fullName: 'Ann', email: `${name}@example.com`, currency }
      const initialFunds = major(amount, currency)
      return client(by).post('/api/partner/v1/customer', { ...of, initialFunds })
    },
    resultOf({ id, walletId, walletBalance: balance }, placeOf) {
      return { consumer: placeOf('consumer', id), wallet: placeOf('wallet', walletId), balance }
    },
  },
  credit: transact,
  debit: transact,
  bulk: {
    send({ rows, isAtomic, by }, from) {
      const transactions = rows.map((row) => transaction(row, from))
      const body = isAtomic ? { transactions, mode: 'atomic' } : { transactions }
      return from.client(by).post('/api/partner/v1/wallets/transactions/bulk', body)
    },
    resultOf: ({ results }) => ({
      results: results.map(({ status, body }: Json) =>
        status === 200
          ? { status, ...transactionResult(body.data) }
          : refusedAs('bulk', status, body.error),
      ),
    }),
  },
  status: {
    send({ wallet, status }, { partnerId, operate, idOf }) {
      const path = `/admin/v1/partners/${partnerId}/wallets/${idOf('wallet', wallet)}/status`
      return operate('POST', path, { ...REASON, status })
    },
    resultOf: ({ status }) => ({ is: status }),
  },
  campaign: {
    send({ code: currency, amount }, { partnerId, operate }) {
      const budget = amount === 0 ? {} : { budget: major(amount, currency) }
      const body = { name: 'Spring', currency, ...budget }
      return operate('POST', `/admin/v1/partners/${partnerId}/campaigns`, body)
    },
    resultOf: ({ campaignId }, placeOf) => ({ campaign: placeOf('campaign', campaignId) }),
  },
  'campaign wallet': {
    send({ campaign, consumer }, { partnerId, operate, idOf }) {
      const path = `/admin/v1/partners/${partnerId}/campaigns/${idOf('campaign', campaign)}/wallets`
      return operate('POST', path, { consumerId: idOf('consumer', consumer) })
    },
    resultOf: ({ walletId }, placeOf) => ({ wallet: placeOf('wallet', walletId) }),
  },
  send: {
    send({ code, amounts, key, once, by }, { client }) {
      const recipients = amounts.map((amount) => ({ amount: major(amount, code) }))
      const body = { reference: keyOf(key), currency: code, recipients }
      return client(by).post('/v2/links', body, onceOf(once))
    },
    resultOf: ({ links }) => ({ links: links.length }),
  },
}

/** Sends the HTTP request of an act. */
export function sendAct(act: Act, from: Sender): Promise<Reply> {
  const httpAct = httpActOf(act)
  if (!httpAct) throw new Error(`${act.act} has no HTTP request`)
  return httpAct.send(act, from)
}

/** Returns a reply in the terms of the oracle. */
export function answerOf(
  act: Act,
  { status, body, headers = {} }: Pick<Reply, 'status' | 'body'> & Partial<Pick<Reply, 'headers'>>,
  placeOf: PlaceOf,
): Answer {
  if (status >= 300) return refusedAs(act.act, status, body.error)
  const answer = { status, ...httpActOf(act)?.resultOf?.(body.data, placeOf) }
  return headers['idempotent-replayed'] === 'true' && 'once' in act
    ? { ...answer, replayed: true }
    : answer
}

function httpActOf(act: Act): HttpAct<Act> | undefined {
  return act.act === 'together' ? undefined : HTTP_ACTS[act.act]
}

/** The reference of a key. */
export function keyOf(key: number): string {
  return `key ${key}`
}

export function major(minor: number, code: Code): number {
  return wire(BigInt(minor), code)
}

function onceOf(once: number | undefined): Record<string, string> {
  if (once === undefined) return {}
  return { 'idempotency-key': `00000000-0000-4000-8000-${String(once).padStart(12, '0')}` }
}

function transaction({ act, wallet, amount, key }: TransactAct, { idOf, codeOf }: Sender) {
  return {
    walletId: idOf('wallet', wallet),
    amount: major(amount, codeOf('wallet', wallet)),
    transactionType: act.toUpperCase(),
    referenceId: keyOf(key),
  }
}

function transactionResult({ previousBalance, transactionAmount, newBalance }: Json): object {
  return { previous: previousBalance, amount: transactionAmount, next: newBalance }
}
