import { dateAt, drawNumber, notFound } from '../core/mod.ts'
import {
  maybeRow,
  insertRow,
  sql,
  type Db,
  type Statement,
  type SupplierAccountsRow,
} from '../db/mod.ts'
import type { Environment, Fields, Pot } from './adapter.ts'

/** Our account at a supplier. Instants are milliseconds. */
export interface Account {
  readonly accountId: number
  readonly adapter: string
  readonly name: string
  readonly environment: Environment
  readonly baseUrl: string | undefined
  readonly settings: Fields
  readonly sealed: Buffer
  /** In minor units of its currency. */
  readonly lowFloat: { readonly minor: bigint; readonly currency: string } | undefined
  readonly active: boolean
  /** Changes with each update. Compared for equality only. */
  readonly version: bigint
  readonly createdAt: number
  readonly answeredAt: number | undefined
  readonly lastFault: string | undefined
  readonly faultedAt: number | undefined
}

export type NewAccount = Pick<
  Account,
  'adapter' | 'name' | 'environment' | 'baseUrl' | 'settings' | 'sealed' | 'lowFloat'
>

export const ACCOUNT_NAME = /^[a-z0-9][a-z0-9-]{0,49}$/

const COLUMNS = sql.raw(
  `account_id, adapter, name, environment, base_url, settings, sealed, low_float_minor,
   low_float_currency, active, version, created_at, asked_at, answered_at, last_fault, faulted_at`,
)

/** Returns all accounts: there are at most ACCOUNTS_MAX. */
export async function readAccounts(db: Db): Promise<Account[]> {
  const rows = await db.rows(sql<SupplierAccountsRow>`
    select ${COLUMNS} from supplier_accounts order by account_id`)
  return rows.map(toAccount)
}

export function toAccount(row: SupplierAccountsRow): Account {
  const { low_float_minor: minor, low_float_currency: currency } = row
  return {
    accountId: row.account_id,
    adapter: row.adapter,
    name: row.name,
    environment: row.environment as Environment,
    baseUrl: row.base_url ?? undefined,
    settings: row.settings as Fields,
    sealed: row.sealed,
    lowFloat: minor === null || currency === null ? undefined : { minor, currency },
    active: row.active,
    version: row.version,
    createdAt: row.created_at.getTime(),
    answeredAt: row.answered_at?.getTime(),
    lastFault: row.last_fault ?? undefined,
    faultedAt: row.faulted_at?.getTime(),
  }
}

/** The name of an account: `tillo:main`. */
export interface AccountName {
  readonly adapter: string
  readonly name: string
}

export function accountText({ adapter, name }: AccountName): string {
  return `${adapter}:${name}`
}

/** Returns an account. Refuses not_found. */
export async function existingAccount(db: Db, { adapter, name }: AccountName): Promise<Account> {
  const accounts = await readAccounts(db)
  const account = accounts.find((one) => one.adapter === adapter && one.name === name)
  if (!account) throw notFound('supplier account')
  return account
}

/** Splits `tillo:main`. A text of another form yields a name that no account has. */
export function parseAccountText(text: string): AccountName {
  const [adapter = '', ...name] = text.split(':')
  return { adapter, name: name.join(':') }
}

/** Locks the account for an update. */
export async function lockAccount(
  db: Db,
  { adapter, name }: AccountName,
): Promise<Account | undefined> {
  if (!ACCOUNT_NAME.test(name)) return undefined
  const row = await maybeRow(
    db,
    sql<SupplierAccountsRow>`
      select ${COLUMNS} from supplier_accounts where adapter = ${adapter} and name = ${name}
      for update`,
  )
  return row && toAccount(row)
}

export function lockAccounts(): Statement<never> {
  return sql`lock table supplier_accounts in share row exclusive mode`
}

export function insertAccount(account: NewAccount, at: number): Statement<SupplierAccountsRow> {
  const { lowFloat } = account
  const inserted = insertRow<SupplierAccountsRow>('supplier_accounts', {
    adapter: account.adapter,
    name: account.name,
    environment: account.environment,
    base_url: account.baseUrl,
    settings: JSON.stringify(account.settings),
    sealed: account.sealed,
    low_float_minor: lowFloat?.minor,
    low_float_currency: lowFloat?.currency,
    version: drawNumber(),
    created_at: dateAt(at),
  })
  return sql`
    ${inserted}
    returning ${COLUMNS}`
}

/** Updates the account. Its float is due at once, because the credential may be new. */
export function updateAccountRow(account: Account): Statement<SupplierAccountsRow> {
  const { lowFloat } = account
  return sql`
    update supplier_accounts
    set settings = ${JSON.stringify(account.settings)}::jsonb, sealed = ${account.sealed},
        low_float_minor = ${lowFloat?.minor ?? null},
        low_float_currency = ${lowFloat?.currency ?? null}, active = ${account.active},
        version = ${drawNumber()}, asked_at = null
    where account_id = ${account.accountId}
    returning ${COLUMNS}`
}

/** Locks an account and returns a row, if the account still has the version that was read. */
export function shareVersion({
  accountId,
  version,
}: Pick<Account, 'accountId' | 'version'>): Statement<{ account_id: number }> {
  return sql`
    select account_id from supplier_accounts
    where account_id = ${accountId} and version = ${version}
    for share`
}

/**
 * Records the new address of an account at a stand-in. Returns no row if there is no such account.
 */
export function moveAccountRow(
  { adapter, name }: AccountName,
  baseUrl: string,
): Statement<SupplierAccountsRow> {
  return sql`
    update supplier_accounts set base_url = ${baseUrl}, version = ${drawNumber()}, asked_at = null
    where adapter = ${adapter} and name = ${name}
    returning ${COLUMNS}`
}

/** Claims the accounts whose float is due. Each is returned to one process only. */
export function claimDueAccounts(at: number, before: number): Statement<{ account_id: number }> {
  return sql`
    update supplier_accounts set asked_at = ${dateAt(at)}
    where account_id = any(array(
      select account_id from supplier_accounts
      where active and (asked_at is null or asked_at <= ${dateAt(before)})
      order by account_id
      for update skip locked))
    returning account_id`
}

/**
 * One row if the account is active. It is then locked, so that nobody switches it off meanwhile.
 */
type IfActive = Statement<{ account_id: number }>

export function markAnswered(accountId: number, at: number): IfActive {
  return sql`
    update supplier_accounts set answered_at = greatest(answered_at, ${dateAt(at)})
    where account_id = ${accountId} and active
    returning account_id`
}

export function markFault(accountId: number, fault: string, at: number): IfActive {
  return sql`
    update supplier_accounts set last_fault = ${fault}, faulted_at = ${dateAt(at)}
    where account_id = ${accountId} and active
    returning account_id`
}

/** Our funds at an account, as decimal text. */
export interface PotRow {
  readonly account_id: number
  readonly pot: string
  readonly currency: string
  readonly funds: string
  readonly seen_at: Date
}

export function selectPots(): Statement<PotRow> {
  return sql`
    select account_id, pot, currency, trim_scale(funds)::text as funds, seen_at
    from supplier_pots order by account_id, currency, pot`
}

export function upsertPots(accountId: number, pots: readonly Pot[], at: number): Statement<never> {
  return sql`
    insert into supplier_pots (account_id, pot, currency, funds, seen_at)
    select ${accountId}, input.pot, input.currency, input.funds, ${dateAt(at)}::timestamptz
    from unnest(
      ${pots.map((one) => one.name)}::text[],
      ${pots.map((one) => one.currency)}::text[],
      ${pots.map((one) => one.amount)}::numeric[]) as input (pot, currency, funds)
    on conflict (account_id, pot, currency) do update
    set funds = excluded.funds, seen_at = excluded.seen_at
    where supplier_pots.seen_at <= excluded.seen_at`
}
