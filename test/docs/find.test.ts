import { expect, test } from 'vitest'
import { tessera } from '../cli/fixture.ts'
import { newCustomer } from '../conformance/partner-v1/fixture.ts'
import { completeOrder } from '../conformance/v2/fixture.ts'
import { authorize, buyCodes, newShop, redeemable } from '../issuer/fixture.ts'
import { ADMIN_TOKEN, dataOf, startService, type RunningService } from '../support/service.ts'
import { argumentsOf } from './commands.ts'
import { readPage } from './markdown.ts'

const PAGE = readPage('docs/operate/find.md')
const COMMANDS = Array.from(PAGE.matchAll(/^ {4}\$ tessera (.+)$/gm), ([, command = '']) => command)

test('every command of the page finds what it is for', async () => {
  const service = await startService({ funds: { USD: '1000.00' } })
  const { id, code } = await seed(service)
  const card = await redeem(service)
  const environment = { TESSERA_URL: service.url, TESSERA_ADMIN_TOKEN: ADMIN_TOKEN }

  expect(COMMANDS.length).toBeGreaterThan(12)
  for (const command of COMMANDS) {
    const [typed = '', file] = command
      .replace('ord_...', id)
      .replace('crd_...-1', card)
      .split(' < ')
    const outcome = await tessera(argumentsOf(typed), {
      environment,
      ...(file !== undefined && { stdin: code }),
    })
    expect({ command, ...outcome }).toMatchObject({ exitCode: 0, stderr: '' })
    expect(outcome.stdout).not.toMatch(/^(none|not found)$/m)
    expect(outcome.stdout).not.toContain(code)
  }
})

/** Creates the order and the code that the commands of the page find. */
async function seed(service: RunningService): Promise<{ id: string; code: string }> {
  const { admin, partner } = service
  const phone = { name: 'phone', label: 'Phone', pattern: '\\+[0-9]{8,15}', required: true }
  const { productId } = await service.product({ supplier: 'vault' })
  const topUp = { productType: 'TOP_UP', recipientFields: [phone], supplier: 'sandbox' }
  const credited = await service.product(topUp)
  const code = 'PAGE-CODE-1'
  dataOf(await service.stock(productId, [code, 'PAGE-CODE-2']))
  await completeOrder(service, { productId, amount: 10 })
  const recipient = { phone: '+15551234567' }
  const items = [
    { productId, amount: 10, quantity: 1, itemReference: 'row 7' },
    { productId: credited.productId, amount: 5, quantity: 1, recipient },
  ]
  const { id } = await completeOrder(service, { items, clientReference: 'dispute-1' })
  await newCustomer(partner, { email: 'ann@example.com', initialFunds: 1 })
  const campaigns = `/admin/v1/partners/${partner.partnerId}/campaigns`
  dataOf(await admin.post(campaigns, { name: 'Spring', currency: 'USD' }))
  return { id, code }
}

/** Redeems a code of ours at the first merchant; returns the identifier of its card. */
async function redeem(service: RunningService): Promise<string> {
  const shop = await newShop(service)
  expect(shop.merchantId).toBe(1)
  const { productId } = await redeemable(service)
  const [bought] = await buyCodes(service, { productId })
  const { code = '', orderId = '' } = bought ?? {}
  dataOf(await authorize(shop, code, { reference: 'till-7' }))
  return `crd_${orderId.slice('ord_'.length)}-1`
}
