import { expect } from 'vitest'
import type { Write } from '../../operator/case.ts'
import { dataOf, type RunningService } from '../../support/service.ts'
import { anImage } from '../../support/images.ts'
import { INSTANT } from '../v2/fixture.ts'
import { importCsv } from './fixture.ts'

export const PRODUCT = {
  brand: 'Northwind',
  currency: 'USD',
  denominationType: 'VARIABLE',
  minAmount: 1,
  maxAmount: 100,
  supplier: 'vault',
}

/** The writes of products, their codes, and rates. */
export function catalogWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async 'POST /admin/v1/products'() {
      const reply = await open().admin.post('/admin/v1/products', { ...PRODUCT, reason: 'launch' })
      const after = dataOf(reply)
      const target = `product:${after.productId}`
      return { reply, entry: { action: 'product.create', target, reason: 'launch', after } }
    },
    async 'PATCH /admin/v1/products/{productId}'() {
      const before = await open().product()
      const target = `/admin/v1/products/${before.productId}`
      const reply = await open().admin.patch(target, { active: false, reason: 'recall' })
      const entry = {
        action: 'product.update',
        target: `product:${before.productId}`,
        reason: 'recall',
        before,
        after: { ...before, active: false },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/products/{productId}/codes'() {
      const { productId } = await open().product({ supplier: 'vault' })
      const csv = 'faceValue,giftCardNumber\n10,AUDIT-1\n10,AUDIT-1\n10,=BAD\n'
      const reply = await importCsv(open(), productId, csv)
      const { importId, lot } = dataOf(reply)
      const after = { importId, lot }
      return { reply, entry: { action: 'codes.import', target: `product:${productId}`, after } }
    },
    async 'PATCH /admin/v1/products/{productId}/content'() {
      const { productId } = await open().product()
      const target = `/admin/v1/products/${productId}/content`
      const before = dataOf(await open().admin.get(target))
      const change = { category: 'HOME', countries: ['DE'], reason: 'a shop opens' }
      const reply = await open().admin.patch(target, change)
      const after = { ...before, category: 'HOME', countries: ['DE'] }
      const entry = { target: `product:${productId}`, reason: 'a shop opens', before, after }
      return { reply, entry: { action: 'product_content.update', ...entry } }
    },
    async 'POST /admin/v1/product-images'() {
      const type = { 'content-type': 'image/png' }
      const reply = await open().admin.post('/admin/v1/product-images', anImage(), type)
      const after = dataOf(reply)
      return { reply, entry: { action: 'image.upload', target: `image:${after.imageId}`, after } }
    },
    async 'POST /admin/v1/fx-rates/import'() {
      const query = 'source=the%20bank&reason=it%20fell&force=true'
      const target = '/admin/v1/fx-rates/import'
      const type = { 'content-type': 'text/csv' }
      dataOf(await open().admin.post(target, 'CZK,HUF,1\n', type))
      const reply = await open().admin.post(`${target}?${query}`, 'CZK,HUF,2\n', type)
      const pair = { from: 'CZK', to: 'HUF' }
      const entry = {
        action: 'rates.import',
        target: 'fx-rates',
        reason: 'it fell',
        before: { rates: [{ ...pair, rate: 1 }] },
        after: {
          rates: [{ ...pair, rate: 2 }],
          source: 'the bank',
          effectiveAt: expect.stringMatching(INSTANT),
          forced: [{ pair: 'CZK/HUF', before: 1, after: 2, percent: 100 }],
        },
      }
      return { reply, entry }
    },
    async 'POST /admin/v1/assortment-rules'() {
      const rule = { productType: 'TOP_UP', currency: 'KWD', shown: false }
      const target = '/admin/v1/assortment-rules'
      const reply = await open().admin.post(target, { ...rule, reason: 'contract 7' })
      const after = dataOf(reply)
      const entry = { target: `assortment_rule:${after.ruleNo}`, reason: 'contract 7', after }
      return { reply, entry: { action: 'assortment_rule.create', ...entry } }
    },
    async 'PUT /admin/v1/fx-rates'() {
      const rates = [{ from: 'USD', to: 'EUR', rate: 0.92 }]
      dataOf(await open().admin.put('/admin/v1/fx-rates', { rates: [{ ...rates[0], rate: 0.9 }] }))
      const how = { source: 'the bank', reason: 'daily' }
      const reply = await open().admin.put('/admin/v1/fx-rates', { rates, ...how })
      const entry = {
        action: 'rates.put',
        target: 'fx-rates',
        reason: 'daily',
        before: { rates: [{ from: 'USD', to: 'EUR', rate: 0.9 }] },
        after: { rates, source: 'the bank', effectiveAt: expect.stringMatching(INSTANT) },
      }
      return { reply, entry }
    },
  }
}
