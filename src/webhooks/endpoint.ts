import { parseNumericId, PARTNER_ID_MAX } from '../core/mod.ts'
import type { EventType } from '../events/mod.ts'

/**
 * ENABLED endpoints get events. Events of PAUSED ones wait. DISABLED endpoints responded 410, or
 * failed for days. Their waiting events are sent once they are enabled again.
 */
export type EndpointState = 'ENABLED' | 'PAUSED' | 'DISABLED'

/** `gone`: it responded 410. `failing`: it accepted nothing for five days. */
export type DisabledReason = 'gone' | 'failing'

/** An endpoint, to which events of a partner are sent. Instants are in milliseconds. */
export interface WebhookEndpoint {
  readonly partnerId: number
  readonly endpointId: number
  readonly url: string
  readonly description: string | undefined
  /** Undefined: every type. */
  readonly eventTypes: readonly EventType[] | undefined
  readonly state: EndpointState
  readonly disabledReason: DisabledReason | undefined
  /** The first failure since the last success. */
  readonly failingSince: number | undefined
  readonly createdAt: number
  /** The instant until which messages are also signed with the former secret. */
  readonly previousSecretUntil: number | undefined
}

export interface EndpointName {
  readonly partnerId: number
  readonly endpointId: number
}

/** Returns `whe_` + partner + number. */
export function formatEndpointId({ partnerId, endpointId }: EndpointName): string {
  return `whe_${partnerId}_${endpointId}`
}

/** Returns undefined if no endpoint can have this id. */
export function parseEndpointId(text: string): EndpointName | undefined {
  const [, partner = '', endpoint = ''] = /^whe_(\d+)_(\d+)$/.exec(text) ?? []
  const partnerId = parseNumericId(partner)
  const endpointId = parseNumericId(endpoint)
  if (partnerId === undefined || endpointId === undefined) return undefined
  return partnerId > PARTNER_ID_MAX ? undefined : { partnerId, endpointId }
}
