import { expect, onTestFinished, test } from 'vitest'
import { caseEvents } from '../../src/cases/case-events.ts'
import type { Case } from '../../src/cases/mod.ts'
import { formatOrderId } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { followFeeds, listEvents, publishEvents, relayEvents } from '../../src/events/mod.ts'
import { startFulfillmentFixture } from '../support/fulfillment-fixture.ts'

test('a case has the subject of its order, and comes after the changes of the order, also in one relay', async () => {
  const fixture = await startFulfillmentFixture()
  onTestFinished(() => fixture.end())
  const { db, clock, partnerId } = fixture
  const { productId } = await fixture.product({ supplier: 'sandbox' })
  await fixture.deposit(10)
  await transact(db, (tx) => tx.rows(followFeeds([partnerId], clock.now())))
  fixture.worker()
  const order = await fixture.place({ items: [{ productId, amount: 10, quantity: 1 }] })
  await fixture.reaches(order, 'COMPLETED')
  const orderId = formatOrderId(order)
  const newCase: Case = {
    caseId: 1,
    partnerId,
    orderNo: 1,
    itemNo: 1,
    productId,
    kind: 'block',
    state: 'REQUESTED',
    reason: 'torn',
    refund: undefined,
    openedBy: 'a partner',
    openedAt: clock.now(),
    decision: undefined,
  }
  await transact(db, async (tx) => {
    publishEvents(tx, caseEvents(orderId, { before: undefined, after: newCase }, clock.now()))
  })

  await relayEvents(db)

  const ofOrder = { subject: orderId, from: undefined, to: undefined, type: undefined }
  const listed = await listEvents(db, partnerId, { ...ofOrder, before: 1_000, limit: 10 })
  const types = listed.map(({ event }) => event.type)
  expect(types.toReversed()).toEqual(['order.processing', 'order.completed', 'case.opened'])
})
