import {
  isIntegerId,
  isUuid,
  storedCurrency,
  type Currency,
  type OrderName,
  type Page,
  type PageRequest,
  notFound,
} from '../core/mod.ts'
import { maybeRow, oneRow, type Db } from '../db/mod.ts'
import type { BatchKey } from '../supply/mod.ts'
import { type AccountName, existingAccount } from './account-rows.ts'
import type { Fields, Money } from './adapter.ts'
import {
  countCreates,
  type ListedCreateRow,
  newestCreates,
  selectCreate,
} from './create-list-rows.ts'
import type { CreateKey } from './create-rows.ts'
import type { ShownExchange } from './shown-exchange.ts'

/** The statuses of a purchase; see `CreateStatus` and `followCreate`. */
export const SUPPLIER_PURCHASE_STATUSES = [
  'PLACING',
  'PLACED',
  'DONE',
  'REFUSED',
  'REVERSED',
  'STOCKED',
  'CLOSED',
] as const
export type SupplierPurchaseStatus = (typeof SUPPLIER_PURCHASE_STATUSES)[number]

/** A create as operators see it: a purchase of up to as many units as one create may have. */
export interface SupplierPurchase extends CreateKey {
  readonly status: SupplierPurchaseStatus
  /** The order that it is for. */
  readonly orderName: OrderName
  readonly productId: number
  readonly currency: Currency
  readonly faceValueMinor: bigint
  readonly quantity: number
  readonly settings: Fields
  readonly sends: number
  readonly firstSentAt: number | undefined
  readonly unsureUntil: number | undefined
  readonly theirs: string | undefined
  /** The exact amount that the supplier took. */
  readonly cost: Money | undefined
  readonly hasUnits: boolean
  readonly isReleased: boolean
  readonly begunAt: number
  readonly closedAt: number | undefined
  /** Set if only a person can find out its outcome. */
  readonly fault: string | undefined
  readonly faultedAt: number | undefined
  readonly exchanges: readonly ShownExchange[]
}

export interface SupplierPurchaseRequest extends PageRequest {
  readonly status?: SupplierPurchaseStatus | undefined
  readonly isUnclear: boolean
  readonly order?: Pick<BatchKey, 'partnerId' | 'orderNo'> | undefined
}

/** The most purchases that the pages of a list reach. */
export const SUPPLIER_PURCHASES_MAX = 20_000

/** Returns a page of the purchases at an account, newest first. Refuses not_found. */
export async function listSupplierPurchases(
  db: Db,
  name: AccountName,
  { status, isUnclear, order, ...page }: SupplierPurchaseRequest,
): Promise<Page<SupplierPurchase>> {
  const { accountId } = await existingAccount(db, name)
  const statuses = status === undefined ? SUPPLIER_PURCHASE_STATUSES : [status]
  const filter = { accountId, statuses, isUnclear, order }
  const { total } = await oneRow(db, countCreates(filter, SUPPLIER_PURCHASES_MAX))
  const rows = await db.rows(newestCreates(filter, page))
  return { rows: rows.map(toPurchase), total: Number(total) }
}

/** Returns one purchase. Refuses not_found. */
export async function getSupplierPurchase(
  db: Db,
  name: AccountName,
  purchaseId: string,
): Promise<SupplierPurchase> {
  const { accountId } = await existingAccount(db, name)
  const key = parsePurchaseId(purchaseId)
  const row = key && (await maybeRow(db, selectCreate({ ...key, accountId })))
  if (!row) throw notFound('purchase')
  return toPurchase(row)
}

export function purchaseIdOf(key: CreateKey): string {
  const { partnerId, orderNo, batchNo, firstUnit, createNo, reference } = key
  return ['pur', partnerId, orderNo, batchNo, firstUnit, createNo, reference].join('-')
}

export function parsePurchaseId(text: string): CreateKey | undefined {
  const [, keys = '', reference = ''] =
    /^pur((?:-[1-9]\d{0,15}){5})-([0-9a-f-]{36})$/.exec(text) ?? []
  const [, partnerId = 0, orderNo = 0, batchNo = 0, firstUnit = 0, createNo = 0] = keys
    .split('-')
    .map(Number)
  const isKey = isUuid(reference) && [partnerId, batchNo, firstUnit, createNo].every(isIntegerId)
  return isKey ? { partnerId, orderNo, batchNo, firstUnit, createNo, reference } : undefined
}

export function toPurchase(row: ListedCreateRow): SupplierPurchase {
  const { cost, cost_currency: costCurrency } = row
  const [partnerId, orderNo] = [row.partner_id, Number(row.order_no)]
  return {
    partnerId,
    orderNo,
    batchNo: row.batch_no,
    firstUnit: row.first_unit,
    createNo: row.create_no,
    reference: row.reference,
    status: row.status as SupplierPurchaseStatus,
    orderName: { partnerId, orderNo, createdMs: row.ordered_at.getTime() },
    productId: row.product_id,
    currency: storedCurrency(row.currency),
    faceValueMinor: row.face_value_minor,
    quantity: row.quantity,
    settings: row.settings as Fields,
    sends: row.send_no,
    firstSentAt: row.first_sent_at?.getTime(),
    unsureUntil: row.unsure_until?.getTime(),
    theirs: row.theirs ?? undefined,
    cost:
      cost === null || costCurrency === null ? undefined : { amount: cost, currency: costCurrency },
    hasUnits: row.has_units,
    isReleased: row.released,
    begunAt: row.begun_at.getTime(),
    closedAt: row.closed_at?.getTime(),
    fault: row.fault ?? undefined,
    faultedAt: row.faulted_at?.getTime(),
    exchanges: row.exchanges as readonly ShownExchange[],
  }
}
