import { expect, test } from 'vitest'
import { signedClient, type Json, type Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { openEndpoint } from './endpoint.ts'
import { ADMIN_TOKEN, makeInstallation } from './service-process.ts'

const ITEMS = 40

test('kill -9 while cases are opened: repeated until acknowledged, each is done once', async () => {
  const installation = makeInstallation()
  let service = await installation.start()
  let { http, operate } = openEndpoint(service.url, ADMIN_TOKEN)
  const { partnerId } = dataOf(await operate('POST', '/admin/v1/partners', { name: 'Acme' }))
  const path = `/admin/v1/partners/${partnerId}`
  const deposit = { currency: 'USD', amount: 1_000, reference: 'wire' }
  dataOf(await operate('POST', `${path}/deposits`, deposit))
  const credentials = dataOf(await operate('POST', `${path}/credentials`, {}))
  const sold = { brand: 'N', currency: 'USD', denominationType: 'FIXED', fixedAmounts: [10] }
  const product = { ...sold, supplier: 'vault' }
  const { productId } = dataOf(await operate('POST', '/admin/v1/products', product))
  const codes = Array.from({ length: 2 * ITEMS }, (_, at) => `10,KILL-${at}`)
  const csv = ['faceValue,giftCardNumber', ...codes, ''].join('\n')
  dataOf(await operate('POST', `/admin/v1/products/${productId}/codes`, csv))
  const order = anOrder({ productId, quantity: ITEMS })
  const partner = signedClient(http, credentials)
  const { id } = dataOf(await partner.post('/v2/orders', order))
  await eventually(async () => {
    expect(dataOf(await partner.get(`/v2/orders/${id}`)).status).toBe('COMPLETED')
  })
  const open = (itemNo: number): Promise<Reply> =>
    operate('POST', `/admin/v1/orders/${id}/cases`, {
      itemNo,
      kind: itemNo % 2 === 0 ? 'refund' : 'replace',
      reason: 'worn',
    })
  const items = Array.from({ length: ITEMS }, (_, at) => at + 1)

  const asked = items.map((itemNo) => open(itemNo))
  const outcomes = Promise.allSettled(asked)
  await asked[0]
  await service.end('SIGKILL')
  await outcomes
  http.close()
  service = await installation.start()
  ;({ http, operate } = openEndpoint(service.url, ADMIN_TOKEN))
  for (const itemNo of items) dataOf(await open(itemNo))

  const cases: Json[] = dataOf(await operate('GET', `/admin/v1/orders/${id}/cases`))
  expect(cases.map(({ itemNo }) => itemNo).toSorted((one, other) => one - other)).toEqual(items)
  const funds = dataOf(await operate('GET', '/admin/v1/ledger/verify'))
  expect(funds).toMatchObject({ balanced: true, differences: [] })
  const stock = dataOf(await operate('GET', `/admin/v1/products/${productId}/stock`))
  expect(stock.faceValues).toMatchObject([{ free: ITEMS / 2 }])
  const balances = await signedClient(http, credentials).get('/v2/accounts/balances')
  const refunded = (ITEMS / 2) * 10
  const [{ funds: left }] = balances.body.fundsList
  expect(left).toBe(1_000 - ITEMS * 10 + refunded)
  http.close()
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
})
