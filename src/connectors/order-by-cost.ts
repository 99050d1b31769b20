import {
  lockProduct,
  reorderSuppliers,
  routesOf,
  type Product,
  type SupplierRoute,
} from '../catalog/mod.ts'
import { maybeRow, transact, type Database, type Db, type Tx } from '../db/mod.ts'
import { readAccounts } from './account-rows.ts'
import { scaledOf } from './decimal-text.ts'
import { existingListing } from './listings.ts'
import { listingObstacle, listingState, readListingStates } from './listing-state.ts'
import { selectCheapestFirst, selectRouting } from './routing-rows.ts'

/** A supplier of a product with the cost of its listing. */
export interface CostedRoute {
  readonly route: SupplierRoute
  /** The discount on the face value. Undefined: no catalog has its cost. */
  readonly discountPercent: string | undefined
  /** Why nothing is bought there now. */
  readonly obstacle: string | undefined
}

/** Returns the suppliers of a product in their order, with their costs. */
export async function costedRoutes(db: Db, product: Product): Promise<CostedRoute[]> {
  const { productId } = product
  const routes = routesOf(product)
  const offers = routes.map(({ settings }) => ({ productId, settings }))
  const states = await readListingStates(db, offers)
  const accounts = states.size === 0 ? [] : await readAccounts(db)
  return routes.map((route) => {
    const own = accounts.find(
      ({ adapter, name }) => adapter === route.supplier && name === route.settings['account'],
    )
    const state = own && listingState(states, own.accountId, route.settings)
    const obstacle = listingObstacle(state, productId)
    return { route, discountPercent: state?.percent, obstacle }
  })
}

/**
 * Sorts the suppliers with a known cost by cost; those that cannot deliver now come last. All
 * others keep their places.
 */
export function byCost(routes: readonly CostedRoute[]): SupplierRoute[] {
  const sorted = routes.filter(hasCost).toSorted((a, b) => compare(a, b))
  return routes.map((one) => (hasCost(one) ? (sorted.shift() ?? one) : one).route)
}

type WithCost = CostedRoute & { readonly discountPercent: string }

function hasCost(one: CostedRoute): one is WithCost {
  return one.discountPercent !== undefined
}

function compare(a: WithCost, b: WithCost): number {
  const [blockedA, blockedB] = [a.obstacle !== undefined, b.obstacle !== undefined]
  if (blockedA !== blockedB) return blockedA ? 1 : -1
  const [left, right] = [scaledOf(a.discountPercent), scaledOf(b.discountPercent)]
  return left === right ? 0 : left > right ? -1 : 1
}

/**
 * Writes the suppliers of a product in the order of cost, if it is routed to the cheapest first.
 * Returns the product if the order has changed. Waiting batches start over in the new order at
 * their next definite refusal. A batch whose outcome is unknown stays with its supplier.
 */
export async function orderByCost(tx: Tx, productId: number): Promise<Product | undefined> {
  const product = await lockProduct(tx, productId)
  const routing = await maybeRow(tx, selectRouting(productId))
  if (!product || routing?.is_cheapest_first !== true) return undefined
  const routes = byCost(await costedRoutes(tx, product))
  if (JSON.stringify(routes) === JSON.stringify(routesOf(product))) return undefined
  return reorderSuppliers(tx, product, routes)
}

/**
 * Orders the suppliers of all products that are routed to the cheapest first, after a catalog was
 * read. Each product has a short transaction.
 */
export async function orderAllByCost(db: Database): Promise<void> {
  for (const { product_id: productId } of await db.rows(selectCheapestFirst())) {
    await transact(db, (tx) => orderByCost(tx, productId))
  }
}

/** Locks the products that buy a listing and are ordered by cost, and returns them. */
export async function lockCheapestFirst(tx: Tx, listingId: number): Promise<number[]> {
  const { products } = await existingListing(tx, listingId)
  const buyers = products.map(({ productId }) => productId)
  const rows = await tx.rows(selectCheapestFirst(buyers))
  const productIds = rows.map((row) => row.product_id)
  for (const productId of productIds) await lockProduct(tx, productId)
  return productIds
}
