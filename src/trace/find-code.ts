import { type Case, doneCasesOfItem } from '../cases/mod.ts'
import type { Catalog } from '../catalog/mod.ts'
import { findPurchase, type FoundPurchase } from '../connectors/mod.ts'
import type { Database, Db } from '../db/mod.ts'
import {
  itemAt,
  type ItemOfCode,
  locateInLot,
  locateInOrder,
  lotOfReplacement,
} from '../fulfillment/mod.ts'
import { findCardOfCode } from '../issuer/mod.ts'
import { findCodes, type IndexedCode, saleOf, type WantedCode, wantCode } from '../inventory/mod.ts'
import { findLineOfItem, findOrderByNumber, type Order } from '../orders/mod.ts'
import { codeSealer, type Vault } from '../vault/mod.ts'

export interface TraceContext {
  readonly db: Database
  readonly vault: Vault
  readonly catalog: Catalog
}

/**
 * FREE: on sale. HELD: its lot is off sale. RESERVED: it is assigned to an order that is not
 * COMPLETED. DELIVERED: it is assigned to a COMPLETED order. REPLACED: it was delivered, and the
 * item has another code now. BLOCKED: it was delivered, and must not be used. PURCHASED: it was
 * bought at a supplier, and is not assigned to an order or a lot yet.
 */
export type CodeState =
  | 'FREE'
  | 'HELD'
  | 'RESERVED'
  | 'DELIVERED'
  | 'REPLACED'
  | 'BLOCKED'
  | 'PURCHASED'

/** The place and state of a code, without any part of the code itself. */
export interface FoundCode {
  readonly productId: number
  readonly lot: string | undefined
  readonly purchase: FoundPurchase | undefined
  readonly state: CodeState
  readonly item: FoundItem | undefined
}

export interface FoundItem {
  readonly order: Order
  readonly itemNo: number
  readonly itemReference: string | undefined
  /** True if the code is the replacement of the item's first code. */
  readonly isReplacement: boolean
  /** If this code was replaced: the lot of the code that the item has now. */
  readonly replacementLot: string | undefined
  /** The cases of the item, newest first. */
  readonly cases: readonly Case[]
}

/** Returns the case that replaced or blocked a code, or that issued it as a replacement. */
export function caseOfCode({ cases }: FoundItem): Case | undefined {
  const newestOf = (kind: Case['kind']) => cases.find((one) => one.kind === kind)
  return newestOf('replace') ?? newestOf('block')
}

/**
 * Returns the places of a code, at most one per namespace. Finds codes that were imported or bought
 * by their index, and codes that merchants redeem by their card. Other codes of the generator, and
 * codes of the sandbox, have neither; to find them, give an order as `within`: its items are
 * compared. Opens codes in memory only, and does not return them.
 */
export async function findCode(
  context: TraceContext,
  text: string,
  within?: Order,
): Promise<FoundCode[]> {
  const wanted = wantCode(text)
  const indexed = await findInIndex(context, wanted)
  const places = await Promise.all(indexed.map((code) => placeOfIndexed(context, code, wanted)))
  places.push(...(await placesByCard(context, text)))
  if (!within) return places
  const itemNo = await locateInOrder(context, within, wanted)
  if (itemNo === undefined || places.some(({ item }) => isItem(item, within, itemNo))) return places
  return [...places, ...(await placesOfItem(context.db, { ...within, itemNo }))]
}

/** Returns the place of a code that merchants redeem; empty for other codes. */
async function placesByCard(context: TraceContext, text: string): Promise<FoundCode[]> {
  const card = await findCardOfCode(context, text)
  return card ? placesOfItem(context.db, card) : []
}

async function placesOfItem(db: Db, name: Omit<ItemOfCode, 'isReplacement'>): Promise<FoundCode[]> {
  const item = await describe(db, { ...name, isReplacement: false })
  const line = item && (await findLineOfItem(db, item.order, name.itemNo))
  if (!item || !line) return []
  const { productId } = line
  return [{ productId, lot: undefined, purchase: undefined, ...stateIn(item), item }]
}

async function findInIndex(
  { db, vault, catalog }: TraceContext,
  wanted: WantedCode,
): Promise<IndexedCode[]> {
  const { products } = await catalog.asOf(db)
  const namespaces = new Set([...products.values()].map(({ codeNamespace }) => codeNamespace))
  const { blindIndex } = codeSealer(vault.codeKeys())
  return await db.rows(findCodes(wanted.blindsIn([...namespaces, undefined], blindIndex)))
}

async function placeOfIndexed(
  context: TraceContext,
  { product_id: productId, lot, purchase: uuid }: IndexedCode,
  wanted: WantedCode,
): Promise<FoundCode> {
  const { db } = context
  const purchase = uuid === null ? undefined : await findPurchase(db, uuid)
  const found = { productId, lot: lot ?? undefined, purchase }
  if (lot === null) {
    const itemNo = purchase && (await locateInOrder(context, purchase, wanted))
    const item = itemNo && (await describe(db, { ...purchase, itemNo, isReplacement: false }))
    return item ? { ...found, ...stateIn(item), item } : withoutItem(found, 'PURCHASED')
  }
  const place = await locateInLot(context, { productId, lot }, wanted)
  if (!place) throw new Error('a lot does not contain a code of its index')
  const name = await itemAt(db, place)
  const item = name && (await describe(db, name))
  if (item) return { ...found, ...stateIn(item), item }
  const [sale] = await db.rows(saleOf(place))
  return withoutItem(found, sale?.free ? 'FREE' : sale?.held ? 'HELD' : 'RESERVED')
}

function withoutItem(found: Omit<FoundCode, 'state' | 'item'>, state: CodeState): FoundCode {
  return { ...found, state, item: undefined }
}

function stateIn(item: FoundItem): { readonly state: CodeState } {
  const one = caseOfCode(item)
  if (one?.kind === 'block') return { state: 'BLOCKED' }
  if (one && !item.isReplacement) return { state: 'REPLACED' }
  return { state: one || item.order.status === 'COMPLETED' ? 'DELIVERED' : 'RESERVED' }
}

async function describe(db: Db, name: ItemOfCode): Promise<FoundItem | undefined> {
  const { itemNo, isReplacement } = name
  const order = await findOrderByNumber(db, name)
  if (!order) return undefined
  const line = await findLineOfItem(db, order, itemNo)
  const cases = await doneCasesOfItem(db, { ...order, itemNo })
  const replaced = isReplacement ? undefined : cases.find(({ kind }) => kind === 'replace')
  const replacementLot = replaced && (await lotOfReplacement(db, replaced))
  return { order, itemNo, itemReference: line?.itemReference, isReplacement, replacementLot, cases }
}

function isItem(
  item: FoundItem | undefined,
  { partnerId, orderNo }: Order,
  itemNo: number,
): boolean {
  const { order } = item ?? {}
  return item?.itemNo === itemNo && order?.partnerId === partnerId && order.orderNo === orderNo
}
