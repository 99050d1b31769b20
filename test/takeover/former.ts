import { randomUUID } from 'node:crypto'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import { sql } from '../../src/db/mod.ts'
import type { IssueRequest } from '../../src/supply/mod.ts'
import { createFormerSupplier } from '../../src/takeover/supplier.ts'
import type { TesseraBench } from '../connectors/tessera-bench.ts'
import { batch } from '../inventory/fixture.ts'
import { anOrder, dataOf } from '../support/service.ts'

interface FormerPurchase {
  readonly status: string
  readonly theirs?: string
  readonly released?: boolean
  readonly costMinor?: number
}

/** Creates an account of the version before; returns what tests do with it. */
export async function formerAccount(bench: TesseraBench, funds = '1000.00') {
  const { fixture, seller, proxy, newNumber } = bench
  const { db, vault, clock } = fixture
  const name = `former-${newNumber()}`
  const partner = await seller.newPartner({ USD: funds })
  const { clientId, apiKey, hmacSecret } = partner.credentials
  const secrets = Buffer.from(`${apiKey}\n${hmacSecret}`, 'utf8')
  const sealed = vault.seal('credentials', `upstream:${name}`, secrets)
  const [row] = await db.rows(sql<{ upstream_id: number }>`
    insert into upstreams (
      name, base_url, client_id, sealed, currency, low_float_minor, version, created_at)
    values (${name}, ${proxy.url}, ${clientId}, ${sealed}, 'USD', 5000, 1, now())
    returning upstream_id`)
  const connections = new Connections({ db, vault, clock, adapters: ADAPTERS })
  const options = { db, vault, clock, connections }

  /** Inserts a batch that a worker of the version before has leased under the epoch 1. */
  async function newBatch(product: number): Promise<IssueRequest> {
    const settings = { upstream: name, productId: product }
    const request = batch(fixture.nextProductId(), newNumber(), { settings, leaseEpoch: 1n })
    await db.rows(sql`
      insert into fulfillments (
        partner_id, order_no, batch_no, line_no, product_id, supplier, supplier_settings,
        face_value_minor, first_item_no, quantity, ordered_at, status, lease_epoch, due_at)
      values (1, ${request.orderNo}, 1, 1, ${request.productId}, 'upstream',
        ${JSON.stringify(settings)}::jsonb, 1000, 1, 1, now(), 'PROCESSING', 1,
        now() + interval '1 minute')`)
    return request
  }

  /** Inserts a purchase of the version before for a batch; returns its reference. */
  async function newPurchase(
    { orderNo, productId, settings }: IssueRequest,
    { status, theirs: orderId, released = false, costMinor }: FormerPurchase,
  ): Promise<string> {
    const reference = randomUUID()
    const unsureUntil = status === 'PLACING' ? new Date(clock.now() + 600_000) : null
    await db.rows(sql`
      insert into upstream_purchases (
        partner_id, order_no, batch_no, purchase_no, upstream_id, reference, idempotency_key,
        their_product_id, wallet_currency, product_id, currency, face_value_minor, quantity,
        status, send_no, unsure_until, upstream_order_id, cost_minor, released, due_at, begun_at)
      values (1, ${orderNo}, 1, 1, ${row?.upstream_id}, ${reference}, gen_random_uuid(),
        ${settings['productId']}, 'USD', ${productId}, 'USD', 1000, 1, ${status}, 1,
        ${unsureUntil}, ${orderId ?? null}, ${costMinor ?? null}, ${released},
        case when ${released}::boolean then now() end, now())`)
    return reference
  }

  /** Places the order at the seller that belongs to a purchase of the version before. */
  async function orderThere({ orderNo, settings }: IssueRequest, reference: string) {
    const productId = settings['productId'] as number
    const clientReference = `tessera-1-${orderNo}-1-${reference}`
    return dataOf(await partner.post('/v2/orders', { ...anOrder({ productId }), clientReference }))
  }

  return {
    name,
    partner,
    options,
    batch: newBatch,
    purchase: newPurchase,
    orderThere,
    supplier: createConnector(ADAPTERS.tessera, options),
    former: createFormerSupplier(options),
  }
}
export type { FormerPurchase }
