import { recordAudit, type Actor, type AuditValue } from '../audit/mod.ts'
import { resolveAlert } from '../alerts/mod.ts'
import {
  findCurrency,
  formatAmount,
  invalidField,
  readAmount,
  readCurrency,
  Refusal,
  notFound,
} from '../core/mod.ts'
import { maybeRow, oneRow, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  type Account,
  ACCOUNT_NAME,
  type AccountName,
  accountText,
  insertAccount,
  lockAccount,
  lockAccounts,
  moveAccountRow,
  readAccounts,
  toAccount,
  updateAccountRow,
} from './account-rows.ts'
import { type Adapter, type Environment, ENVIRONMENTS, type Fields } from './adapter.ts'
import { readBaseUrl } from './address.ts'
import { sealSecrets } from './connections.ts'
import { countOpen } from './create-list-rows.ts'
import { hurryMirror } from './mirror-rows.ts'
import { subjectOf } from './poll-float.ts'
import { fieldsFault } from './read-fields.ts'

/** Who changes an account, why and when. */
export interface AccountAct {
  readonly actor: Actor
  readonly reason?: string | undefined
  readonly at: number
}

export interface AccountInput extends AccountName {
  readonly environment: string
  readonly baseUrl?: string | undefined
  readonly secrets: Fields
  readonly settings?: Fields | undefined
  readonly lowFloat?: LowFloatInput | undefined
}

interface LowFloatInput {
  readonly amount: number
  readonly currency: string
}

/** Fields that are left out stay; `lowFloat: null` turns the alert off. */
export interface AccountChange {
  readonly secrets?: Fields | undefined
  readonly settings?: Fields | undefined
  readonly lowFloat?: LowFloatInput | null | undefined
  readonly active?: boolean | undefined
}

export type Adapters = Readonly<Record<string, Adapter>>

const ACCOUNTS_MAX = 100

/**
 * Registers our account at a supplier. Its secrets are sealed and never returned.
 *
 * Refuses, in this order:
 *   invalid_request  a field is not valid
 *   state_conflict   the adapter has an account of this name, or ACCOUNTS_MAX exist
 */
export async function registerAccount(
  tx: Tx,
  { vault, adapters }: { readonly vault: Vault; readonly adapters: Adapters },
  { input, act }: { readonly input: AccountInput; readonly act: AccountAct },
): Promise<Account> {
  const { manifest } = adapterOf(adapters, input.adapter)
  const { adapter, name, secrets, settings = {} } = input
  if (!ACCOUNT_NAME.test(name)) {
    throw invalidField('name', 'must have 1 to 50 small letters, digits and dashes')
  }
  const environment = readEnvironment(input.environment)
  if (input.baseUrl === undefined && manifest.hosts === 'ofAccount') {
    throw invalidField('baseUrl', `is required: ${adapter} has no address of its own`)
  }
  const baseUrl = input.baseUrl === undefined ? undefined : readBaseUrl(input.baseUrl)
  requireFields('secrets', manifest.secrets, secrets)
  requireFields('settings', manifest.account, settings)
  const lowFloat = readLowFloat(input.lowFloat ?? null)
  const sealed = sealSecrets(vault, { adapter, name }, secrets)
  await tx.rows(lockAccounts())
  const accounts = await readAccounts(tx)
  if (accounts.some((one) => one.adapter === adapter && one.name === name)) {
    throw new Refusal('state_conflict', `there is an account ${adapter}:${name}`)
  }
  if (accounts.length >= ACCOUNTS_MAX) {
    throw new Refusal('state_conflict', `there are ${ACCOUNTS_MAX} accounts already`)
  }
  const row = { adapter, name, environment, baseUrl, settings, sealed, lowFloat }
  const account = toAccount(await oneRow(tx, insertAccount(row, act.at)))
  auditAccount(tx, { action: 'supplier_account.create', account, act, isOpened: true })
  return account
}

/**
 * Changes an account. Its name, environment and address stay, because open creates can be looked up
 * only with these.
 *
 * Refuses, in this order:
 *   not_found        there is no such account
 *   invalid_request  a field is not valid
 *   state_conflict   purchases are open, and the settings name another account at the supplier
 */
export async function updateAccount(
  tx: Tx,
  { vault, adapters }: { readonly vault: Vault; readonly adapters: Adapters },
  { name, change, act }: { name: AccountName; change: AccountChange; act: AccountAct },
): Promise<Account> {
  const before = await lockAccount(tx, name)
  if (!before) throw notFound('supplier account')
  const { manifest } = adapterOf(adapters, before.adapter)
  if (change.secrets) requireFields('secrets', manifest.secrets, change.secrets)
  if (change.settings) requireFields('settings', manifest.account, change.settings)
  if (change.settings) await requireSameAccount(tx, before, { manifest, after: change.settings })
  const sealed = change.secrets ? sealSecrets(vault, before, change.secrets) : before.sealed
  const lowFloat = change.lowFloat === undefined ? before.lowFloat : readLowFloat(change.lowFloat)
  const active = change.active ?? before.active
  const settings = change.settings ?? before.settings
  const changed = { ...before, sealed, lowFloat, active, settings }
  const after = toAccount(await oneRow(tx, updateAccountRow(changed)))
  // An inactive account is not polled, so nothing would resolve these alerts later.
  if (!active) {
    const subject = subjectOf(after)
    for (const kind of ['upstream_low_float', 'upstream_silent'] as const) {
      resolveAlert(tx, { kind, subject, at: act.at })
    }
  }
  const isOpened = change.secrets !== undefined || (active && !before.active)
  auditAccount(tx, { action: 'supplier_account.update', account: after, act, before, isOpened })
  return after
}

/**
 * Refuses settings that name another account at the supplier while purchases are open: these would
 * not be found, and would be bought again. Each new purchase first locks the version of the
 * account.
 */
async function requireSameAccount(
  tx: Tx,
  { accountId, settings }: Account,
  { manifest, after }: { readonly manifest: Adapter['manifest']; readonly after: Fields },
): Promise<void> {
  const field = manifest.identity?.find((name) => settings[name] !== after[name])
  if (field === undefined) return
  const { open } = await oneRow(tx, countOpen(accountId))
  if (open === 0n) return
  const message = `settings.${field} can change once no purchase is open there: ${open} are`
  throw new Refusal('state_conflict', message)
}

/**
 * Changes the address of an account at a stand-in, which has a new address after each start.
 * Returns false if there is no such account. The address of a supplier never changes, because open
 * creates can be looked up only there.
 */
export async function moveAccount(
  tx: Tx,
  { name, baseUrl, act }: { name: AccountName; baseUrl: string; act: AccountAct },
): Promise<boolean> {
  const row = await maybeRow(tx, moveAccountRow(name, readBaseUrl(baseUrl)))
  if (!row) return false
  // The addresses of its pictures have moved as well.
  await tx.rows(hurryMirror(row.account_id, act.at))
  auditAccount(tx, {
    action: 'supplier_account.update',
    account: toAccount(row),
    act,
    isOpened: false,
  })
  return true
}

function adapterOf(adapters: Adapters, name: string): Adapter {
  const adapter = Object.hasOwn(adapters, name) ? adapters[name] : undefined
  if (adapter) return adapter
  throw invalidField('adapter', `must be one of ${Object.keys(adapters).join(', ')}`)
}

function readEnvironment(text: string): Environment {
  const environment = ENVIRONMENTS.find((one) => one === text)
  if (!environment) throw invalidField('environment', `must be one of ${ENVIRONMENTS.join(', ')}`)
  return environment
}

/** Refuses invalid_request naming the first field that does not fit. */
export function requireFields(
  field: 'secrets' | 'settings',
  schema: Adapter['manifest']['secrets'],
  input: Fields,
): void {
  const misfit = fieldsFault(schema, input)
  if (misfit) throw invalidField(`${field}.${misfit.field}`, misfit.fault)
}

function readLowFloat(input: LowFloatInput | null): Account['lowFloat'] {
  if (input === null) return undefined
  const currency = readCurrency('lowFloat.currency', input.currency)
  const minor = readAmount('lowFloat.amount', input.amount, { currency })
  return { minor, currency: currency.code }
}

interface AccountAudit {
  readonly action: string
  readonly account: Account
  readonly act: AccountAct
  readonly before?: Account
  /**
   * True if the change lets value leave in a new way: through new secrets, or an activated account.
   */
  readonly isOpened: boolean
}

export function auditAccount(
  tx: Tx,
  { action, account, act, before, isOpened }: AccountAudit,
): void {
  recordAudit(tx, {
    ...act,
    action,
    target: `supplier:${accountText(account)}`,
    valueOut: isOpened ? { kind: 'upstreams' } : 'none',
    before: before && auditable(before),
    after: { ...auditable(account), ...(isOpened && before && { secrets: 'changed' }) },
  })
}

/** Returns the fields of the audit entry. None of them is secret. */
function auditable(account: Account): { readonly [field: string]: AuditValue } {
  const { adapter, name, environment, baseUrl = null, active, lowFloat } = account
  const currency = lowFloat && findCurrency(lowFloat.currency)
  const least = currency ? `${formatAmount(lowFloat.minor, currency)} ${currency.code}` : null
  return { adapter, name, environment, baseUrl, active, lowFloat: least }
}
