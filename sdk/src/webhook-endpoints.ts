import type { Caller } from './caller.ts'
import type * as Api from './operations.ts'
import type { CallOptions } from './sender.ts'

type Query<Id extends keyof Api.Operations> = Api.Operations[Id]['query']

/** Endpoints to which the service sends events. */
export class WebhookEndpoints {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /**
   * Creates an endpoint. Its secret is in this response only.
   *
   * @example
   * const { secret } = await tessera.webhookEndpoints.create({ url: 'https://example.com/hooks' })
   */
  create(body: Api.NewWebhookEndpoint, options?: CallOptions) {
    return this.#caller.call('createWebhookEndpoint', { body }, options)
  }

  /**
   * Lists the endpoints, oldest first.
   *
   * @example
   * for await (const { id, state } of tessera.webhookEndpoints.list()) console.log(id, state)
   */
  list(query: Query<'listWebhookEndpoints'> = {}, options?: CallOptions) {
    return this.#caller.list('listWebhookEndpoints', { query }, options)
  }

  /**
   * Returns an endpoint.
   *
   * @example
   * const { state } = await tessera.webhookEndpoints.get(id)
   */
  get(endpointId: string, options?: CallOptions) {
    return this.#caller.call('getWebhookEndpoint', { path: { endpointId } }, options)
  }

  /**
   * Changes an endpoint; pauses or enables it.
   *
   * @example
   * await tessera.webhookEndpoints.update(id, { state: 'ENABLED' })
   */
  update(endpointId: string, body: Api.WebhookEndpointChange, options?: CallOptions) {
    return this.#caller.call('updateWebhookEndpoint', { path: { endpointId }, body }, options)
  }

  /**
   * Gives an endpoint a new secret. For a while, messages are signed with the old secret, too.
   *
   * @example
   * const { secret } = await tessera.webhookEndpoints.rotate(id, { overlapSeconds: 3_600 })
   */
  rotate(endpointId: string, body: Api.WebhookSecretRotation = {}, options?: CallOptions) {
    return this.#caller.call('rotateWebhookSecret', { path: { endpointId }, body }, options)
  }

  /**
   * Sends a `webhook.test` at once, and returns what the endpoint responded.
   *
   * @example
   * const { succeeded, error } = await tessera.webhookEndpoints.test(id)
   */
  test(endpointId: string, options?: CallOptions) {
    return this.#caller.call('testWebhookEndpoint', { path: { endpointId } }, options)
  }

  /**
   * Lists the attempts to deliver events to an endpoint, newest first.
   *
   * @example
   * for await (const { eventId, error } of tessera.webhookEndpoints.deliveries(id))
   *   console.log(eventId, error)
   */
  deliveries(
    endpointId: string,
    query: Query<'listWebhookDeliveries'> = {},
    options?: CallOptions,
  ) {
    return this.#caller.list('listWebhookDeliveries', { path: { endpointId }, query }, options)
  }

  /**
   * Sends events again, chosen by their ids or by a period.
   *
   * @example
   * const { events } = await tessera.webhookEndpoints.replay(id, { from: '2026-01-01T00:00:00Z' })
   */
  replay(endpointId: string, body: Api.WebhookReplay, options?: CallOptions) {
    return this.#caller.call('replayWebhookEvents', { path: { endpointId }, body }, options)
  }

  /**
   * Removes an endpoint and the events that wait for it.
   *
   * @example
   * await tessera.webhookEndpoints.remove(id)
   */
  remove(endpointId: string, options?: CallOptions) {
    return this.#caller.call('removeWebhookEndpoint', { path: { endpointId } }, options)
  }
}
