import { isoTime, signWebhook, type Clock, randomUUID } from '../core/mod.ts'
import { maybeRow, transact, type Database } from '../db/mod.ts'
import { recordAudit } from '../audit/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { endpointTarget, type Act } from './endpoint-audit.ts'
import { sealedTarget } from './endpoint-rows.ts'
import { noSuchEndpoint } from './endpoints.ts'
import { formatEndpointId, type EndpointName } from './endpoint.ts'
import type { WebhookResponse, WebhookSender } from './sender.ts'
import { openSecrets, prepareSecrets } from './signing-keys.ts'

export interface TestOptions {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
  readonly sender: WebhookSender
}

export interface TestResult extends WebhookResponse {
  readonly eventId: string
}

/**
 * Sends a `webhook.test` to an endpoint, whatever its state, and waits for the response. It is not
 * an event of the feed, and is sent once. Refuses not_found.
 */
export async function sendTest(
  { db, clock, vault, sender }: TestOptions,
  { name, act }: { readonly name: EndpointName; readonly act: Act },
): Promise<TestResult> {
  const at = clock.now()
  const target = await transact(db, async (tx) => {
    const row = await maybeRow(tx, sealedTarget(name))
    if (!row) throw noSuchEndpoint()
    const { partnerId } = name
    const action = 'webhook_endpoint.test'
    const entry = { action, target: endpointTarget(name), valueOut: 'none', at } as const
    recordAudit(tx, { partnerId, ...act, ...entry })
    return row
  })
  await prepareSecrets(vault, [target])
  const id = `evt_test_${randomUUID()}`
  const data = { endpointId: formatEndpointId(name) }
  const body = JSON.stringify({ id, type: 'webhook.test', createdAt: isoTime(at), data })
  const headers = signWebhook(openSecrets(vault, target, at), { id, at, body })
  return { eventId: id, ...(await sender.send({ url: target.url, headers, body })) }
}
