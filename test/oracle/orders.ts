import { type Answer, type ActOf, known, Refused } from './acts.ts'
import { AMOUNT_MAX, sum, wire, type Code } from './facts.ts'
import { giveBack, requireOfLink } from './link.ts'
import { move, type OraclePartner, spend, spendableIn } from './partner.ts'
import { isIrrevocable, isOwed, OracleOrder, type Batch, type Payer } from './order.ts'
import { quoteOf } from './prices.ts'
import { requireOfWallet } from './wallets.ts'

export function place(partner: OraclePartner, act: ActOf<'place'>, payer?: Payer): Answer {
  const { key, code, once, quote: named } = act
  return partner.onceByHeader(['place', once], [key, code, act.lines, named], () => {
    if (partner.orders.some((one) => one.act.key === key))
      throw new Refused(409, ['clientReference'])
    if (partner.isSuspended) throw new Refused(payer ? 409 : 403)
    const quote = quoteOf(partner, act)
    const { lines, faults } = partner.world.prices.price(partner, act, quote?.locks)
    if (act.quote !== undefined && !quote) faults.unshift('quoteId')
    if (faults.length > 0) throw new Refused(400, faults)
    const order = new OracleOrder(act, lines, payer)
    if (payer) payer.require(order)
    else spend(partner, act, order.price)
    if (quote) quote.isUsed = true
    const at = partner.orders.push(order) - 1
    if (isIssuedAtOnce(partner, order)) {
      for (const one of order.batches) deliver(partner, one)
      complete(partner, order)
    }
    return { status: 201, order: at, total: wire(order.total, code) }
  })
}

/** A card of a link is an order of the partner that the link pays. */
export function claim(partner: OraclePartner, act: ActOf<'claim'>): Answer {
  const link = known(partner.links[act.link])
  const require = (order: OracleOrder) => requireOfLink(link, order, act.isOld)
  return place(partner, orderOfCard(act, link.act.code), { link, require })
}

/** The owner of a wallet takes a card, which the wallet pays. */
export function spendWallet(partner: OraclePartner, act: ActOf<'spend'>): Answer {
  const wallet = known(partner.wallets[act.wallet])
  const require = ({ price }: OracleOrder) => requireOfWallet(partner, wallet, { price, ...act })
  return place(partner, orderOfCard(act, wallet.code), { wallet, require })
}

function orderOfCard(act: ActOf<'claim' | 'spend'>, code: Code): ActOf<'place'> {
  const { partner, product, amount, key } = act
  const fields = { partner, code, lines: [[product, amount, 1]] as const, key, by: 0 }
  return { act: 'place', ...fields, once: undefined, quote: undefined }
}

/** An order that needs no supplier is fulfilled as it is accepted. Waiting orders come first. */
function isIssuedAtOnce({ world: { stock } }: OraclePartner, { lines }: OracleOrder): boolean {
  return lines.every(({ sold, amount, days }) => {
    if (days !== undefined) return false
    if (sold.supply !== 'stock') return sold.supply === 'generated'
    const same = lines.filter((one) => one.sold === sold && one.amount === amount)
    const units = Number(sum(same, (one) => BigInt(one.units)))
    return stock.valid({ amount }).length >= units && !stock.isWaitedFor(amount)
  })
}

function deliver({ world }: OraclePartner, batch: Batch): void {
  const { sold, wallet, value } = batch.line
  if (sold.supply === 'stock') batch.codes = world.stock.take(batch.line, batch.units)
  if (wallet) wallet.balance += BigInt(batch.units) * value
  batch.state = 'issued'
}

function complete(partner: OraclePartner, order: OracleOrder): void {
  if (order.status !== 'PROCESSING') order.move('PROCESSING')
  end(partner, order, 'COMPLETED')
}

function end(partner: OraclePartner, order: OracleOrder, status: 'COMPLETED' | 'CANCELLED'): void {
  order.move(status)
  order.held = 0n
  const { charged, payer: { link, wallet } = {} } = order
  if (wallet) wallet.balance -= charged
  else if (link) {
    giveBack(link)
    link.events.push(status === 'COMPLETED' ? 'claimed' : 'failed')
  } else if (charged > 0n) move(partner, 'order_charge', order.code, -charged)
}

/** Returns the order and the batch that an act names. */
function batchOf({ orders }: OraclePartner, at: number): readonly [OracleOrder, Batch] {
  const order = known(orders[Math.floor(at / 100)])
  return [order, known(order.batches[at % 100])]
}

/** A worker takes a batch: for codes in stock or generated ones, it knows the outcome at once. */
export function lease(partner: OraclePartner, act: ActOf<'lease'>): Answer {
  const [order, batch] = batchOf(partner, act.at)
  const { sold, wallet, value } = batch.line
  if (order.status === 'PENDING') order.move('PROCESSING')
  if (sold.supply === 'bought') batch.state = 'under way'
  else if (sold.supply === 'generated') deliver(partner, batch)
  else if (wallet) {
    const fits = wallet.balance + value * BigInt(batch.units) <= AMOUNT_MAX
    if (fits && wallet.status === 'ENABLED') deliver(partner, batch)
  } else if (partner.world.stock.valid(batch.line).length >= batch.units) {
    deliver(partner, batch)
    const isShort = order.batches.some(({ state }) => state === 'stock' || state === 'unfunded')
    if (order.status === 'OUT_OF_STOCK' && !isShort) order.move('PROCESSING')
  } else {
    batch.state = 'stock'
    if (order.status !== 'OUT_OF_STOCK') order.move('OUT_OF_STOCK')
  }
  return { status: 200 }
}

/** The response of a supplier. */
export function answer(partner: OraclePartner, act: ActOf<'answer'>): Answer {
  const [order, batch] = batchOf(partner, act.at)
  batch.state = act.outcome === 'refused' ? 'waits' : act.outcome
  if (order.isOpen && act.outcome === 'unfunded') {
    order.suspend()
    order.isForSupplier = true
  } else if (order.status === 'ON_HOLD' && order.kept < order.held) order.held = order.kept
  return { status: 200 }
}

export function cancel(partner: OraclePartner, { at }: ActOf<'cancel'>): Answer {
  const order = known(partner.orders[at])
  const { batches, isFinal } = order
  const isUnsure = batches.some((one) => isOwed(one) && one.state !== 'issued')
  if (isFinal || isUnsure) throw new Refused(409)
  const isComplete = batches.every(isIrrevocable) && settle(partner, order)
  if (isComplete) return { status: 200, is: 'COMPLETED' }
  const back = batches.filter((one) => one.state !== 'issued' || !isIrrevocable(one))
  for (const one of back) one.state = 'ended'
  end(partner, order, 'CANCELLED')
  for (const { codes } of back) partner.world.stock.add(codes)
  return { status: 200, is: 'CANCELLED' }
}

export function resume(partner: OraclePartner, { at }: ActOf<'resume'>): Answer {
  const order = known(partner.orders[at])
  const { isForSupplier: resumed } = order
  order.isForSupplier = false
  return { status: 200, resumed }
}

/** Charges an order that is delivered completely. Returns whether it is one. */
function settle(partner: OraclePartner, order: OracleOrder): boolean {
  const isHeld = order.status !== 'ON_HOLD' || order.held === order.price
  if (order.isFinal || !order.isDelivered || !isHeld) return false
  if (order.status === 'ON_HOLD') order.resume()
  complete(partner, order)
  return true
}

export function settleDelivered(partner: OraclePartner): void {
  while (partner.orders.some((order) => settle(partner, order))) follow(partner)
}

/** Follows the funds: the newest orders give up holds, the oldest get holds back. */
export function follow(partner: OraclePartner): void {
  const has = (order: OracleOrder, missing: bigint) =>
    !order.isPaidByFunds || spendableIn(partner, order.code) >= missing
  for (const order of partner.orders.toReversed()) {
    const isOver = order.isDelivered && order.kept >= order.held
    if (order.isOpen && !isOver && !has(order, 0n)) order.suspend()
  }
  for (const order of partner.orders) {
    const isWaiting = order.status === 'ON_HOLD' && !order.isForSupplier
    if (isWaiting && has(order, order.price - order.held)) order.resume()
  }
}
