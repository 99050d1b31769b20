import { expect, test } from 'vitest'
import { submit, visit } from '../links/link-fixture.ts'
import { dataOf, startService } from '../support/service.ts'
import { act, authorize, buyCodes, newShop, redeemable } from './fixture.ts'

test('the address of a code is a page that shows its balance and history, and has no code', async () => {
  const service = await startService({ funds: { USD: '100.00' }, settings: { claimPort: 0 } })
  const shop = await newShop(service)
  const { productId } = await redeemable(service)
  const [bought] = await buyCodes(service, { productId, amount: 25 })
  const { code = '', redemptionUrl = '' } = bought ?? {}
  const { authorizationId } = dataOf(await authorize(shop, code, { amount: 10 }))
  dataOf(await act(shop, `authorizations/${authorizationId}/capture`, { amount: 8 }))

  const asked = await visit(redemptionUrl)
  const shown = await submit(redemptionUrl, { code: code.toLowerCase() })
  const unknown = await submit(redemptionUrl, { code: 'ZZZZZ-ZZZZZ-ZZZZZ-ZZZZZ' })

  expect(new URL(redemptionUrl).pathname).toBe('/card')
  expect([asked.status, shown.status, unknown.status]).toEqual([200, 200, 404])
  expect(asked.html).toContain('<form method="post" action="/card">')
  const text = shown.html.replaceAll(/<style>.*<\/style>/gs, '').replaceAll(/<[^>]+>/g, ' ')
  expect(text).toMatch(/\$17\.00.*of \$25\.00.*Spent.*\$8\.00.*Reserved.*\$10\.00/s)
  for (const { html, headers } of [asked, shown, unknown]) {
    expect(html.toUpperCase()).not.toContain(code)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  }
  expect(service.logged.join('\n').toUpperCase()).not.toContain(code)
})
