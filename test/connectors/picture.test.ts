import { expect, test } from 'vitest'
import { encodeImage } from '../../src/content/mod.ts'
import { pictureOf } from '../../src/stand-ins/picture.ts'
import { SHOPS, startStandIn } from '../../src/stand-ins/mod.ts'
import { dataOf, shareService } from '../support/service.ts'

const service = shareService()

test('the picture of a listing goes from the supplier to the catalog of a partner', async () => {
  const { admin, partner, url } = await service()
  const standIn = await startStandIn(SHOPS.reloadly.open())
  try {
    const account = { adapter: 'reloadly', name: 'pictures', environment: 'sandbox' }
    const { secrets } = SHOPS.reloadly
    dataOf(await admin.post('/admin/v1/suppliers', { ...account, baseUrl: standIn.url, secrets }))
    const path = '/admin/v1/supplier-listings?supplier=reloadly:pictures&q=Northwind'
    const listings = async () => dataOf(await admin.get(path))
    await expect.poll(listings, { timeout: 20_000 }).toHaveLength(1)
    const [{ listingId }] = await listings()

    const sold = dataOf(await admin.post(`/admin/v1/supplier-listings/${listingId}/product`, {}))
    expect(sold.pictureFault).toBeUndefined()

    const catalog = async () =>
      dataOf(
        await partner.get('/v2/products?include=content&currency=EUR&brand=Northwind%20Coffee'),
      )
    await expect.poll(catalog).toMatchObject([{ productId: sold.productId }])
    const [product] = await catalog()
    const [image] = product.content.images
    expect(image).toMatchObject({ width: 480, height: 300 })
    const response = await fetch(new URL(image.url, url))
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes).toEqual((await encodeImage(pictureOf('102.png'))).bytes)
    expect(JSON.stringify(product)).not.toContain(standIn.url)
  } finally {
    await standIn.close()
  }
})
