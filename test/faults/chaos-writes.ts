import { randomUUID } from 'node:crypto'
import { signedClient, type Reply } from '../support/client.ts'
import type { Random } from './chaos-random.ts'
import {
  CURRENCIES,
  WALLET_CURRENCY,
  type ChaosFixture,
  type Seller,
  type Sold,
} from './chaos-fixture.ts'
import type { Endpoint } from './endpoint.ts'

export type WriteKind = 'order' | 'deposit' | 'reversal' | 'credit' | 'debit' | 'import'

/** What a write does, and how it is sent. */
export interface Sent {
  readonly kind: WriteKind
  /** By what the database knows it: its reference; of an import, its first code. */
  readonly name: string
  readonly currency: string
  /** What it moves, in whole units of the currency. */
  readonly amount: number
  /** Of an order, or of an import: how many codes. */
  readonly units: number
  send(endpoint: Endpoint): Promise<Reply>
}

/** What it may be refused with; a debit above the balance is a business answer with a 500. */
const REFUSALS: Readonly<Record<WriteKind, readonly string[]>> = {
  order: ['402 BUSINESS_RULE_VIOLATION'],
  deposit: [],
  reversal: [],
  credit: ['402 BUSINESS_RULE_ERROR'],
  debit: ['500 SYSTEM_ERROR'],
  import: ['409 BUSINESS_RULE_VIOLATION'],
}

/** A write under a key of its own, and what is known of it. */
export class Write {
  readonly sent: Sent
  /** The first success that was answered. */
  answer: string | undefined
  /** Whether an answer was lost, or an outage. */
  isDoubtful = false
  /** Answers that no write may have. */
  readonly wrong: string[] = []

  constructor(sent: Sent) {
    this.sent = sent
  }

  async attempt(endpoint: Endpoint): Promise<void> {
    const reply = await this.sent.send(endpoint).catch(() => undefined)
    if (!reply || reply.status === 503) this.isDoubtful = true
    else if (reply.status < 300) this.#succeed(reply)
    else if (!REFUSALS[this.sent.kind].includes(`${reply.status} ${reply.body?.error?.code}`)) {
      this.wrong.push(`${this.sent.kind}: ${reply.status} ${reply.text}`)
    }
  }

  /** Whether nobody can say if it was made: what was refused since may have been made before. */
  get isOpen(): boolean {
    return this.answer === undefined && this.isDoubtful
  }

  #succeed({ text }: Reply): void {
    const isSame = this.answer === undefined || this.answer === text || this.sent.kind === 'import'
    if (!isSame) this.wrong.push(`${this.sent.kind}: ${text} after ${this.answer}`)
    this.answer ??= text
  }
}

/** One unit, some lines of some units, or hundreds of units of one product. */
export function newOrder({ sellers, products }: ChaosFixture, random: Random): Write {
  const currency = random.pick(CURRENCIES)
  const sold = products.filter((product) => product.currency === currency)
  const { credentials, walletIds } = random.pick(sellers)
  const recipients = {
    code: {},
    topUp: { recipient: { phone: '123' } },
    credit: { recipient: { walletId: random.pick(walletIds) } },
  }
  const shape = random.below(10)
  const lines = shape < 5 || shape > 8 ? 1 : random.between(2, 5)
  const items = Array.from({ length: lines }, () => {
    const { productId, kind } = random.pick(sold)
    const quantity = shape < 5 ? 1 : shape > 8 ? random.between(100, 300) : random.between(1, 9)
    return { productId, amount: random.pick([10, 20]), quantity, ...recipients[kind] }
  })
  const name = randomUUID()
  const body = { clientReference: name, currency, items }
  const headers = { 'idempotency-key': randomUUID() }
  return new Write({
    kind: 'order',
    name,
    currency,
    amount: items.reduce((sum, item) => sum + item.amount * item.quantity, 0),
    units: items.reduce((sum, item) => sum + item.quantity, 0),
    send: ({ http }) => signedClient(http, credentials).post('/v2/orders', body, headers),
  })
}

export function newMovement(
  kind: 'deposit' | 'reversal',
  { partnerId }: Pick<Seller, 'partnerId'>,
  { currency, amount }: { currency: string; amount: number },
): Write {
  const name = randomUUID()
  const reason = kind === 'reversal' ? { reason: 'chargeback' } : {}
  const body = { currency, amount, reference: name, ...reason }
  const target = `/admin/v1/partners/${partnerId}/${kind}s`
  const send = ({ operate }: Endpoint): Promise<Reply> => operate('POST', target, body)
  return new Write({ kind, name, currency, amount, units: 0, send })
}

export function newTransaction({ sellers }: ChaosFixture, random: Random): Write {
  const { credentials, walletIds } = random.pick(sellers)
  const kind = random.pick(['credit', 'debit'] as const)
  const name = randomUUID()
  const amount = random.between(1, 100)
  const body = { amount, transactionType: kind.toUpperCase(), referenceId: name }
  const target = `/api/partner/v1/wallets/${random.pick(walletIds)}/transactions`
  const send = ({ http }: Endpoint): Promise<Reply> =>
    signedClient(http, credentials).post(target, body)
  return new Write({ kind, name, currency: WALLET_CURRENCY, amount, units: 0, send })
}

/** How codes that were imported begin, and no others. */
export const STOCKED = 'V-'

export function newImport(
  { productId, currency }: Sold,
  { face, quantity: units }: { face: number; quantity: number },
): Write {
  const codes = Array.from({ length: units }, () => `${STOCKED}${randomUUID()}`)
  const csv = ['faceValue,giftCardNumber', ...codes.map((code) => `${face},${code}`), ''].join('\n')
  const target = `/admin/v1/products/${productId}/codes`
  const send = ({ operate }: Endpoint): Promise<Reply> => operate('POST', target, csv)
  return new Write({ kind: 'import', name: codes[0] ?? '', currency, amount: 0, units, send })
}
