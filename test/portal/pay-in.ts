import { expect, test } from 'vitest'
import { payInOf } from '../../src/pay-in/mod.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { pdfPages } from '../support/pdf-text.ts'
import { dataOf } from '../support/service.ts'
import type { Browser } from '../support/signed-in.ts'

export const PAY_IN_ACCOUNTS = [{ currency: 'USD', holder: 'Example', account: '000123456789' }]

/** Defines the tests of how a partner pays in. */
export function testPayIn(
  open: () => { readonly fixture: Fixture; readonly finance: Browser },
): void {
  test('a partner sees where it pays in, with a reference of its own', async () => {
    const { fixture, finance } = open()
    const [{ reference, ...account }] = dataOf(await finance.get('/portal/v1/pay-in'))
    expect([account]).toEqual(PAY_IN_ACCOUNTS)
    expect(payInOf(reference)).toEqual({ partnerId: fixture.ids.partnerId, currency: 'USD' })
  })

  test('a partner prints what it pays in: the amount, the account, its own reference', async () => {
    const { fixture, finance } = open()
    const { url, ids } = fixture
    const headers = { cookie: `__Host-tessera=${finance.token}` }
    const [{ reference }] = dataOf(await finance.get('/portal/v1/pay-in'))
    const path = '/portal/v1/pro-forma?currency=USD&amount='
    const response = await fetch(`${url}${path}1250.5`, { headers })

    const [page = ''] = await pdfPages(new Uint8Array(await response.arrayBuffer()))
    for (const text of [
      `PF-${ids.partnerId}-USD-1250.50-`,
      '1,250.50 USD',
      reference,
      '000123456789',
    ]) {
      expect(page).toContain(text)
    }
    expect(page).toContain('neither an invoice nor a statement of tax')
    expect(page).toContain('Tax number: not stated')

    const target = `/admin/v1/partners/${ids.partnerId}`
    const legal = { name: 'Exempla Belohnungen GmbH', address: ' Hauptstr. 1, Wien ', taxId: '' }
    expect(dataOf(await fixture.admin.patch(target, { legal })).legal).toEqual({
      name: legal.name,
      address: 'Hauptstr. 1, Wien',
    })
    const days = 'from=2026-01-01T00:00:00Z&to=2026-01-02T00:00:00Z'
    const statement = `/portal/v1/statement?currency=USD&format=pdf&${days}`
    for (const document of [`${path}1250.5`, statement]) {
      const printed = await fetch(url + document, { headers })
      const [named = ''] = await pdfPages(new Uint8Array(await printed.arrayBuffer()))
      expect(named).toContain(legal.name)
      expect(named).toContain('Address: Hauptstr. 1, Wien')
    }
    expect(dataOf(await fixture.admin.patch(target, { legal: {} })).legal).toBeUndefined()
    expect((await fixture.admin.patch(target, { legal: { taxId: 'a\nb' } })).status).toBe(400)
    expect((await finance.get(`${path}1.005`)).status).toBe(400)
    expect((await finance.get(path.replace('USD', 'EUR') + '5')).status).toBe(409)
  })
}
