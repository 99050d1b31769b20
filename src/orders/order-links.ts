import assert from 'node:assert/strict'
import type { Actor } from '../audit/mod.ts'
import {
  endClaim,
  requirePayer,
  sendLinks,
  type ClaimCost,
  type Link,
  type LinkState,
  type SendFewLinks,
  type SentLinks,
} from '../links/mod.ts'
import type { Book } from '../ledger/mod.ts'
import { orderId, priceOf, type Order } from './order.ts'
import type { PlaceInput, SendLinksInput } from './order-input.ts'
import type { OrderState } from './order-state.ts'

/** Returns the links of a group that has some. */
export function linksOf({ links }: OrderState): LinkState {
  assert(links, 'the links of a group are loaded')
  return links
}

/** Returns the link that pays for a new order, if one does; see `requirePayer` for refusals. */
export function payingLink(
  book: Book,
  state: OrderState,
  { claim, cost }: { claim: PlaceInput['claim']; cost: ClaimCost },
): Link | undefined {
  return claim && requirePayer(book, linksOf(state), { claim, cost })
}

/** Settles the link that pays for an order that was charged or CANCELLED. */
export function settlePayingLink(book: Book, state: OrderState, order: Order): void {
  const { linkNo, totalMinor: faceMinor, chargedMinor } = order
  if (linkNo === undefined) return
  endClaim(book, linksOf(state), {
    linkNo,
    orderNo: order.orderNo,
    orderId: orderId(order),
    faceMinor,
    priceMinor: priceOf(order),
    chargedMinor: order.status === 'COMPLETED' ? chargedMinor : undefined,
  })
}

/**
 * Sends links. Links by a person are subject to the approval rules of orders, and get the label of
 * the person's team. An approval covers only the sum that was shown to the approver. Refuses what
 * `sendLinks` refuses, a draft that is over, and (invalid_request) a label of another team.
 */
export function sendUnderRules(
  book: Book,
  state: OrderState,
  { links: input, draft }: SendLinksInput,
): SentLinks {
  const { actor, approval, currency } = input
  let count: (() => void) | undefined
  const sent = sendLinks(book, linksOf(state), {
    input: actor && input.partsId === undefined ? labelLinks(state, input, actor) : input,
    team: actor && state.people.withTeamLabel(actor)?.['team'],
    requireRules(sentMinor) {
      if (draft) state.drafts.require(draft)
      if (actor === undefined) return
      for (const [at, { metadata }] of input.links.entries()) {
        state.people.requireLabel(actor, metadata, `recipients[${at}].metadata`)
      }
      const approvedBy = approval && sentMinor <= approval.upToMinor ? approval.by : undefined
      const spending = { actor, approvedBy, currency, amount: sentMinor }
      state.people.require(spending)
      count = () => state.people.count(spending)
    },
  })
  count?.()
  if (draft && !sent.isReplayed) {
    state.audits.push(...state.drafts.finish(draft, { at: book.now }))
  }
  return sent
}

function labelLinks({ people }: OrderState, input: SendFewLinks, actor: Actor): SendFewLinks {
  const links = input.links.map((link) => ({
    ...link,
    metadata: people.withTeamLabel(actor, link.metadata),
  }))
  return { ...input, links }
}
