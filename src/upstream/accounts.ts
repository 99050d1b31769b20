import { recordAudit, type Actor, type AuditValue } from '../audit/mod.ts'
import { resolveAlert } from '../alerts/mod.ts'
import {
  findCurrency,
  formatAmount,
  invalidField,
  isFault,
  isUuid,
  parseAmount,
  Refusal,
  type Currency,
  type Signer,
} from '../core/mod.ts'
import { maybeRow, oneRow, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  countUpstreams,
  insertUpstream,
  lockUpstream,
  lockUpstreams,
  toUpstream,
  updateUpstreamRow,
  type Upstream,
  UPSTREAM_NAME,
} from './account-rows.ts'
import { readBaseUrl } from '../connectors/mod.ts'
import { subjectOf } from './float.ts'
import { checkSecret, sealSecrets } from './secrets.ts'

/** Who changes an account, why and when. */
export interface UpstreamAct {
  readonly actor: Actor
  readonly reason?: string | undefined
  readonly at: number
}

export interface UpstreamInput {
  readonly name: string
  readonly baseUrl: string
  readonly clientId: string
  readonly apiKey: string
  readonly hmacSecret: string
  readonly currency: string
  readonly lowFloat?: number | undefined
}

/**
 * Absent fields do not change; `lowFloat: null` turns the alert off. The address is not among them:
 * a body may have unknown fields, and a new address would receive our secrets.
 */
export interface UpstreamChange {
  readonly clientId?: string | undefined
  readonly apiKey?: string | undefined
  readonly hmacSecret?: string | undefined
  readonly lowFloat?: number | null | undefined
  readonly active?: boolean | undefined
}

const UPSTREAMS_MAX = 100

/**
 * Registers our account at another service. Its secrets are sealed and never returned.
 *
 * Refuses, in this order:
 *   invalid_request  a field is not valid
 *   state_conflict   the name is in use, or UPSTREAMS_MAX accounts exist
 */
export async function registerUpstream(
  tx: Tx,
  vault: Vault,
  { input, act }: { input: UpstreamInput; act: UpstreamAct },
): Promise<Upstream> {
  const { name, apiKey, hmacSecret } = input
  if (!UPSTREAM_NAME.test(name)) {
    throw invalidField('name', 'must have 1 to 50 small letters, digits and dashes')
  }
  const baseUrl = readBaseUrl(input.baseUrl)
  const clientId = readClientId(input.clientId)
  const secrets = checkedSecrets({ apiKey, hmacSecret })
  const currency = readCurrency(input.currency)
  const lowFloatMinor = readLowFloat(input.lowFloat ?? null, currency)
  const sealed = sealSecrets(vault, name, secrets)
  await tx.rows(lockUpstreams())
  if (await maybeRow(tx, lockUpstream(name))) {
    throw new Refusal('state_conflict', 'a supplier has this name')
  }
  if ((await oneRow(tx, countUpstreams())).total >= UPSTREAMS_MAX) {
    throw new Refusal('state_conflict', `there are ${UPSTREAMS_MAX} suppliers already`)
  }
  const row = { name, baseUrl, clientId, sealed, currency: currency.code, lowFloatMinor }
  const upstream = toUpstream(await oneRow(tx, insertUpstream(row, act.at)))
  audit(tx, { action: 'upstream.create', upstream, act })
  return upstream
}

interface UpstreamUpdate {
  readonly name: string
  readonly change: UpstreamChange
  readonly act: UpstreamAct
  /**
   * The new address of the same service, if it has moved with its orders. Only the demo sets it.
   */
  readonly movedTo?: string | undefined
}

/**
 * Changes an account. Its name, currency and address stay, because open orders exist there; for
 * another address, register another account. Secrets are changed together with their client id.
 * Refuses not_found, then invalid_request naming the field.
 */
export async function updateUpstream(
  tx: Tx,
  vault: Vault,
  { name, change, act, movedTo }: UpstreamUpdate,
): Promise<Upstream> {
  const row = UPSTREAM_NAME.test(name) ? await maybeRow(tx, lockUpstream(name)) : undefined
  if (!row) throw new Refusal('not_found', 'no such supplier')
  const before = toUpstream(row)
  const lowFloatMinor =
    change.lowFloat === undefined
      ? before.lowFloatMinor
      : readLowFloat(change.lowFloat, before.currency)
  const credential = newCredential(change)
  const signed = credential && {
    clientId: credential.clientId,
    sealed: sealSecrets(vault, name, credential),
  }
  const isActive = change.active ?? before.isActive
  const baseUrl = movedTo === undefined ? before.baseUrl : readBaseUrl(movedTo)
  const changed = { ...before, ...signed, baseUrl, lowFloatMinor, isActive }
  const after = toUpstream(await oneRow(tx, updateUpstreamRow(changed)))
  // An inactive account is not polled, so nothing would resolve these alerts later.
  if (!isActive) {
    const subject = subjectOf(after)
    for (const kind of POLLED_ALERTS) resolveAlert(tx, { kind, subject, at: act.at })
  }
  audit(tx, {
    action: 'upstream.update',
    upstream: after,
    act,
    before,
    isRotated: signed !== undefined,
  })
  return after
}

const POLLED_ALERTS = ['upstream_low_float', 'upstream_silent', 'upstream_waiting'] as const

/**
 * Returns the new credential; undefined if the change has none. Refuses invalid_request, naming the
 * field, if only a part of the credential is given.
 */
export function newCredential(change: UpstreamChange): Signer | undefined {
  const { clientId, apiKey, hmacSecret } = change
  if (clientId === undefined && apiKey === undefined && hmacSecret === undefined) return undefined
  if (clientId === undefined) throw invalidField('clientId', 'is required with new secrets')
  if (apiKey === undefined) throw invalidField('apiKey', 'is required with a new credential')
  if (hmacSecret === undefined) {
    throw invalidField('hmacSecret', 'is required with a new credential')
  }
  const secrets = checkedSecrets({ apiKey, hmacSecret })
  return { clientId: readClientId(clientId), ...secrets }
}

function checkedSecrets(secrets: { apiKey: string; hmacSecret: string }) {
  return {
    apiKey: checkSecret('apiKey', secrets.apiKey),
    hmacSecret: checkSecret('hmacSecret', secrets.hmacSecret),
  }
}

function readClientId(text: string): string {
  if (!isUuid(text)) throw invalidField('clientId', 'must be a UUID')
  return text
}

function readCurrency(code: string): Currency {
  const currency = findCurrency(code)
  if (!currency) throw invalidField('currency', 'must be an active ISO 4217 code')
  return currency
}

function readLowFloat(amount: number | null, currency: Currency): bigint | null {
  if (amount === null) return null
  const parsed = parseAmount(amount, currency)
  if (isFault(parsed)) throw invalidField('lowFloat', parsed.fault)
  return parsed
}

interface Audited {
  readonly action: string
  readonly upstream: Upstream
  readonly act: UpstreamAct
  readonly before?: Upstream
  readonly isRotated?: boolean
}

function audit(tx: Tx, { action, upstream, act, before, isRotated }: Audited): void {
  const isOpened = !before || isRotated === true || (upstream.isActive && !before.isActive)
  recordAudit(tx, {
    ...act,
    action,
    target: `upstream:${upstream.name}`,
    valueOut: isOpened ? { kind: 'upstreams' } : 'none',
    before: before && auditable(before),
    after: { ...auditable(upstream), ...(isRotated && { secrets: 'changed' }) },
  })
}

/** Returns the fields of the audit entry. None of them is secret. */
function auditable(upstream: Upstream): { readonly [field: string]: AuditValue } {
  const { name, baseUrl, clientId, currency, lowFloatMinor, isActive } = upstream
  const lowFloat = lowFloatMinor === null ? null : formatAmount(lowFloatMinor, currency)
  return { name, baseUrl, clientId, currency: currency.code, lowFloat, active: isActive }
}
