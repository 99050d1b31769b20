import type { Actor, AuditValue } from '../audit/mod.ts'
import { isoTime } from '../core/mod.ts'
import { formatEndpointId, type EndpointName, type WebhookEndpoint } from './endpoint.ts'

/** Who changes an endpoint, and why. */
export interface Act {
  readonly actor: Actor
  readonly reason?: string | undefined
}

export function endpointTarget(name: EndpointName): string {
  return `webhook-endpoint:${formatEndpointId(name)}`
}

/** Returns an endpoint as the audit log shows it, without its secrets. */
export function auditableEndpoint(endpoint: WebhookEndpoint): AuditValue {
  const { url, description, eventTypes, state, disabledReason, previousSecretUntil } = endpoint
  return {
    url,
    description,
    eventTypes: eventTypes ?? ['*'],
    state,
    disabledReason,
    previousSecretUntil:
      previousSecretUntil === undefined ? undefined : isoTime(previousSecretUntil),
  }
}
