import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { parseOrderId } from '../../../src/core/mod.ts'
import { sql } from '../../../src/db/mod.ts'
import { purchaseIdOf } from '../../../src/connectors/mod.ts'
import { TILLO_SECRETS } from '../../../src/stand-ins/tillo.ts'
import { dataOf, type RunningService } from '../../support/service.ts'

const LOOK_UP = {
  at: '2026-01-01T00:00:00.000Z',
  for: 'lookUp',
  tookMs: 12,
  request: 'GET api.example.com/orders/…',
  status: 404,
  response: '{"code":"NOT_FOUND"}',
}

/**
 * Inserts a purchase at one of our accounts at suppliers, for an order's first batch. Returns the
 * id of the purchase.
 */
export async function makeUpSupplierPurchase(
  { db }: Pick<RunningService, 'db'>,
  { supplier, orderId, fault }: { supplier: string; orderId: string; fault?: string },
): Promise<string> {
  const { partnerId, orderNo } = parseOrderId(orderId) ?? expect.unreachable()
  const reference = randomUUID()
  const [adapter, name] = supplier.split(':')
  // Citus joins no table of the coordinator in an insert.
  const [account] = await db.rows(sql<{ account_id: number }>`
    select account_id from supplier_accounts where adapter = ${adapter} and name = ${name}`)
  const [row] = await db.rows(sql<{ create_no: number }>`
    insert into supplier_creates (
      partner_id, order_no, batch_no, first_unit, create_no, account_id, reference, product_id,
      currency, face_value_minor, quantity, settings, status, send_no, begun_at, fault, faulted_at,
      exchanges)
    select min(l.partner_id), min(l.order_no), 1, 1, coalesce(max(c.create_no), 0) + 1,
           ${account?.account_id ?? null}::integer, ${reference}::uuid, min(l.product_id),
           'USD', 1000, 1, '{}', 'PLACED',
           1, now(), ${fault ?? null}::text,
           case when ${fault ?? null}::text is not null then now() end,
           ${JSON.stringify([LOOK_UP])}::jsonb
    from order_lines l
    left join supplier_creates c on c.partner_id = l.partner_id and c.order_no = l.order_no
    where l.partner_id = ${partnerId} and l.order_no = ${orderNo}
    returning create_no`)
  const createNo = row?.create_no ?? expect.unreachable()
  return purchaseIdOf({ partnerId, orderNo, batchNo: 1, firstUnit: 1, createNo, reference })
}

/** An account, with a new name, at a supplier that does not respond. */
export function aSupplier(name = `n-${randomUUID().slice(0, 8)}`) {
  const baseUrl = 'http://127.0.0.1:9'
  return { adapter: 'tillo', name, environment: 'sandbox', baseUrl, secrets: TILLO_SECRETS }
}

/** Registers an account that is never called, and returns its name. */
export async function anUnusedSupplier({ admin }: Pick<RunningService, 'admin'>): Promise<string> {
  const { supplier } = dataOf(await admin.post('/admin/v1/suppliers', aSupplier()))
  dataOf(await admin.patch(`/admin/v1/suppliers/${supplier}`, { active: false }))
  return supplier
}

/** Registers a supplier that is not in use, with a purchase that no batch waits for. */
export async function anUnusedPurchase(
  service: Pick<RunningService, 'admin' | 'db'>,
  orderId: string,
): Promise<{ supplier: string; purchaseId: string }> {
  const supplier = await anUnusedSupplier(service)
  return { supplier, purchaseId: await makeUpSupplierPurchase(service, { supplier, orderId }) }
}
