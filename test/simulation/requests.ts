import type { Act, TransactAct } from '../oracle/acts.ts'
import { AMOUNTS, type Code } from '../oracle/facts.ts'
import { signedClient, type Credentials, type Reply } from '../support/client.ts'
import { major } from '../worlds/http-words.ts'
import type { Member } from './member.ts'
import { sendToLink } from './link-requests.ts'
import type { SentLink } from './record.ts'
import { WALLETS } from './script.ts'

/** A partner as clients know it. */
export interface Seller {
  readonly partnerId: number
  readonly credentials: Credentials
  readonly walletIds: readonly string[]
}

/** A write with the id of what it is about, if it is about an order that was placed. */
export interface Asked {
  readonly act:
    | Extract<Act, { act: 'deposit' | 'reverse' | 'place' | 'case' | 'credit' | 'debit' | 'bulk' }>
    | Extract<Act, { act: 'send' | 'claim' | 'end link' }>
    | { readonly act: 'cancel'; readonly partner: number; readonly at: number }
  readonly orderId?: string
  readonly link?: SentLink
  /** That takes a card, as its page has it. */
  readonly form?: Readonly<Record<string, string>>
}

/** Who sends it, and what it may name. */
export interface Sending {
  readonly seller: Seller
  readonly productIds: readonly number[]
}

const REASON = { reason: 'simulated' }

/** Sends a write of a partner, or of the operator about it. */
export function sendWrite(
  member: Member,
  { seller, productIds }: Sending,
  asked: Asked,
): Promise<Reply> {
  const { act, orderId = '' } = asked
  const { http, operate } = member.endpoint
  const partner = signedClient(http, seller.credentials)
  switch (act.act) {
    case 'deposit':
    case 'reverse': {
      const path = `/admin/v1/partners/${seller.partnerId}`
      const moved = { currency: act.code, amount: major(act.amount, act.code) }
      const body = { ...moved, reference: keyOf(act.key) }
      if (act.act === 'deposit') return operate('POST', `${path}/deposits`, body)
      return operate('POST', `${path}/reversals`, { ...body, ...REASON })
    }
    case 'place': {
      const items = act.lines.map(([product, amount, quantity]) => ({
        productId: productIds[product],
        amount: Number(AMOUNTS[amount]),
        quantity,
      }))
      const body = { clientReference: keyOf(act.key), currency: act.code, items }
      return partner.post('/v2/orders', body, onceOf(act.once))
    }
    case 'send': {
      const recipients = act.amounts.map((amount) => ({ amount: major(amount, act.code) }))
      const body = { reference: keyOf(act.key), currency: act.code, recipients }
      return partner.post('/v2/links', body, onceOf(act.once))
    }
    case 'claim':
    case 'end link':
      return sendToLink({ partner, pages: member.pages }, act, asked)
    case 'cancel':
      return operate('POST', `/admin/v1/orders/${orderId}/cancel`, REASON)
    case 'case': {
      const body = { itemNo: act.item, kind: act.kind, ...REASON, acknowledged: true }
      return operate('POST', `/admin/v1/orders/${orderId}/cases`, body)
    }
    case 'credit':
    case 'debit': {
      const { walletId, ...body } = transaction(act, seller)
      return partner.post(`/api/partner/v1/wallets/${walletId}/transactions`, body)
    }
    case 'bulk': {
      const transactions = act.rows.map((row) => transaction(row, seller))
      const mode = act.isAtomic ? { mode: 'atomic' } : {}
      return partner.post('/api/partner/v1/wallets/transactions/bulk', { transactions, ...mode })
    }
  }
}

function onceOf(once = 0): Record<string, string> {
  return { 'idempotency-key': `00000000-0000-4000-8000-${String(once).padStart(12, '0')}` }
}

/** The reference of a key. */
export function keyOf(key: number): string {
  return `key ${key}`
}

function transaction({ act, wallet, amount, key }: TransactAct, { walletIds }: Seller) {
  return {
    walletId: walletIds[wallet],
    amount: major(amount, codeOf(wallet)),
    transactionType: act.toUpperCase(),
    referenceId: keyOf(key),
  }
}

function codeOf(wallet: number): Code {
  return WALLETS[wallet] ?? 'USD'
}
