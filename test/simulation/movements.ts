import { formatOrderId } from '../../src/core/mod.ts'
import type { Database } from '../../src/db/mod.ts'
import { DECIMALS, type Code } from '../oracle/facts.ts'
import type { Json, SignedClient } from '../support/client.ts'

/** A movement of funds, of what was promised by links, or of a wallet, in minor units. */
export interface Movement {
  readonly id: string
  readonly kind: string
  /** A number is the place of a wallet. */
  readonly account: 'funds' | 'promised' | number
  readonly code: Code
  readonly posted: number
  readonly held: number
  readonly available: number
  readonly reference: string | undefined
  readonly orderId: string | undefined
  readonly caseId: number | undefined
}

/** Reads the movements of promised amounts and wallets, which only the operator's book has. */
export async function readBookMovements(
  db: Database,
  { partnerId, walletIds }: { readonly partnerId: number; readonly walletIds: readonly string[] },
): Promise<Movement[]> {
  const { rows } = await db.pool.query(
    `select 'trf_' || t.partner_id || '_' || t.transfer_no as id, t.code as no, t.memo,
       a.currency, a.kind, a.account_id, o.order_no, o.created_at, t.state, t.amount,
       h.amount as hold,
       a.account_id = t.debit_account as is_debit,
       case when a.account_id = t.debit_account then t.debit_available
            else t.credit_available end as available
     from accounts a
     join transfers t on t.partner_id = $1 and a.account_id in (t.debit_account, t.credit_account)
     left join transfers h on h.partner_id = $1 and h.transfer_no = t.pending_no
     left join orders o on o.partner_id = $1 and o.hold_no in (t.transfer_no, t.pending_no)
     where a.partner_id = $1 and a.kind in ('promised', 'wallet') order by t.transfer_no`,
    [partnerId],
  )
  return rows.map(({ id, no, memo, currency: code, ...row }) => {
    const { order_no: orderNo, created_at: at } = row
    const orderId = orderNo && formatOrderId({ partnerId, orderNo, createdMs: at.getTime() })
    const size = row.is_debit ? -Number(row.amount) : Number(row.amount)
    const posted = row.state % 2 === 0 ? size : 0
    const held = row.state === 1 ? -size : -Number(row.hold)
    const account = row.kind === 'promised' ? 'promised' : walletIds.indexOf(String(row.account_id))
    const of = { id, kind: KINDS_OF[no] ?? `${no}`, account, code } as const
    const names = { reference: memo ?? undefined, orderId: orderId ?? undefined, caseId: undefined }
    return { ...of, ...names, posted, held, available: Number(row.available) }
  })
}

const KINDS_OF: Readonly<Record<number, string>> = {
  3: 'order_hold',
  4: 'order_charge',
  5: 'order_release',
  15: 'link_send',
  16: 'link_return',
}

/** Reads all movements of a partner, oldest first. */
export async function readMovements(partner: SignedClient): Promise<Movement[]> {
  const movements: Movement[] = []
  let after: string | undefined
  do {
    const next = after === undefined ? '' : `&after=${encodeURIComponent(after)}`
    const { body } = await partner.get(`/v2/accounts/transactions?pageSize=500${next}`)
    movements.push(...body.data.map(movementOf))
    after = body.meta.pagination.after
  } while (after !== undefined)
  return movements.toReversed()
}

function movementOf(read: Json): Movement {
  const code: Code = read.currency
  const { kind, reference, orderId, caseId, transactionId: id } = read
  const of = { id, kind, account: 'funds', code, reference, orderId, caseId } as const
  const [posted, held] = [minor(read.posted, code), minor(read.held, code)]
  return { ...of, posted, held, available: minor(read.available, code) }
}

function minor(amount: number, code: Code): number {
  return Math.round(amount * 10 ** DECIMALS[code])
}

/**
 * The balances of a book form a chain: each movement begins with the balance that the one before
 * left. Returns the breaks of the chain.
 */
export function breaksOf(movements: readonly Movement[]): string[] {
  const left = new Map<string, number>()
  return movements.flatMap(({ id, account, code, posted, held, available }) => {
    const of = `${account} ${code}`
    const expected = (left.get(of) ?? 0) + posted - held
    left.set(of, available)
    return available === expected ? [] : [`${id} leaves ${available} ${code}, not ${expected}`]
  })
}

/** Joins two lists of movements of a book; for movements in both, the first list counts. */
export function inOrder(funds: readonly Movement[], others: readonly Movement[]): Movement[] {
  const numberOf = ({ id }: Movement) => Number(id.slice(id.lastIndexOf('_') + 1))
  const ids = new Set(funds.map(({ id }) => id))
  return [...funds, ...others.filter(({ id }) => !ids.has(id))].toSorted(
    (one, other) => numberOf(one) - numberOf(other),
  )
}
