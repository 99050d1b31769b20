import { randomUUID } from 'node:crypto'
import { signedClient, type Reply } from '../support/client.ts'
import type { Random } from './chaos-random.ts'
import {
  CURRENCIES,
  WALLET_CURRENCY,
  type ChaosFixture,
  type Seller,
  type SoldProduct,
} from './chaos-fixture.ts'
import type { Endpoint } from './endpoint.ts'

export type WriteKind =
  | 'order'
  | 'links'
  | 'claim'
  | 'deposit'
  | 'reversal'
  | 'credit'
  | 'debit'
  | 'import'

/** A write, and its request. */
export interface Sent {
  readonly kind: WriteKind
  /** Identifies it in the database: its reference, or the first code of an import. */
  readonly name: string
  readonly currency: string
  /** The amount that it moves, in whole units of the currency. */
  readonly amount: number
  /** The number of codes of an order or an import. */
  readonly units: number
  send(endpoint: Endpoint): Promise<Reply>
}

/** The expected refusals of each kind. A debit above the balance is refused with a 500. */
const REFUSALS: Readonly<Record<WriteKind, readonly string[]>> = {
  order: ['402 BUSINESS_RULE_VIOLATION'],
  links: [],
  claim: [],
  deposit: [],
  reversal: [],
  credit: ['402 BUSINESS_RULE_ERROR'],
  debit: ['500 SYSTEM_ERROR'],
  import: ['409 BUSINESS_RULE_VIOLATION'],
}

/** A write under a key of its own, and its outcome as far as it is known. */
export class Write {
  readonly sent: Sent
  /** The first successful response. */
  answer: string | undefined
  /** True if a response was lost, or was an outage. */
  isDoubtful = false
  /** Responses that no write may have. */
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

  /** True if its outcome is unknown: a later refusal does not prove that nothing was written. */
  get isOpen(): boolean {
    return this.answer === undefined && this.isDoubtful
  }

  #succeed({ text }: Reply): void {
    const isSame = this.answer === undefined || this.answer === text || this.sent.kind === 'import'
    if (!isSame) this.wrong.push(`${this.sent.kind}: ${text} after ${this.answer}`)
    this.answer ??= text
  }
}

/** Returns an order of one unit, of a few lines, or of hundreds of units of one product. */
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

/** The prefix of imported codes. */
export const STOCKED = 'V-'

export function newImport(
  { productId, currency }: SoldProduct,
  { face, quantity: units }: { face: number; quantity: number },
): Write {
  const codes = Array.from({ length: units }, () => `${STOCKED}${randomUUID()}`)
  const csv = ['faceValue,giftCardNumber', ...codes.map((code) => `${face},${code}`), ''].join('\n')
  const target = `/admin/v1/products/${productId}/codes`
  const send = ({ operate }: Endpoint): Promise<Reply> => operate('POST', target, csv)
  return new Write({ kind: 'import', name: codes[0] ?? '', currency, amount: 0, units, send })
}
