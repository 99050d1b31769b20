import { notFound } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import {
  type Account,
  type AccountName,
  accountText,
  readAccounts,
  selectPots,
} from './account-rows.ts'
import { countUnclear, selectPotsWithDays } from './create-list-rows.ts'
import { type MirrorRow, selectMirrors } from './mirror-rows.ts'

/** What we know of the catalog of an account. Instants are milliseconds. */
export interface CatalogState {
  /** The number of its listings that we have. */
  readonly listings: number
  /** The number of listings of the last reading that could not be understood. */
  readonly unread: number
  /** When it was last read whole. */
  readonly readAt: number | undefined
  /** Why the last reading failed, and when; undefined if it did not. */
  readonly lastFault: string | undefined
  readonly lastFaultAt: number | undefined
}

/**
 * An account with our funds there, as decimal text, the state of its catalog, and the number of
 * creates that wait for a person.
 */
export interface AccountView extends Account {
  readonly pots: readonly {
    readonly pot: string
    readonly currency: string
    readonly funds: string
    /** The number of days that the funds last at the spending of the last week. */
    readonly daysLeft: number | undefined
    readonly seenAt: number
  }[]
  readonly unclearPurchases: number
  /** Undefined before the first reading is planned. */
  readonly catalog?: CatalogState | undefined
}

/** Returns all accounts, oldest first. */
export async function listAccounts(db: Db, now: number): Promise<AccountView[]> {
  const [accounts, pots, unclear, mirrors] = await Promise.all([
    readAccounts(db),
    db.rows(selectPotsWithDays(now)),
    db.rows(countUnclear()),
    db.rows(selectMirrors()),
  ])
  return accounts.map((account) => ({
    ...account,
    pots: pots
      .filter((row) => row.account_id === account.accountId)
      .map(({ pot, currency, funds, seen_at: seen, days_left: days }) => ({
        pot,
        currency,
        funds,
        daysLeft: days ?? undefined,
        seenAt: seen.getTime(),
      })),
    unclearPurchases: Number(
      unclear.find((row) => row.account_id === account.accountId)?.unclear ?? 0,
    ),
    catalog: catalogStateOf(mirrors.find((row) => row.account_id === account.accountId)),
  }))
}

function catalogStateOf(row: MirrorRow | undefined): CatalogState | undefined {
  return (
    row && {
      listings: row.listings,
      unread: row.unread,
      readAt: row.mirrored_at?.getTime(),
      lastFault: row.fault ?? undefined,
      lastFaultAt: row.faulted_at?.getTime(),
    }
  )
}

/** Returns our funds at each account, such as those of `tessera:acme USD`, for the metrics. */
export async function readFunds(db: Db): Promise<Map<string, number>> {
  const [accounts, pots] = await Promise.all([readAccounts(db), db.rows(selectPots())])
  return new Map(
    pots.flatMap(({ account_id: accountId, pot, currency, funds }) => {
      const account = accounts.find((one) => one.accountId === accountId)
      const named = pot === '' ? currency : `${currency} ${pot}`
      return account ? [[`${accountText(account)} ${named}`, Number(funds)] as const] : []
    }),
  )
}

/** Returns one account. Refuses not_found. */
export async function getAccount(
  db: Db,
  { adapter, name }: AccountName,
  now: number,
): Promise<AccountView> {
  const accounts = await listAccounts(db, now)
  const account = accounts.find((one) => one.adapter === adapter && one.name === name)
  if (!account) throw notFound('supplier account')
  return account
}
