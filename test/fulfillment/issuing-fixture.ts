import { createCatalog, type LineRequest } from '../../src/catalog/mod.ts'
import { recipientWalletFinder } from '../../src/consumers/mod.ts'
import { issueAtOnce } from '../../src/fulfillment/mod.ts'
import { createOrderWrites, type OrderWrites, type PlaceInput } from '../../src/orders/mod.ts'
import { currency } from '../support/domain.ts'
import type { FulfillmentFixture } from '../support/fulfillment-fixture.ts'

/** Returns the order writes of a process that issues orders when it accepts them. */
export function issuingWrites(
  fixture: FulfillmentFixture,
  isBusy = (): boolean => false,
): OrderWrites {
  const { db, clock, suppliers, vault, faults } = fixture
  const onFault = (error: unknown): void => void faults.push(error)
  return createOrderWrites({
    catalog: createCatalog({ db, clock }),
    stockSupplier: 'vault',
    batchUnitsMax: 400,
    linesPerOrderMax: 10_000,
    unitsPerOrderMax: 10_000,
    findRecipientWallets: recipientWalletFinder(vault),
    vault,
    beginIssuing: (tx, request) =>
      issueAtOnce({ suppliers, vault, clock, isBusy, onFault }, tx, request),
  })
}

let references = 0

export function orderOf(items: readonly LineRequest[]): PlaceInput {
  references += 1
  return {
    type: 'place',
    clientReference: `order ${references}`,
    idempotencyKey: undefined,
    fingerprint: Buffer.alloc(32, references),
    currency: currency('USD'),
    items,
  }
}
