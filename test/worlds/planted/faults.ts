/** A fault, as a change of one place of the sources. */
export interface Fault {
  readonly name: string
  readonly file: string
  /** Occurs once in the file. */
  readonly right: string
  readonly wrong: string
}

const PLACE = 'src/orders/place-order.ts'
const FOLLOW = 'src/orders/follow-funds.ts'
const CANCEL = 'src/orders/cancel-order.ts'
const CASES = 'src/cases/case-writes.ts'
const FUNDING = 'src/partners/funding.ts'
const TRANSACT = 'src/consumers/transact-wallet.ts'
const BOOK = 'src/ledger/book.ts'
const ROWS = 'src/consumers/submit-rows.ts'

/** Faults of deciders. Most of them were real mistakes once. */
export const FAULTS: readonly Fault[] = [
  {
    name: 'a quote is used twice',
    file: PLACE,
    right: 'return quote.isUsed ?',
    wrong: 'return false ?',
  },
  {
    name: 'a quote is used after its end',
    file: PLACE,
    right: '|| quote.expiresMs <= now',
    wrong: '|| quote.expiresMs <= 0',
  },
  {
    name: 'a quote locks nothing',
    file: 'src/catalog/price.ts',
    right: 'const quoted = buyer.quoted?.get(productId)',
    wrong: 'const quoted = buyer.quoted?.get(-productId)',
  },
  {
    name: 'money that is owed is spent again',
    file: FOLLOW,
    right: 'return deliveries.get(order.orderNo)?.owedMinor ?? 0n',
    wrong: 'return deliveries.has(order.orderNo) ? 0n : 0n',
  },
  {
    name: 'an order is resumed by funds that do not cover it',
    file: FOLLOW,
    right: 'fundsOf(book, order) < priceOf(order) - heldBy(order)',
    wrong: 'fundsOf(book, order) < heldBy(order)',
  },
  {
    name: 'the oldest orders give up their holds first',
    file: FOLLOW,
    right: 'for (const order of state.open.slice())',
    wrong: 'for (const order of state.open.toReversed())',
  },
  {
    name: 'the newest orders are resumed first',
    file: FOLLOW,
    right: 'for (const order of state.held.slice())',
    wrong: 'for (const order of state.held.toReversed())',
  },
  {
    name: 'holds that are not covered stay',
    file: 'src/ledger/short-funds.ts',
    right: 'if (unfollowed.length > 0) throw',
    wrong: 'if (unfollowed.length < 0) throw',
  },
  {
    name: 'a lower credit limit leaves the holds',
    file: BOOK,
    right: 'this.short.lowered(funds)',
    wrong: 'void funds',
  },
  {
    name: 'a batch that failed stays owed',
    file: 'src/orders/suspend-order.ts',
    right: "if (order.status === 'ON_HOLD') return giveUpHold(book, state, order)",
    wrong: "if (order.status === 'ON_HOLD') return {}",
  },
  {
    name: 'a top-up under way is cancelled and paid back',
    file: CANCEL,
    right: 'if (delivery?.isUnderWay)',
    wrong: 'if (delivery?.isUnderWay && order.unitCount > 1_000)',
  },
  {
    name: 'a cancelled order is charged nothing of what it delivered',
    file: CANCEL,
    right: 'const chargedMinor = adjustedPrice(irrevocable.costMinor, irrevocable.adjustment)',
    wrong: 'const chargedMinor = adjustedPrice(0n, undefined)',
  },
  {
    name: 'a cancelled order is charged without its discount',
    file: CANCEL,
    right: 'const chargedMinor = adjustedPrice(irrevocable.costMinor, irrevocable.adjustment)',
    wrong: 'const chargedMinor = adjustedPrice(irrevocable.costMinor, undefined)',
  },
  {
    name: 'an order is cancelled twice',
    file: CANCEL,
    right: 'if (isFinal(order.status)) throw',
    wrong: "if (order.status === 'COMPLETED') throw",
  },
  {
    name: 'an order has no first event',
    file: PLACE,
    right: '  recordEvent(order, state.events)\n',
    wrong: '',
  },
  {
    name: 'a replay has another payload',
    file: PLACE,
    right: 'if (!earlier || earlier.fingerprint.equals(input.fingerprint)) return earlier',
    wrong: 'if (!earlier || earlier.fingerprint.length > 0) return earlier',
  },
  {
    name: 'a clientReference is used twice',
    file: PLACE,
    right: '  refuseTakenReference(state, input)\n',
    wrong: '',
  },
  {
    name: 'an item is refunded twice',
    file: CASES,
    right: 'if (one.kind === kind) return true',
    wrong: "if (one.kind === kind && kind !== 'refund') return true",
  },
  {
    name: 'an item is refunded and replaced',
    file: CASES,
    right: "one.kind === 'replace' : one.kind !== 'block'",
    wrong: "one.kind === 'replace' : false",
  },
  {
    name: 'a request is accepted after it was rejected',
    file: CASES,
    right: "if (found.state !== 'REQUESTED') {",
    wrong: "if (found.state === 'DONE') {",
  },
  {
    name: 'the last item of a line has the whole discount',
    file: 'src/cases/item-price.ts',
    right: 'BigInt(count)) / BigInt(quantity)',
    wrong: 'BigInt(count === quantity ? 1 : 0))',
  },
  {
    name: 'a discount is rounded down',
    file: 'src/core/percent.ts',
    right: '(2n * amount * absolute(share) + WHOLE)',
    wrong: '(2n * amount * absolute(share))',
  },
  {
    name: 'a price is rounded down',
    file: 'src/core/money.ts',
    right: 'minorUnits((2n * numerator + denominator) / (2n * denominator))',
    wrong: 'minorUnits(numerator / denominator)',
  },
  {
    name: 'a rule of a partner goes before one of the product',
    file: 'src/catalog/rule.ts',
    right: '[{ productId }, { brand }, { productType }, {}]',
    wrong: '[{}, { productType }, { brand }, { productId }]',
  },
  {
    name: 'what orders hold is not counted by spend limits',
    file: BOOK,
    right: 'const hold = this.holdUncovered(transfer)\n    this.#countSpend(transfer)',
    wrong: 'const hold = this.holdUncovered(transfer)',
  },
  {
    name: 'a new day does not begin a spend limit anew',
    file: 'src/ledger/spend-limits.ts',
    right: 'return isSame ? period :',
    wrong: 'return isSame || period ? period :',
  },
  {
    name: 'a referenceId replays another payload',
    file: TRANSACT,
    right: 'transfer.amount === amount &&',
    wrong: 'transfer.amount > 0n &&',
  },
  {
    name: 'a frozen wallet is credited',
    file: TRANSACT,
    right: "if (status !== 'ENABLED')",
    wrong: "if (status === 'CLOSED')",
  },
  {
    name: 'a debit gives nothing back to the budget of a campaign',
    file: TRANSACT,
    right: 'if (campaign) campaign.creditedMinor -= amount',
    wrong: 'if (campaign) campaign.creditedMinor -= 0n',
  },
  {
    name: 'a campaign is credited after its end',
    file: TRANSACT,
    right: 'endsAt <= now',
    wrong: 'endsAt <= 0',
  },
  {
    name: 'a wallet is closed with money in it',
    file: 'src/consumers/set-wallet-status.ts',
    right: "status === 'CLOSED' && !isEmpty",
    wrong: "status !== 'CLOSED' && !isEmpty",
  },
  {
    name: 'a deposit is made again by its replay',
    file: FUNDING,
    right: 'if (earlier) return replay(earlier, input)\n',
    wrong: 'if (earlier && input.reason) return replay(earlier, input)\n',
  },
  {
    name: 'reversals take more than the deposit was',
    file: FUNDING,
    right: 'if (isNamed) requireReversible(named, input)',
    wrong: 'if (isNamed && !named) requireReversible(named, input)',
  },
  {
    name: 'a code has two holders',
    file: 'src/inventory/free-ranges.ts',
    right: 'first: first + rest.takenCodes,',
    wrong: 'first,',
  },
  {
    name: 'atomic rows that were done before a refused one stay',
    file: ROWS,
    right: 'for (const undo of undoes) undo()',
    wrong: 'if (undoes.length > 2) throw error',
  },
  {
    name: 'a request of rows has one key twice',
    file: 'src/http/rows-route.ts',
    right: 'if (faults.size > 0) throw',
    wrong: 'if (faults.size > rows.length) throw',
  },
  {
    name: 'a part of a file is credited as far as the funds go',
    file: 'src/credit-imports/credit-part.ts',
    right: "stopsAt: 'insufficient_funds',",
    wrong: '',
  },
  {
    name: 'the rows of two files share their keys',
    file: 'src/credit-imports/stored-rows.ts',
    right: 'return `${fileReference}/${reference}`',
    wrong: 'return `${fileReference.length}/${reference}`',
  },
  {
    name: 'a link that ended gives back what an order of it holds',
    file: 'src/links/link.ts',
    right: 'return openOf(link) - link.heldMinor',
    wrong: 'return openOf(link)',
  },
  {
    name: 'an order of a link that fails stays chosen',
    file: 'src/links/link-acts.ts',
    right: 'link.chosenMinor -= end.faceMinor',
    wrong: '',
  },
  {
    name: 'a link is claimed by a token that was replaced',
    file: 'src/links/link-acts.ts',
    right: 'if (bearer.generation !== link.generation) {',
    wrong: 'if (bearer.generation < 0) {',
  },
  {
    name: 'a link is claimed after its date',
    file: 'src/links/link-acts.ts',
    right: 'if (link.claimByMs <= book.now) throw',
    wrong: 'if (link.claimByMs <= 0) throw',
  },
  {
    name: 'what is sent is not counted by spend limits',
    file: 'src/links/send-links.ts',
    right: '    spend: { clientId: input.clientId },\n',
    wrong: '',
  },
  {
    name: 'an owner pays more than was agreed',
    file: 'src/orders/wallet-spends.ts',
    right: 'if (cost.priceMinor > spend.priceMinorMax) {',
    wrong: 'if (cost.priceMinor < 0n) {',
  },
  {
    name: 'a refund of what a wallet has paid goes to the funds',
    file: 'src/cases/pay-back.ts',
    right: 'credit: wallet ?? book.chart(',
    wrong: 'credit: book.chart(',
  },
  {
    name: 'what a wallet pays is given up with the holds of the funds',
    file: 'src/orders/order-payer.ts',
    right: 'return linkNo !== undefined || walletId !== undefined',
    wrong: 'return linkNo !== undefined',
  },
]
