import { dateAt } from '../core/mod.ts'
import { sql, type Statement, type WebhookEndpointsRow } from '../db/mod.ts'
import type { EventType } from '../events/mod.ts'
import type { DisabledReason, EndpointName, EndpointState, WebhookEndpoint } from './endpoint.ts'

type EndpointRow = Pick<
  WebhookEndpointsRow,
  | 'partner_id'
  | 'endpoint_id'
  | 'url'
  | 'description'
  | 'event_types'
  | 'state'
  | 'disabled_reason'
  | 'failing_since'
  | 'created_at'
  | 'previous_secret_until'
>

const COLUMNS = sql.raw(
  `partner_id, endpoint_id, url, description, event_types, state, disabled_reason, failing_since,
   created_at, previous_secret_until`,
)

export function toEndpoint(row: EndpointRow): WebhookEndpoint {
  return {
    partnerId: row.partner_id,
    endpointId: Number(row.endpoint_id),
    url: row.url,
    description: row.description ?? undefined,
    eventTypes: (row.event_types as EventType[] | null) ?? undefined,
    state: row.state as EndpointState,
    disabledReason: (row.disabled_reason as DisabledReason | null) ?? undefined,
    failingSince: row.failing_since?.getTime(),
    createdAt: row.created_at.getTime(),
    previousSecretUntil: row.previous_secret_until?.getTime(),
  }
}

/** Oldest first. */
export function endpointsOfPartner(partnerId: number): Statement<EndpointRow> {
  return sql`
    select ${COLUMNS} from webhook_endpoints where partner_id = ${partnerId}
    order by endpoint_id`
}

export function endpointByName({ partnerId, endpointId }: EndpointName): Statement<EndpointRow> {
  return sql`
    select ${COLUMNS} from webhook_endpoints
    where partner_id = ${partnerId} and endpoint_id = ${endpointId}`
}

export function lockEndpoint(name: EndpointName): Statement<EndpointRow> {
  return sql`${endpointByName(name)} for update`
}

export function countEndpoints(partnerId: number): Statement<{ endpoints: bigint }> {
  return sql`
    select count(*) as endpoints from webhook_endpoints where partner_id = ${partnerId}`
}

export function drawEndpointId(): Statement<{ endpoint_id: bigint }> {
  return sql`
    select nextval(pg_get_serial_sequence('webhook_endpoints', 'endpoint_id')) as endpoint_id`
}

export interface EndpointToInsert extends EndpointName {
  readonly url: string
  readonly description: string | undefined
  readonly eventTypes: readonly EventType[] | undefined
  readonly secretSealed: Buffer
  readonly createdAt: number
}

/** Inserts an endpoint. It gets the events that follow the last event of the feed. */
export function insertEndpoint(endpoint: EndpointToInsert): Statement<EndpointRow> {
  return sql`
    insert into webhook_endpoints (
      partner_id, endpoint_id, url, description, event_types, state, created_at, secret_sealed,
      last_event)
    select feeds.partner_id, ${endpoint.endpointId}::bigint, ${endpoint.url}::text,
      ${endpoint.description ?? null}::text, ${endpoint.eventTypes ?? null}::text[], 'ENABLED',
      ${dateAt(endpoint.createdAt)}::timestamptz, ${endpoint.secretSealed}::bytea,
      feeds.last_event
    from feeds where partner_id = ${endpoint.partnerId}
    returning ${COLUMNS}`
}

/**
 * Changes an endpoint. A new state also clears its failure and ends its lease, so that a worker
 * leases it once it is ENABLED.
 */
export function setEndpoint(
  { partnerId, endpointId }: EndpointName,
  to: Pick<WebhookEndpoint, 'url' | 'description' | 'eventTypes' | 'state' | 'disabledReason'>,
): Statement<EndpointRow> {
  return sql`
    update webhook_endpoints
    set url = ${to.url}, description = ${to.description ?? null},
        event_types = ${to.eventTypes ?? null}::text[], state = ${to.state},
        disabled_reason = ${to.disabledReason ?? null},
        failing_since = case when state = ${to.state} then failing_since end,
        lease_until = case when state = ${to.state} then lease_until
                           else greatest(lease_until, database.now) end
    from (select now() as now) as database
    where partner_id = ${partnerId} and endpoint_id = ${endpointId}
    returning ${COLUMNS}`
}

/** Replaces the secret. The one in use becomes the former one. */
export function setSecret(
  { partnerId, endpointId }: EndpointName,
  { sealed, previousUntil }: { sealed: Buffer; previousUntil: number },
): Statement<EndpointRow> {
  return sql`
    update webhook_endpoints
    set secret_sealed = ${sealed}, previous_secret_sealed = secret_sealed,
        previous_secret_until = ${dateAt(previousUntil)}
    where partner_id = ${partnerId} and endpoint_id = ${endpointId}
    returning ${COLUMNS}`
}

export function deleteEndpoint({ partnerId, endpointId }: EndpointName): Statement<never> {
  return sql`
    delete from webhook_endpoints
    where partner_id = ${partnerId} and endpoint_id = ${endpointId}`
}

/** The secrets that messages are signed with. */
export type SecretsRow = Pick<
  WebhookEndpointsRow,
  'secret_sealed' | 'previous_secret_sealed' | 'previous_secret_until'
>

/** The address and the secrets of an endpoint. */
export function sealedTarget({
  partnerId,
  endpointId,
}: EndpointName): Statement<
  SecretsRow & Pick<WebhookEndpointsRow, 'partner_id' | 'endpoint_id' | 'url'>
> {
  return sql`
    select partner_id, endpoint_id, url, secret_sealed, previous_secret_sealed,
      previous_secret_until
    from webhook_endpoints
    where partner_id = ${partnerId} and endpoint_id = ${endpointId}`
}

/** Returns partners whose endpoints get events now or may get them later. */
export function partnersWithEndpoints(): Statement<{ partner_id: number }> {
  return sql`
    select distinct partner_id from webhook_endpoints where state <> 'DISABLED'`
}
