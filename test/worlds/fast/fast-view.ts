import { available } from '../../../src/ledger/mod.ts'
import type { View } from '../../oracle/view.ts'
import { wire, type Code } from '../../oracle/facts.ts'
import type { MemoryBook } from './memory-book.ts'

/** The accounts of the book that a view has, and the sign of each kind's balance. */
const BALANCE_SIGNS = {
  issued: 1n,
  discounts: -1n,
  fees: 1n,
  refunds: -1n,
  wallet_refunds: -1n,
  promised: 1n,
}

/** The views of a partner, and of the operator on it. */
export function viewOf(book: MemoryBook): View {
  const funds = book.accounts.filter(({ kind }) => kind === 'funds')
  const moved = book.transfers.flatMap((transfer) => {
    const account = funds.find(
      ({ id }) => id === transfer.debitAccount || id === transfer.creditAccount,
    )
    const isPosted = transfer.state === 'posted' || transfer.state === 'post'
    if (!account || !isPosted || transfer.amount === 0n) return []
    const amount =
      account.id === transfer.creditAccount ? transfer.amount : -BigInt(transfer.amount)
    const code = account.currency as Code
    return [[transfer.code, code, wire(amount, code)] as const]
  })
  const balances = book.accounts.flatMap((account) => {
    const sign = BALANCE_SIGNS[account.kind as keyof typeof BALANCE_SIGNS] as bigint | undefined
    const amount = (sign ?? 0n) * (account.creditsPosted - account.debitsPosted)
    return amount === 0n ? [] : [[`${account.kind} ${account.currency}`, Number(amount)] as const]
  })
  const held = book.accounts.flatMap(({ kind, currency, debitsPending }) =>
    kind === 'promised' && debitsPending > 0n
      ? [[`held of promised ${currency}`, Number(debitsPending)] as const]
      : [],
  )
  const fundsByCode = funds.map((account) => {
    const code = account.currency as Code
    const amounts = {
      available: wire(available(account), code),
      held: wire(account.debitsPending, code),
    }
    return [code, amounts] as const
  })
  return {
    funds: Object.fromEntries(fundsByCode),
    movements: moved,
    orders: ordersOf(book),
    links: book.orders.links.view(),
    wallets: book.wallets.map(({ walletId, currency, status }) => {
      const account = book.accounts.find(({ id }) => id === walletId)
      const code = currency.code as Code
      return { code, balance: wire(account ? available(account) : 0n, code), status }
    }),
    cases: [...book.cases.values()].map(({ caseId, orderNo, itemNo, kind, state }) => {
      const told = [...(book.casesTold.get(caseId) ?? [])]
      return { order: orderNo - 1, item: itemNo, kind, state, told }
    }),
    book: Object.fromEntries([...balances, ...held]),
  }
}

function ordersOf({ orders }: MemoryBook): View['orders'] {
  return [...orders.orders.values()].map((order) => {
    const { orderNo, clientReference, status, totalMinor, chargedMinor } = order
    const adjusted = status === 'COMPLETED' ? order.adjustment : order.chargedAdjustment
    const code = order.currency.code as Code
    const issued = orders.of(orderNo).filter((batch) => batch.status === 'COMPLETED')
    return {
      reference: Number(clientReference.replace('key ', '')),
      status,
      total: wire(totalMinor, code),
      charged: chargedMinor === undefined ? undefined : wire(chargedMinor, code),
      adjusted:
        adjusted && [adjusted.discountMinor, adjusted.feeMinor].map((minor) => wire(minor, code)),
      events: [...(orders.events.get(orderNo) ?? [])],
      codes: status === 'COMPLETED' ? issued.reduce((sum, { quantity }) => sum + quantity, 0) : 0,
    }
  })
}
