import { isUuid } from '../core/mod.ts'
import { sql, type Db, type Statement, type SupplierCreatesRow } from '../db/mod.ts'
import type { BatchKey } from '../supply/mod.ts'
import { accountText, readAccounts } from './account-rows.ts'
import { ADAPTERS } from './adapters/mod.ts'
import type { Adapter } from './adapter.ts'
import { referenceThere } from './buying.ts'
import { parsePurchaseId, type SupplierPurchaseStatus } from './purchases.ts'

/** A purchase, and the batch that it was made for. */
export interface FoundPurchase extends BatchKey {
  /** The random part of our reference. */
  readonly uuid: string
  /** Our reference, as the supplier has it. */
  readonly reference: string
  /** Our account there, such as `tessera:acme`; undefined if nothing was bought. */
  readonly supplier: string | undefined
  readonly supplierOrderId: string | undefined
  readonly status: SupplierPurchaseStatus
}

/** Returns the purchase with this random reference; undefined if there is none. */
export async function findPurchase(db: Db, uuid: string): Promise<FoundPurchase | undefined> {
  const [purchase] = await purchasesBy(db, sql`reference = ${uuid}`)
  return purchase
}

/**
 * Returns the purchases that have this text as our reference, or else as the id of a supplier's
 * order. Several suppliers may use one id.
 */
export async function findPurchasesNamed(db: Db, text: string): Promise<FoundPurchase[]> {
  const uuid = uuidOfReference(text)
  const ours = uuid === undefined ? undefined : await findPurchase(db, uuid)
  return ours ? [ours] : purchasesBy(db, sql`theirs = ${text}`)
}

/** Returns the purchases that were made for an order of ours, up to PURCHASES_MAX. */
export function findPurchasesOfOrder(
  db: Db,
  { partnerId, orderNo }: { readonly partnerId: number; readonly orderNo: number },
): Promise<FoundPurchase[]> {
  return purchasesBy(db, sql`partner_id = ${partnerId} and order_no = ${orderNo}`)
}

const HEX = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/
const OF_BATCH = /^tessera(?:-[1-9]\d{0,15}){3}-([0-9a-f-]{36})$/

/**
 * Returns the random part of a reference as any supplier has it, or of the id of a purchase;
 * undefined for other texts. Suppliers and tools may show it in capital letters.
 */
export function uuidOfReference(reference: string): string | undefined {
  const text = reference.toLowerCase()
  const [, ofBatch = ''] = OF_BATCH.exec(text) ?? []
  const [, ...parts] = HEX.exec(text) ?? []
  const candidates = [text, ofBatch, parts.join('-')]
  return parsePurchaseId(text)?.reference ?? candidates.find((one) => isUuid(one))
}

const PURCHASES_MAX = 100

type FoundRow = Pick<
  SupplierCreatesRow,
  'partner_id' | 'order_no' | 'batch_no' | 'reference' | 'account_id' | 'theirs' | 'status'
>

async function purchasesBy(db: Db, condition: Statement<unknown>): Promise<FoundPurchase[]> {
  const rows = await db.rows(selectPurchases(condition))
  const accounts = rows.length === 0 ? [] : await readAccounts(db)
  const adapters: Readonly<Record<string, Adapter>> = ADAPTERS
  return rows.map((row) => {
    const key = {
      partnerId: row.partner_id,
      orderNo: Number(row.order_no),
      batchNo: row.batch_no,
    }
    const account = accounts.find(({ accountId }) => accountId === row.account_id)
    const { referenceForm } = adapters[account?.adapter ?? '']?.manifest ?? {}
    return {
      ...key,
      uuid: row.reference,
      reference: referenceThere({ ...key, reference: row.reference }, referenceForm),
      supplier: account && accountText(account),
      supplierOrderId: row.theirs ?? undefined,
      status: row.status as SupplierPurchaseStatus,
    }
  })
}

function selectPurchases(condition: Statement<unknown>): Statement<FoundRow> {
  return sql`
    select partner_id, order_no, batch_no, reference, account_id, theirs, status
    from supplier_creates where ${condition}
    order by partner_id, order_no, batch_no, first_unit, create_no limit ${PURCHASES_MAX}`
}
