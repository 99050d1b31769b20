import { RELOADLY_SECRETS } from '../../src/stand-ins/reloadly.ts'
import { SHOPS, startStandIn } from '../../src/stand-ins/mod.ts'

/** The message that starts a supplier with this many listings. */
export interface SupplierOrder {
  readonly listings: number
}

export interface SupplierReport {
  readonly url: string
  readonly secrets: Readonly<Record<string, string>>
}

/** Serves the stand-in of Reloadly with a catalog of the requested size. */
async function serve({ listings }: SupplierOrder): Promise<void> {
  const { url } = await startStandIn(SHOPS.reloadly.open({ further: listings }))
  process.send?.({ url, secrets: RELOADLY_SECRETS } satisfies SupplierReport)
}

process.once('message', (order: SupplierOrder) => void serve(order))
