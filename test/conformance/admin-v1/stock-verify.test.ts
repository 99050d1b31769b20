import { expect, test } from 'vitest'
import { compareStock } from '../../../src/inventory/mod.ts'
import type { Json } from '../../support/client.ts'
import { dataOf, startService, type RunningService } from '../../support/service.ts'
import { completeOrder, placeOrder } from '../v2/fixture.ts'
import { expectData } from './fixture.ts'

const VERIFY = '/admin/v1/ledger/verify'

interface StockedService {
  readonly service: RunningService
  readonly productId: number
  readonly blockId: string
  /** Changes rows by hand. */
  change(statement: string): Promise<unknown>
  /** Returns the present differences. Throws unless `balanced` agrees. */
  differences(): Promise<Json[]>
  /** Names codes of the only block, as a difference does. */
  codes(first: number, last: number): string
}

/** Returns a service with one block of codes, without differences. */
async function serviceWithStock(quantity: number): Promise<StockedService> {
  const service = await startService({ funds: { USD: '9000.00' } })
  const { admin, db } = service
  const { productId } = await service.product({ supplier: 'vault' })
  dataOf(await service.stock(productId, names('A', quantity)))
  const { rows } = await db.pool.query('select block_id from stock_blocks')
  const blockId: string = rows[0]?.block_id
  const differences = async (): Promise<Json[]> => {
    const data = expectData(await admin.get(VERIFY), 200)
    expect(data.balanced).toBe(data.differences.length === 0)
    return data.differences
  }
  return {
    service,
    productId,
    blockId,
    change: (statement) => db.pool.query(statement),
    differences,
    codes: (first, last) => `product ${productId} block ${blockId} codes ${first} to ${last}`,
  }
}

function names(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}-${at + 1}`)
}

const ofNoPartner = { partnerId: 0, currency: '' }

test('codes in two ranges are named, whether they are free, held or reserved', async () => {
  const { service, productId, blockId, change, differences, codes } = await serviceWithStock(9)
  await completeOrder(service, { productId, quantity: 3 })
  expect(await differences()).toEqual([])

  await change(`
    insert into stock_held (product_id, block_id, first, quantity, face_value_minor)
    values (${productId}, '${blockId}', 2, 3, 1000)`)

  expect(await differences()).toEqual([
    { ...ofNoPartner, account: codes(2, 4), field: 'ranges', stored: '2', recomputed: '1' },
  ])
  await change('update stock_held set first = 6')
  expect(await differences()).toMatchObject([{ account: codes(6, 8), stored: '2' }])
  await change('delete from stock_held')
  expect(await differences()).toEqual([])
})

test('codes in no range are named as lost, whether they were sold or not', async () => {
  const { service, productId, change, differences, codes } = await serviceWithStock(9)
  await completeOrder(service, { productId, quantity: 3 })

  await change('update stock_free set first = first + 2, quantity = quantity - 3')

  const lost = { ...ofNoPartner, field: 'ranges', stored: '0', recomputed: '1' }
  expect(await differences()).toEqual([
    { ...lost, account: codes(3, 4) },
    { ...lost, account: codes(8, 8) },
  ])
  await change('delete from stock_free')
  expect(await differences()).toEqual([{ ...lost, account: codes(3, 8) }])
  await change(`update stock_reservations set state = 'RELEASED'`)
  expect(await differences()).toMatchObject([
    { field: 'issued_codes', recomputed: 'not reserved' },
    { ...lost, account: codes(0, 8) },
  ])
})

test('a range beyond the end of its block, or of a block that is not stored, is named', async () => {
  const { change, differences, codes, blockId } = await serviceWithStock(3)
  await change('update stock_free set quantity = 5')
  const noSuchCode = { ...ofNoPartner, field: 'ranges', stored: '1', recomputed: 'no such code' }
  expect(await differences()).toEqual([{ ...noSuchCode, account: codes(0, 4) }])
  await change('update stock_free set quantity = 3')
  const other = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

  await change(`update stock_free set block_id = '${other}'`)

  expect(await differences()).toEqual([
    { ...ofNoPartner, account: codes(0, 2), field: 'ranges', stored: '0', recomputed: '1' },
    { ...noSuchCode, account: codes(0, 2).replace(blockId, other) },
  ])
})

test('an issued segment outside of the reservation of its batch is named with its order', async () => {
  const { service, productId, change, differences, codes } = await serviceWithStock(9)
  const { partnerId } = service.partner
  await completeOrder(service, { productId, quantity: 2 })
  await completeOrder(service, { productId, quantity: 2 })
  expect(await differences()).toEqual([])

  await change('update issued_segments set stock_first = stock_first + 1 where order_no = 2')

  const segment = { partnerId, currency: '', field: 'issued_codes', recomputed: 'not reserved' }
  expect(await differences()).toEqual([
    { ...segment, account: 'order 2 batch 1 segment 1', stored: codes(3, 4) },
  ])
})

test('two segments with the same code are named, in one order or in two', async () => {
  const { service, productId, change, differences, codes } = await serviceWithStock(9)
  await completeOrder(service, { productId, quantity: 2 })
  await completeOrder(service, { productId, quantity: 2 })

  await change(`
    insert into issued_segments
    select partner_id, order_no, batch_no, 2, 2, 1, sealed, stock_product_id, stock_block_id, 1
    from issued_segments where order_no = 1`)

  const twice = { ...ofNoPartner, field: 'segments', stored: '2', recomputed: '1' }
  expect(await differences()).toEqual([{ ...twice, account: codes(1, 1) }])
  await change('delete from issued_segments where segment_no = 2')
  expect(await differences()).toEqual([])
  await change('update issued_segments set stock_first = 0')
  expect(await differences()).toMatchObject([
    { account: 'order 2 batch 1 segment 1', recomputed: 'not reserved' },
    { ...twice, account: codes(0, 1) },
  ])
})

test('a reservation of a batch that does not exist is named', async () => {
  const { service, productId, change, differences } = await serviceWithStock(3)
  const { partnerId } = service.partner
  await completeOrder(service, { productId, quantity: 2 })

  await change('update stock_reservations set order_no = 7')

  const reservation = { partnerId, currency: '', account: 'order 7 batch 1', field: 'reservation' }
  expect(await differences()).toEqual([
    { ...reservation, stored: `product ${productId}`, recomputed: 'no such batch' },
    expect.objectContaining({ account: 'order 1 batch 1 segment 1', recomputed: 'not reserved' }),
  ])
})

test('sales, returns, holds and imports during a verification cause no differences', async () => {
  const { service, productId } = await serviceWithStock(600)
  const { admin, partner, db } = service
  const { productId: unstocked } = await service.product({ supplier: 'vault' })
  const onlyLot = async (): Promise<string> => {
    const { rows } = await db.pool.query('select lot from stock_lots')
    return rows[0]?.lot
  }
  const lotPath = `/admin/v1/products/${productId}/lots/${await onlyLot()}`
  const sellAndTakeBack = async (): Promise<void> => {
    for (let round = 0; round < 8; round += 1) {
      await placeOrder(partner, { productId, quantity: 2 })
      const items = [productId, unstocked].map((id) => ({ productId: id, amount: 10, quantity: 3 }))
      const { id } = await placeOrder(partner, { items })
      await service.waitForOrder(id, 'OUT_OF_STOCK')
      dataOf(await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'no longer wanted' }))
    }
  }
  const holdAndImport = async (): Promise<void> => {
    for (let round = 0; round < 8; round += 1) {
      dataOf(await admin.post(`${lotPath}/quarantine`, { reason: 'to be looked at' }))
      dataOf(await service.stock(productId, names(`B${round}`, 40)))
      dataOf(await admin.post(`${lotPath}/release`, { reason: 'all is well' }))
    }
  }
  let isBusy = true
  const work = Promise.all([sellAndTakeBack(), sellAndTakeBack(), holdAndImport()]).finally(
    () => void (isBusy = false),
  )
  const differences: unknown[] = []

  while (isBusy) for await (const difference of compareStock(db)) differences.push(difference)

  await work
  expect(differences).toEqual([])
})
