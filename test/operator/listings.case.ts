import { expect } from 'vitest'
import { makeUpListing, mapByHand } from '../conformance/admin-v1/listings.ts'
import { anUnusedSupplier } from '../conformance/admin-v1/purchases.ts'
import { NO_FLAGS, PAGES } from '../conformance/bad-input/bad-parameters.ts'
import { flag, notA, optional, reason, required } from '../conformance/bad-input/values.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const NO_SEARCH = ['', '%00', 'x'.repeat(1_001)]
const PATH = '/admin/v1/supplier-listings'

/** Returns a new listing, and a new product that can be mapped to it. */
async function aPair(service: RunningService) {
  const supplier = await anUnusedSupplier(service)
  const listing = await makeUpListing(service, supplier)
  const { productId } = await service.product({ supplier: 'generator' })
  return { supplier, productId: Number(productId), ...listing }
}

async function aMappedPair(service: RunningService) {
  const pair = await aPair(service)
  await mapByHand(service, pair.supplier, pair)
  return pair
}

const productId = required('"1"', '1.5', 'null')

export const LISTINGS: OperatorCases = {
  'GET /admin/v1/supplier-listings': {
    roles: 'admin finance operations auditor',
    badQueries: {
      supplier: NO_SEARCH,
      brand: NO_SEARCH,
      country: NO_SEARCH,
      q: NO_SEARCH,
      currency: ['', 'usd', 'XXX'],
      productType: ['', 'gift'],
      mapped: NO_FLAGS,
      ...PAGES,
    },
    commands: {
      'suppliers listings --supplier tillo:main --no-mapped --q amazon --sort -discountPercent':
        '/supplier-listings?supplier=tillo%3Amain&q=amazon&mapped=false&sort=-discountPercent',
      'suppliers listings --brand Ikea --country DE --currency EUR --product-type TOP_UP':
        '/supplier-listings?brand=Ikea&country=DE&currency=EUR&productType=TOP_UP',
    },
  },

  'GET /admin/v1/supplier-listings/{listingId}': {
    roles: 'admin finance operations auditor',
    commands: { 'suppliers listing 7': '/supplier-listings/7' },
  },

  'POST /admin/v1/supplier-listings/{listingId}/map': {
    roles: 'admin operations',
    bodies: [
      {
        body: (ids) => ({ productId: ids.topUpId, reason: 'cheaper' }),
        // The listing is a gift card, and the product is a top-up.
        accepted: [400],
        fields: {
          productId,
          faceValue: optional(required(...notA('string'))),
          reason: optional(reason()),
        },
      },
    ],
    isRefused: true,
    async prepare(fixture) {
      const { listingId, productId: id } = await aPair(fixture)
      return { target: `${PATH}/${listingId}/map`, body: { productId: id } }
    },
    async audit(service) {
      const { listingId, productId: id } = await aPair(service)
      const before = dataOf(await service.admin.get(`/admin/v1/products/${id}`))
      const body = { productId: id, reason: 'cheaper' }
      const reply = await service.admin.post(`${PATH}/${listingId}/map`, body)
      const entry = { target: `product:${id}`, reason: 'cheaper', before, after: dataOf(reply) }
      return { reply, action: 'product.update', ...entry }
    },
    commands: {
      'suppliers map 7 12 --face-value 10.00': [
        '/supplier-listings/7/map',
        { productId: 12, faceValue: '10.00' },
      ],
    },
  },

  'POST /admin/v1/supplier-listings/{listingId}/unmap': {
    roles: 'admin operations',
    bodies: [
      {
        body: (ids) => ({ productId: ids.topUpId, reason: 'dearer' }),
        // The product is not mapped to the listing.
        accepted: [400],
        fields: { productId, reason: optional(reason()) },
      },
    ],
    isRefused: true,
    async prepare(fixture) {
      const { listingId, productId: id } = await aMappedPair(fixture)
      return { target: `${PATH}/${listingId}/unmap`, body: { productId: id } }
    },
    async audit(service) {
      const { listingId, productId: id } = await aMappedPair(service)
      const before = dataOf(await service.admin.get(`/admin/v1/products/${id}`))
      const reply = await service.admin.post(`${PATH}/${listingId}/unmap`, { productId: id })
      const entry = { target: `product:${id}`, before, after: dataOf(reply) }
      return { reply, action: 'product.update', ...entry }
    },
    commands: {
      'suppliers unmap 7 12 --reason dearer': [
        '/supplier-listings/7/unmap',
        { productId: 12, reason: 'dearer' },
      ],
    },
  },

  'POST /admin/v1/supplier-listings/{listingId}/product': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ brand: 'Northwind', locale: 'en', active: false, reason: 'new' }),
        fields: {
          brand: optional(required(...notA('string'), '""')),
          locale: optional(
            required(...notA('string'), { json: '"x y"', names: 'locales[0].locale' }),
          ),
          active: optional(flag()),
          reason: optional(reason()),
        },
      },
    ],
    async audit(service) {
      const { listingId } = await aPair(service)
      const reply = await service.admin.post(`${PATH}/${listingId}/product`, { reason: 'new' })
      const { pictureFault: _, ...after } = dataOf(reply)
      const target = `product:${after.productId}`
      return { reply, action: 'product.create', target, reason: 'new', after }
    },
    commands: {
      'suppliers sell 7 --brand Northwind --no-active': [
        '/supplier-listings/7/product',
        { brand: 'Northwind', active: false },
      ],
    },
  },

  'GET /admin/v1/products/{productId}/routing': {
    roles: 'admin finance operations auditor',
    commands: { 'products routing 12': '/products/12/routing' },
  },

  'PUT /admin/v1/products/{productId}/routing': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ cheapestFirst: false, marginFloorPercent: '2.5', reason: 'dearer' }),
        fields: {
          cheapestFirst: flag(),
          marginFloorPercent: optional(
            required(...notA('string'), '""', '"100"', '"1e1"', '"1.0000001"', '"2,5"'),
          ),
          reason: optional(reason()),
        },
      },
    ],
    prepareApproval: ({ ids }) => ({
      target: `/admin/v1/products/${ids.vaultId}/routing`,
      body: { cheapestFirst: true },
    }),
    async audit(service) {
      const mapped = await aMappedPair(service)
      const path = `/admin/v1/products/${mapped.productId}/routing`
      const before = dataOf(await service.admin.get(path))
      const body = { cheapestFirst: true, marginFloorPercent: '6', reason: 'dearer' }
      const reply = await service.admin.put(path, body)
      const entry = { target: `product:${mapped.productId}`, reason: 'dearer', before }
      return { reply, action: 'product.route', ...entry, after: dataOf(reply) }
    },
    commands: {
      'products route 12 --cheapest-first --margin-floor-percent 2.5': [
        '/products/12/routing',
        { cheapestFirst: true, marginFloorPercent: '2.5' },
      ],
    },
  },

  'POST /admin/v1/suppliers/{supplier}/mirror': {
    roles: 'admin operations',
    bodies: [{ body: () => ({ reason: 'new cards' }), fields: { reason: optional(reason()) } }],
    async audit(service) {
      const supplier = await anUnusedSupplier(service)
      const target = `/admin/v1/suppliers/${supplier}/mirror`
      const reply = await service.admin.post(target, { reason: 'new cards' })
      const dueAt = expect.any(String)
      const entry = { target: `supplier:${supplier}`, reason: 'new cards', after: { dueAt } }
      return { reply, action: 'supplier.mirror', ...entry }
    },
    commands: {
      'suppliers mirror tillo:main --reason "new cards"': [
        '/suppliers/tillo%3Amain/mirror',
        { reason: 'new cards' },
      ],
    },
  },

  'GET /admin/v1/supplier-price-changes': {
    roles: 'admin finance operations auditor',
    badQueries: { supplier: NO_SEARCH, status: ['', 'waits', 'NEW'], ...PAGES },
    commands: {
      'suppliers prices --status WAITS --sort -seenAt':
        '/supplier-price-changes?status=WAITS&sort=-seenAt',
      'suppliers prices --supplier tillo:main': '/supplier-price-changes?supplier=tillo%3Amain',
    },
  },

  'POST /admin/v1/supplier-price-changes/{changeId}/accept': {
    roles: 'admin operations',
    bodies: [
      {
        body: () => ({ reason: 'as they wrote' }),
        // 409 from the second request on, because the first accepts the price.
        accepted: [200, 409],
        fields: { reason: optional(reason()) },
      },
    ],
    async prepare(fixture) {
      const { changeId } = await aPair(fixture)
      return { target: `/admin/v1/supplier-price-changes/${changeId}/accept`, body: {} }
    },
    async audit(service) {
      const { supplier, listing, changeId } = await aPair(service)
      const target = `/admin/v1/supplier-price-changes/${changeId}/accept`
      const reply = await service.admin.post(target, { reason: 'as they wrote' })
      return {
        reply,
        action: 'supplier_price.accept',
        target: `supplier:${supplier}`,
        reason: 'as they wrote',
        before: { listing, discountPercent: '5' },
        after: { listing, discountPercent: '1' },
      }
    },
    commands: {
      'suppliers accept 9 --reason "as they wrote"': [
        '/supplier-price-changes/9/accept',
        { reason: 'as they wrote' },
      ],
    },
  },
}
