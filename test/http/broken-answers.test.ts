import { get } from 'node:http'
import { expect, test } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { requestsInFlight } from '../support/current-metrics.ts'
import { anOrder, dataOf, startService } from '../support/service.ts'

/** The bytes of a download, and whether it was complete. */
function download(url: string): Promise<{ status: number; bytes: number; isWhole: boolean }> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('error', () => undefined)
      response.on('close', () => {
        resolve({ status: response.statusCode ?? 0, bytes, isWhole: response.complete })
      })
    }).on('error', reject)
  })
}

test('codes that do not open fail the whole response, and are logged once', async () => {
  const { partner, product, waitForOrder, db, logged } = await startService({
    funds: { USD: '1000.00' },
    settings: { batchUnits: 5 },
  })
  await product()
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ quantity: 50 })))
  await waitForOrder(id, 'COMPLETED')
  const link = dataOf(await partner.get(`/v2/orders/${id}/fulfillments/export`))
  expect(await download(link.downloadUrl)).toMatchObject({ status: 200, isWhole: true })

  await db.pool.query(`update issued_segments set sealed = set_byte(sealed, 40, 0) || '\\x00'
                       where batch_no = 9`)
  const broken = await download(link.downloadUrl)

  expect(broken.isWhole && broken.status === 200).toBe(false)
  await eventually(() => {
    const faults = logged.filter((line) => line.includes('"level":50'))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('SealBroken')
  })
})

test('a download whose client goes away ends, is logged as aborted, and can be repeated', async () => {
  const { partner, product, waitForOrder, services, logged } = await startService({
    funds: { USD: '1000000.00' },
  })
  await product()
  const { id } = dataOf(await partner.post('/v2/orders', anOrder({ amount: 1, quantity: 100_000 })))
  await waitForOrder(id, 'COMPLETED')
  const { downloadUrl } = dataOf(await partner.get(`/v2/orders/${id}/fulfillments/export`))

  await new Promise<void>((resolve) => {
    const request = get(downloadUrl, (response) => {
      response.once('data', () => request.destroy())
      response.on('error', () => undefined)
      response.on('close', resolve)
    })
    request.on('error', () => undefined)
  })

  await eventually(async () => {
    expect(await requestsInFlight(services)).toBe(0)
  })
  expect(logged.filter((line) => line.includes('"level":50'))).toEqual([])
  expect(logged.filter((line) => line.includes('"isAborted":true'))).toHaveLength(1)
  expect((await download(downloadUrl)).isWhole).toBe(true)
})
