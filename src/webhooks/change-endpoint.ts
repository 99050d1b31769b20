import {
  MS_PER_SECOND,
  checkLine,
  isoTime,
  readOverlap,
  REASON_LENGTH_MAX,
  Refusal,
  type Clock,
} from '../core/mod.ts'
import { resolveAlert } from '../alerts/mod.ts'
import { maybeRow, oneRow, type Tx } from '../db/mod.ts'
import { followFeeds } from '../events/mod.ts'
import { recordAudit, type AuditValue } from '../audit/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { checkDescription, checkEventTypes, type EndpointWithSecret } from './create-endpoint.ts'
import { retryNow } from './delivery-rows.ts'
import { auditableEndpoint, endpointTarget, type Act } from './endpoint-audit.ts'
import {
  deleteEndpoint,
  lockEndpoint,
  setEndpoint,
  setSecret,
  toEndpoint,
} from './endpoint-rows.ts'
import { makeSecret } from './endpoint-secret.ts'
import { noSuchEndpoint } from './endpoints.ts'
import type { EndpointName, WebhookEndpoint } from './endpoint.ts'
import { checkUrl, type TargetRules } from './webhook-url.ts'

/** Absent fields stay as they are. */
export interface EndpointChange {
  readonly url?: string | undefined
  readonly description?: string | null | undefined
  readonly eventTypes?: readonly string[] | undefined
  readonly state?: 'ENABLED' | 'PAUSED' | undefined
}

interface ChangeOptions {
  readonly clock: Clock
  readonly rules: TargetRules
}

/**
 * Changes an endpoint and returns it. When it is enabled, waiting events are sent at once.
 *
 * Refuses, in this order:
 *   invalid_request   a URL, a description, an event type or a reason that is not allowed
 *   not_found         no such endpoint
 */
export async function changeEndpoint(
  tx: Tx,
  { clock, rules }: ChangeOptions,
  { name, change, act }: { name: EndpointName; change: EndpointChange; act: Act },
): Promise<WebhookEndpoint> {
  checkReason(act)
  const { description } = change
  const url = change.url === undefined ? undefined : checkUrl(change.url, rules)
  const text = checkDescription(description ?? undefined)
  const types = checkEventTypes(change.eventTypes)
  const before = await lockNamed(tx, name)
  const at = clock.now()
  const endpoint = toEndpoint(
    await oneRow(
      tx,
      setEndpoint(name, {
        url: url ?? before.url,
        description: description === undefined ? before.description : text,
        eventTypes: change.eventTypes === undefined ? before.eventTypes : types,
        state: change.state ?? before.state,
        disabledReason: change.state === undefined ? before.disabledReason : undefined,
      }),
    ),
  )
  if (endpoint.state === 'ENABLED' && before.state !== 'ENABLED') {
    await tx.rows(followFeeds([name.partnerId], at))
    await retryNow(tx, name, at)
  }
  audit(tx, { name, act, at }, 'webhook_endpoint.update', {
    before: auditableEndpoint(before),
    after: auditableEndpoint(endpoint),
  })
  if (endpoint.state !== 'DISABLED') resolveDisabled(tx, name, at)
  return endpoint
}

/** Removes an endpoint and its waiting deliveries. Refuses not_found. */
export async function removeEndpoint(
  tx: Tx,
  { clock }: { clock: Clock },
  { name, act }: { name: EndpointName; act: Act },
): Promise<WebhookEndpoint> {
  checkReason(act)
  const before = await lockNamed(tx, name)
  await tx.rows(deleteEndpoint(name))
  const at = clock.now()
  audit(tx, { name, act, at }, 'webhook_endpoint.remove', { before: auditableEndpoint(before) })
  resolveDisabled(tx, name, at)
  return before
}

export interface SecretRotation {
  readonly name: EndpointName
  /** The time for which messages are also signed with the former secret. Default: a day. */
  readonly overlapSeconds?: number | undefined
  readonly act: Act
}

/**
 * Gives an endpoint a new secret. Messages have two signatures until the overlap ends. A second
 * rotation within it would end the first secret early, so it must have an overlap of 0.
 *
 * Refuses, in this order:
 *   invalid_request   an overlap outside 0..OVERLAP_SECONDS_MAX, a reason
 *   not_found         no such endpoint
 *   state_conflict    the overlap of the last rotation has not ended, and this one has an overlap
 */
export async function rotateSecret(
  tx: Tx,
  { clock, vault }: { clock: Clock; vault: Vault },
  rotation: SecretRotation,
): Promise<EndpointWithSecret> {
  const overlapSeconds = readOverlap(rotation.overlapSeconds)
  const { name, act } = rotation
  checkReason(act)
  const before = await lockNamed(tx, name)
  const at = clock.now()
  if (overlapSeconds > 0) requireNoOverlap(before, at)
  const { secret, sealed } = makeSecret(vault, name)
  vault.requireKeys(tx, [sealed])
  const previousUntil = at + overlapSeconds * MS_PER_SECOND
  const endpoint = toEndpoint(await oneRow(tx, setSecret(name, { sealed, previousUntil })))
  audit(tx, { name, act, at }, 'webhook_endpoint.rotate', {
    before: auditableEndpoint(before),
    after: auditableEndpoint(endpoint),
  })
  return { ...endpoint, secret }
}

function requireNoOverlap({ previousSecretUntil: until }: WebhookEndpoint, at: number): void {
  if (until === undefined || until <= at) return
  throw new Refusal(
    'state_conflict',
    `the previous secret is valid until ${isoTime(until)}: rotate after that, or send ` +
      'overlapSeconds 0, which ends all former secrets at once',
  )
}

async function lockNamed(tx: Tx, name: EndpointName): Promise<WebhookEndpoint> {
  const row = await maybeRow(tx, lockEndpoint(name))
  if (!row) throw noSuchEndpoint()
  return toEndpoint(row)
}

function checkReason({ reason }: Act): void {
  if (reason !== undefined) checkLine('reason', reason, REASON_LENGTH_MAX)
}

function audit(
  tx: Tx,
  { name, act, at }: { name: EndpointName; act: Act; at: number },
  action: string,
  states: { before: AuditValue; after?: AuditValue },
): void {
  const { partnerId } = name
  const entry = { action, target: endpointTarget(name), valueOut: 'none', at } as const
  recordAudit(tx, { partnerId, ...act, ...entry, ...states })
}

function resolveDisabled(tx: Tx, name: EndpointName, at: number): void {
  resolveAlert(tx, { kind: 'webhook_disabled', subject: endpointTarget(name), at })
}
