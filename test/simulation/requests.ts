import { signedClient, type Credentials, type Reply } from '../support/client.ts'
import type { Acts } from '../worlds/acts.ts'
import { sendAct } from '../worlds/http-acts.ts'
import type { Member } from './member.ts'
import { sendToLink } from './link-requests.ts'
import type { SentLink } from './record.ts'
import { WALLETS } from './script.ts'
import { sendToWallet } from './wallet-requests.ts'

/** A partner as clients know it. */
export interface Seller {
  readonly partnerId: number
  readonly credentials: Credentials
  readonly walletIds: readonly string[]
  /** The cookies of the owners' browsers, by the place of their wallet. */
  readonly walletCookies: readonly string[]
}

/** A write with the id of its order, if it is about an order that was placed. */
export interface WriteRequest {
  readonly act: Acts[
    | 'deposit'
    | 'reverse'
    | 'place'
    | 'cancel'
    | 'case'
    | 'credit'
    | 'debit'
    | 'bulk'
    | 'send'
    | 'claim'
    | 'end link'
    | 'spend']
  readonly orderId?: string
  readonly link?: SentLink
  readonly walletId?: string
  /** The form that takes a card, as its page has it. */
  readonly form?: Readonly<Record<string, string>>
}

/** The sender of a request, and the things that it may name. */
export interface Sending {
  readonly seller: Seller
  readonly productIds: readonly number[]
}

/** Sends a write of a partner, or of the operator about it. */
export function sendWrite(
  member: Member,
  { seller, productIds }: Sending,
  request: WriteRequest,
): Promise<Reply> {
  const { act, orderId } = request
  const { http, operate } = member.endpoint
  const partner = signedClient(http, seller.credentials)
  if (act.act === 'claim' || act.act === 'end link') {
    return sendToLink({ partner, pages: member.pages }, act, request)
  }
  if (act.act === 'spend') {
    return sendToWallet(member.pages, seller, { wallet: act.wallet, form: request.form })
  }
  return sendAct(act, {
    partnerId: seller.partnerId,
    productIds,
    operate,
    client: () => partner,
    idOf: (thing, at) => (thing === 'order' ? orderId : seller.walletIds[at]),
    codeOf: (_thing, at) => WALLETS[at] ?? 'USD',
  })
}

/** Returns a request with the same key and another body. */
export function withOtherBody(request: WriteRequest): WriteRequest {
  const { act } = request
  if (act.act === 'claim' || act.act === 'spend') return request
  if (act.act === 'place') return { act: { ...act, lines: [...act.lines, [0, 0, 1]] } }
  if (act.act === 'send') return { act: { ...act, amounts: [...act.amounts, 1_000] } }
  return 'amount' in act ? { act: { ...act, amount: act.amount + 1 } } : { act }
}
