import { Refusal, notFound } from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import { endpointByName, endpointsOfPartner, toEndpoint } from './endpoint-rows.ts'
import type { EndpointName, WebhookEndpoint } from './endpoint.ts'

/** Returns the endpoints of a partner, oldest first. */
export async function listEndpoints(db: Db, partnerId: number): Promise<WebhookEndpoint[]> {
  return (await db.rows(endpointsOfPartner(partnerId))).map(toEndpoint)
}

/** Refuses not_found. */
export async function getEndpoint(db: Db, name: EndpointName): Promise<WebhookEndpoint> {
  const row = await maybeRow(db, endpointByName(name))
  if (!row) throw noSuchEndpoint()
  return toEndpoint(row)
}

export function noSuchEndpoint(): Refusal {
  return notFound('webhook endpoint')
}
