import { systemActor } from '../audit/mod.ts'
import { type AdoptedAccount, adoptAccounts, listAccounts } from '../connectors/mod.ts'
import type { Clock } from '../core/mod.ts'
import { transact, type Database, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  type FormerAccountRow,
  formerAccounts,
  lockFormerAccounts,
  markTakenOver,
  accountsTakenOver,
} from './account-rows.ts'

export interface TakeOverContext {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

/** The adapter that replaces the former supplier. */
export const ADAPTER = 'tessera'
export const ACTOR = systemActor('takeover')

/** An account of the former supplier that is now an account of the adapter. */
export interface AccountTakenOver {
  readonly upstreamId: number
  readonly formerName: string
  readonly accountId: number
  readonly name: string
}

/** Takes over the accounts that are not taken over yet. Returns all of them. */
export async function takeOverAccounts(context: TakeOverContext): Promise<AccountTakenOver[]> {
  const { db, vault, clock } = context
  const waiting = await db.rows(formerAccounts())
  if (waiting.length > 0) {
    await vault.prepare(waiting.map(({ sealed }) => sealed))
    await transact(db, (tx) => takeOverAll(tx, context))
  }
  const rows = await db.rows(accountsTakenOver())
  const accounts = rows.length === 0 ? [] : await listAccounts(db, clock.now())
  return rows.flatMap((row) => {
    const account = accounts.find(({ accountId }) => accountId === row.account_id)
    const { upstream_id: upstreamId, name: formerName } = row
    if (!account) return []
    return { upstreamId, formerName, accountId: account.accountId, name: account.name }
  })
}

async function takeOverAll(tx: Tx, { vault, clock }: TakeOverContext): Promise<void> {
  const rows = await tx.rows(lockFormerAccounts())
  const inputs = rows.map((row) => inputOf(vault, row))
  const accounts = await adoptAccounts(tx, vault, inputs, { actor: ACTOR, at: clock.now() })
  for (const [at, { accountId }] of accounts.entries()) {
    tx.write(markTakenOver(rows[at]?.upstream_id ?? 0, accountId))
  }
}

function inputOf(vault: Vault, row: FormerAccountRow): AdoptedAccount {
  const { name, base_url: baseUrl, currency, low_float_minor: minor, active } = row
  return {
    adapter: ADAPTER,
    name,
    environment: 'live',
    baseUrl,
    settings: { clientId: row.client_id, currency },
    secrets: openSecrets(vault, row),
    lowFloat: minor === null ? undefined : { minor, currency },
    active,
  }
}

/** Opens secrets that the former supplier sealed: two lines, bound to the name of the account. */
function openSecrets(
  vault: Vault,
  { name, sealed }: FormerAccountRow,
): { readonly apiKey: string; readonly hmacSecret: string } {
  const text = vault.open('credentials', `upstream:${name}`, sealed).toString('utf8')
  const [apiKey = '', hmacSecret = ''] = text.split('\n')
  return { apiKey, hmacSecret }
}
