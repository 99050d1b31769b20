import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError } from '../v2/fixture.ts'
import { expectData, importCsv, vaultProduct } from './fixture.ts'

const HEADER = 'faceValue,giftCardNumber\n'

let service: RunningService

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00' } })
})
afterAll(() => service.end())

async function importCodes(productId: number, csv: string, query = ''): Promise<Json> {
  const reply = await importCsv(service, productId, HEADER + csv, query)
  return expectData(reply, query.includes('dryRun') ? 200 : 201)
}

describe('a code is unique over all products', () => {
  test('the code of another product is rejected, and the reason names that product and its lot', async () => {
    const [first, second] = [await vaultProduct(service), await vaultProduct(service)]
    await importCodes(first, '10,NWC-7Q4K-99TX-2MZB\n', '?lot=spring')
    const csv = '10,nwc-7q4k-99tx-2mzb\n10,NWC-OWN-1\n'

    const dryRun = await importCodes(second, csv, '?dryRun=true')
    const answer = await importCodes(second, csv)

    const reason = `the code is a duplicate: product ${first} has it in lot "spring"`
    const expected = {
      imported: 1,
      duplicates: 0,
      rejected: [{ line: 2, reason }],
      rejectedCount: 1,
    }
    expect(dryRun).toMatchObject(expected)
    expect(answer).toMatchObject(expected)
    const { id } = await completeOrder(service, { productId: second, amount: 10, quantity: 1 })
    const { body } = await service.partner.get(`/v2/orders/${id}/items`)
    expect(body.data).toMatchObject([{ giftCardNumber: 'NWC-OWN-1' }])
  })

  test('a line that repeats a rejected code is rejected too, also in a dry run', async () => {
    const [first, second] = [await vaultProduct(service), await vaultProduct(service)]
    await importCodes(first, '10,REPEATED-1\n')
    const csv = '10,REPEATED-1\n10,REPEATED-2\n10,REPEATED-1\n10,REPEATED-2\n'
    const expected = { imported: 1, duplicates: 1, rejectedCount: 2 }

    expect(await importCodes(second, csv, '?dryRun=true')).toMatchObject(expected)
    expect(await importCodes(second, csv)).toMatchObject(expected)
  })

  test('if two products import the same codes at once, each code goes to one of them', async () => {
    const products = [await vaultProduct(service), await vaultProduct(service)]
    const lines = Array.from({ length: 5_000 }, (_, at) => `10,RACE-${at}\n`)
    const files = [lines.join(''), lines.toReversed().join('')]

    const answers = await Promise.all(
      products.map((productId, at) => importCodes(productId, files[at] ?? '')),
    )

    const total = (field: string): number =>
      answers.reduce((sum, answer) => sum + Number(answer[field]), 0)
    expect([total('imported'), total('duplicates'), total('rejectedCount')]).toEqual([
      5_000, 0, 5_000,
    ])
  })
})

describe('codeNamespace', () => {
  test('codes are compared within one namespace, not between namespaces', async () => {
    const shared = { codeNamespace: 'contoso' }
    const [first, second] = [await vaultProduct(service), await vaultProduct(service, shared)]
    const third = await vaultProduct(service, shared)

    expect(await importCodes(first, '10,1234\n')).toMatchObject({ imported: 1 })
    expect(await importCodes(second, '10,1234\n')).toMatchObject({ imported: 1 })
    expect(await importCodes(third, '10,1234\n')).toMatchObject({ imported: 0, rejectedCount: 1 })
  })

  test('a product shows its namespace, if it has one', async () => {
    const named = await service.product({ supplier: 'vault', codeNamespace: 'acme-uk' })

    expect(named).toMatchObject({ codeNamespace: 'acme-uk' })
    expect(await service.product({ supplier: 'vault' })).not.toHaveProperty('codeNamespace')
  })

  test('400: the namespace changes only while the product has no codes', async () => {
    const productId = await vaultProduct(service)
    const change = (codeNamespace: string) =>
      service.admin.patch(`/admin/v1/products/${productId}`, { codeNamespace })
    expectData(await change('acme'), 200)
    expect(expectData(await change(''), 200)).not.toHaveProperty('codeNamespace')
    await importCodes(productId, '10,SETTLED-1\n')

    expectError(await change('acme'), 400, 'VALIDATION_ERROR', ['codeNamespace'])
    expectData(await change(''), 200)
  })

  test.each(['Acme', 'a:b', ' a', '-', 'a'.repeat(65)])(
    '400: %s is not a namespace',
    async (name) => {
      const reply = await service.admin.post('/admin/v1/products', {
        brand: 'Acme',
        currency: 'USD',
        denominationType: 'FIXED',
        fixedAmounts: [10],
        supplier: 'vault',
        codeNamespace: name,
      })

      expectError(reply, 400, 'VALIDATION_ERROR', ['codeNamespace'])
    },
  )
})
