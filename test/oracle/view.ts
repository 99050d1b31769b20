import { CODES, wire, wired, type Code } from './facts.ts'
import type { OracleLink } from './link.ts'
import { availableIn, heldIn, type OraclePartner } from './partner.ts'
import { costOf, discountOf, feeOf, type OracleOrder } from './order.ts'
import { availableOf } from './wallets.ts'

export type View = ReturnType<typeof viewOf>

/** The view of a partner, and the operator's view of its book. */
export function viewOf(partner: OraclePartner) {
  const funds = CODES.map((code) => {
    const amounts = { available: availableIn(partner, code), held: heldIn(partner, code) }
    return [code, wired(amounts, code)] as const
  })
  return {
    funds: Object.fromEntries(funds) as Record<string, (typeof funds)[number][1]>,
    movements: partner.movements.map(
      ([kind, code, size]) => [kind, code, wire(size, code)] as const,
    ),
    orders: partner.orders.map(orderView),
    links: partner.links.map(linkView),
    wallets: partner.wallets.map((wallet) => {
      const { code, status } = wallet
      return { code, balance: wire(availableOf(partner, wallet), code), status }
    }),
    cases: partner.cases.map(({ at: order, item, kind, state, told }) => {
      return { order, item, kind, state, told: [...told] }
    }),
    book: bookOf(partner),
  }
}

function orderView(order: OracleOrder) {
  const { act, code, status, total, isFinal, charged, lines, events } = order
  const isAdjusted = isFinal && lines.some(({ terms }) => terms !== undefined)
  const adjusted = [order.final(discountOf), order.final(feeOf)].map((one) => wire(one, code))
  const fields = { reference: act.key, status, total: wire(total, code), events: [...events] }
  return {
    ...fields,
    charged: isFinal ? wire(charged, code) : undefined,
    /** The discount and the fee of the charge; undefined without a rule. */
    adjusted: isAdjusted ? adjusted : undefined,
    /** The number of codes that it shows: none before COMPLETED. */
    codes: status === 'COMPLETED' ? lines.reduce((all, { units }) => all + units, 0) : 0,
  }
}

function linkView(link: OracleLink) {
  const { sent, claimed, returned, left, held, status, events } = link
  const { code } = link.act
  const amounts = wired({ sent, claimed, returned, left, held }, code)
  return { code, status, ...amounts, events: [...events] }
}

/** Returns issued face values, discounts, fees, refunds and promises that are not 0. */
function bookOf({ orders, links, cases }: OraclePartner): Record<string, number> {
  const book: Record<string, bigint> = {}
  const enter = (name: string, code: Code, minor: bigint): void => {
    book[`${name} ${code}`] = (book[`${name} ${code}`] ?? 0n) + minor
  }
  for (const one of orders.filter(({ isFinal }) => isFinal)) {
    enter('issued', one.code, one.final(costOf))
    enter('discounts', one.code, one.final(discountOf))
    enter('fees', one.code, one.final(feeOf))
  }
  for (const { line, state, units } of orders.flatMap(({ batches }) => batches)) {
    // The value of a credit leaves the book for the wallet at once.
    if (line.wallet && state === 'issued')
      enter('issued', line.sold.code, -BigInt(units) * line.value)
  }
  for (const { act, open, held } of links) {
    enter('promised', act.code, open)
    enter('held of promised', act.code, held)
  }
  for (const { paidAs, order, amount } of cases) {
    if (paidAs && amount !== undefined) enter(paidAs, order.code, amount)
  }
  const entries = Object.entries(book).filter(([, minor]) => minor !== 0n)
  return Object.fromEntries(entries.map(([name, minor]) => [name, Number(minor)]))
}
