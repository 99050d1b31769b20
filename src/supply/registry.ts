import { routesOf, type Product, type SupplierRoute, type SupplierTypes } from '../catalog/mod.ts'
import { invalidField } from '../core/mod.ts'
import type { Db, Tx } from '../db/mod.ts'
import type { Offer, Supplier } from './port.ts'

type RoutedProduct = Pick<
  Product,
  'productId' | 'supplier' | 'supplierSettings' | 'fallbackSuppliers'
>

/** The suppliers of one process, by the names that products have for them. */
export class SupplierRegistry {
  readonly byName: Readonly<Record<string, Supplier>>
  /** The types of product that each supplier can issue. A product is checked against them. */
  readonly types: SupplierTypes

  constructor(byName: Readonly<Record<string, Supplier>>, types: SupplierTypes) {
    this.byName = byName
    this.types = types
  }

  /** Returns our account that a route leads to; empty if the supplier has one account only. */
  accountOf({ supplier, settings }: SupplierRoute): string {
    return this.byName[supplier]?.accountOf?.(settings) ?? ''
  }

  /**
   * Checks the settings of a product for each of its suppliers. Refuses invalid_request, naming the
   * field as the operator wrote it: in a list of suppliers, or in `supplierSettings`.
   */
  async validateSettings(
    tx: Tx,
    routes: readonly SupplierRoute[],
    { isList }: { isList: boolean },
  ): Promise<void> {
    for (const [at, { supplier, settings }] of routes.entries()) {
      const misfit = await this.byName[supplier]?.validateSettings?.(tx, settings)
      if (!misfit) continue
      const path = isList ? `suppliers[${at}].settings` : 'supplierSettings'
      throw invalidField(`${path}.${misfit.field}`, misfit.fault)
    }
  }

  /** Returns the products that at least one of their suppliers can sell at `now`. */
  async availableProducts(
    db: Db,
    products: Iterable<RoutedProduct>,
    now: number,
  ): Promise<ReadonlySet<number>> {
    const available = new Set<number>()
    const offers = new Map<Supplier, Offer[]>()
    for (const product of products) {
      for (const { supplier: name, settings } of routesOf(product)) {
        const supplier = this.byName[name]
        const offer = { productId: product.productId, settings }
        if (!supplier?.availability) available.add(product.productId)
        else offers.set(supplier, [...(offers.get(supplier) ?? []), offer])
      }
    }
    for (const [supplier, settings] of offers) {
      const sold = (await supplier.availability?.(db, settings, now)) ?? settings
      for (const { productId } of sold) available.add(productId)
    }
    return available
  }
}
