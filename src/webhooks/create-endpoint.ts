import { checkLine, invalidField, REASON_LENGTH_MAX, Refusal, type Clock } from '../core/mod.ts'
import { oneRow, type Tx } from '../db/mod.ts'
import { EVENT_TYPES, followFeeds, type EventType } from '../events/mod.ts'
import { recordAudit } from '../audit/mod.ts'
import { lockPartner } from '../partners/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { auditableEndpoint, endpointTarget, type Act } from './endpoint-audit.ts'
import { countEndpoints, drawEndpointId, insertEndpoint, toEndpoint } from './endpoint-rows.ts'
import { makeSecret } from './endpoint-secret.ts'
import type { WebhookEndpoint } from './endpoint.ts'
import { checkUrl, type TargetRules } from './webhook-url.ts'

export interface NewEndpoint {
  readonly partnerId: number
  readonly url: string
  readonly description?: string | undefined
  /** Every type if absent. */
  readonly eventTypes?: readonly string[] | undefined
}

export interface CreateOptions {
  readonly vault: Vault
  readonly clock: Clock
  readonly rules: TargetRules
  /** The most endpoints of one partner. */
  readonly endpointsMax: number
}

/** A new endpoint, or one with a new secret. The secret is shown once. */
export interface EndpointWithSecret extends WebhookEndpoint {
  readonly secret: string
}

const DESCRIPTION_LENGTH_MAX = 200

/**
 * Creates an ENABLED endpoint, which gets the events from now on, and begins the partner's feed of
 * events. Not idempotent.
 *
 * Refuses, in this order:
 *   invalid_request   a URL, a description or an event type that is not allowed
 *   not_found         no such partner
 *   state_conflict    the partner has `endpointsMax` endpoints
 */
export async function createEndpoint(
  tx: Tx,
  { vault, clock, rules, endpointsMax }: CreateOptions,
  { partnerId, ...input }: NewEndpoint,
  { actor, reason }: Act,
): Promise<EndpointWithSecret> {
  if (reason !== undefined) checkLine('reason', reason, REASON_LENGTH_MAX)
  const url = checkUrl(input.url, rules)
  const description = checkDescription(input.description)
  const eventTypes = checkEventTypes(input.eventTypes)
  await lockPartner(tx, partnerId)
  const { endpoints } = await oneRow(tx, countEndpoints(partnerId))
  if (endpoints >= endpointsMax) {
    throw new Refusal(
      'state_conflict',
      `the partner has ${endpoints} webhook endpoints, the most that it may have: remove one first`,
    )
  }
  const { endpoint_id: id } = await oneRow(tx, drawEndpointId())
  const name = { partnerId, endpointId: Number(id) }
  const { secret, sealed } = makeSecret(vault, name)
  vault.requireKeys(tx, [sealed])
  const at = clock.now()
  await tx.rows(followFeeds([partnerId], at))
  const created = { ...name, url, description, eventTypes, secretSealed: sealed, createdAt: at }
  const endpoint = toEndpoint(await oneRow(tx, insertEndpoint(created)))
  recordAudit(tx, {
    partnerId,
    actor,
    action: 'webhook_endpoint.create',
    target: endpointTarget(endpoint),
    valueOut: 'none',
    reason,
    after: auditableEndpoint(endpoint),
    at,
  })
  return { ...endpoint, secret }
}

export function checkDescription(text: string | undefined): string | undefined {
  if (text !== undefined) checkLine('description', text, DESCRIPTION_LENGTH_MAX)
  return text
}

/** Returns the types, each once, in the order of EVENT_TYPES; undefined for every type. */
export function checkEventTypes(names: readonly string[] | undefined): EventType[] | undefined {
  if (names === undefined || (names.length === 1 && names[0] === '*')) return undefined
  if (names.length === 0) throw invalidField('eventTypes', 'must have at least one type, or *')
  const types = new Set<string>(EVENT_TYPES)
  const unknown = names.findIndex((name) => !types.has(name))
  if (unknown >= 0) {
    throw invalidField(`eventTypes[${unknown}]`, `must be one of ${EVENT_TYPES.join(', ')}`)
  }
  return EVENT_TYPES.filter((type) => names.includes(type))
}
