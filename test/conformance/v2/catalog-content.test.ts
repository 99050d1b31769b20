import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Http, type Json, type Reply } from '../../support/client.ts'
import { anImage, imageOf } from '../../support/images.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError, setRate } from './fixture.ts'

let service: RunningService
/** Products of a shoe shop, of a phone company, and without content. */
let [shoes, phones, plain]: number[] = []

const TEXTS = {
  locale: 'de',
  name: 'Schuhwerk Gutschein',
  description: 'Für Läden und im Netz',
  terms: 'Keine Barauszahlung.',
  redemptionSteps: ['Code eingeben', 'Bezahlen'],
  validity: '36 Monate',
  balanceCheckUrl: 'https://shoes.example.com/balance',
}
const ENGLISH = { locale: 'en', name: 'Shoe voucher', redemptionSteps: [] }

beforeAll(async () => {
  service = await openService()
  shoes = (await service.product({ brand: 'Schuhwerk' })).productId
  phones = (await service.product({ brand: 'Phones', supplier: 'vault' })).productId
  plain = (await service.product({ brand: 'Plain' })).productId
  await setRate(service, ['USD', 'EUR', 0.9])
  await changeContent(shoes, {
    category: 'FASHION',
    countries: ['DE', 'AT'],
    locales: [ENGLISH, TEXTS],
  })
  await changeContent(phones, { category: 'MOBILE', countries: ['US'] })
})

afterAll(() => service.end())

async function changeContent(productId: number | undefined, content: Json): Promise<Json> {
  return dataOf(await service.admin.patch(`/admin/v1/products/${productId}/content`, content))
}

function upload(image: Buffer, contentType = 'image/png'): Promise<Reply> {
  return service.admin.post('/admin/v1/product-images', image, { 'content-type': contentType })
}

async function list(query: string): Promise<Json[]> {
  const reply = await service.partner.get(`/v2/products?currency=USD${query}`)
  expect(reply.status).toBe(200)
  return reply.body.data
}

async function idsOf(query: string): Promise<number[]> {
  return (await list(query)).map(({ productId }) => productId)
}

function withoutContent(products: Json[]): Json[] {
  return products.map((one) => ({ ...one, content: undefined }))
}

describe('include=content', () => {
  test('adds only `content` to the list and the product', async () => {
    const before = await list('')
    await changeContent(plain, { countries: ['FR'] })
    await changeContent(plain, { countries: [] })
    expect(JSON.stringify(await list(''))).toBe(JSON.stringify(before))

    const shown = await list('&include=content')
    expect(withoutContent(shown)).toEqual(withoutContent(before))
    expect(shown[0]?.content).toEqual({
      category: 'FASHION',
      countries: ['DE', 'AT'],
      images: [],
      locales: [TEXTS, ENGLISH],
    })
    expect(shown[2]?.content).toEqual({ countries: [], images: [], locales: [] })
    const one = `/v2/products/${shoes}?currency=USD`
    expect((await service.partner.get(one)).body.data).toEqual(before[0])
    expect((await service.partner.get(`${one}&include=content`)).body.data).toEqual(shown[0])
  })

  test('a change shows at once, and changes the ETag of the page with content only', async () => {
    const path = '/v2/products?currency=USD'
    const etags = async (): Promise<unknown[]> =>
      [await service.partner.get(path), await service.partner.get(`${path}&include=content`)].map(
        ({ headers }) => headers['etag'],
      )
    const before = await etags()
    await changeContent(plain, { locales: [{ locale: 'fr', name: 'Simple' }] })
    const after = await etags()
    expect(after[0]).toBe(before[0])
    expect(after[1]).not.toBe(before[1])
    await changeContent(plain, { removedLocales: ['fr'] })
    expect((await list('&include=content'))[2]?.content.locales).toEqual([])
  })

  test('texts of one locale are replaced, and texts of other locales stay', async () => {
    const { locales } = await changeContent(plain, {
      locales: [
        { locale: 'pt-br', name: 'Simples', terms: 'Sem troco.' },
        { locale: 'en', name: 'Plain' },
      ],
    })
    expect(locales.map(({ locale }: Json) => locale)).toEqual(['en', 'pt-BR'])
    const after = await changeContent(plain, { locales: [{ locale: 'pt-BR', name: 'Puro' }] })
    expect(after.locales).toEqual([
      { locale: 'en', name: 'Plain', redemptionSteps: [] },
      { locale: 'pt-BR', name: 'Puro', redemptionSteps: [] },
    ])
    await changeContent(plain, { removedLocales: ['en', 'pt-BR'] })
  })
})

describe('filters', () => {
  test.each([
    ['country=DE', () => [shoes]],
    ['country=FR', () => []],
    ['category=MOBILE', () => [phones]],
    ['brand=pHONES', () => [phones]],
    ['brand=phone', () => []],
    ['q=voucher', () => [shoes]],
    ['q=L%C3%84DEN', () => [shoes]],
    ['q=pla', () => [plain]],
    ['inStock=false', () => [phones]],
    ['inStock=true', () => [shoes, plain]],
    ['inStock=true&country=AT&category=FASHION&q=schuh&brand=schuhwerk', () => [shoes]],
  ])(
    '%s selects products on both paths, and the total counts only these',
    async (query, expected) => {
      expect(await idsOf(`&${query}`)).toEqual(expected())
      const reply = await service.partner.get(`/v2/products?currency=USD&pageSize=1&${query}`)
      expect(reply.body.meta.pagination.totalRecords).toBe(expected().length)
      for (const productId of [shoes, phones, plain]) {
        const one = await service.partner.get(`/v2/products/${productId}?currency=USD&${query}`)
        expect([productId, one.status]).toEqual([
          productId,
          expected().includes(productId) ? 200 : 404,
        ])
      }
    },
  )

  test.each([
    ['include', 'images'],
    ['include', ''],
    ['country', 'de'],
    ['country', 'XX'],
    ['category', 'SHOES'],
    ['brand', ''],
    ['q', ''],
    ['inStock', 'yes'],
  ])('400: %s=%s names the parameter', async (name, value) => {
    for (const path of ['/v2/products', `/v2/products/${shoes}`]) {
      const reply = await service.partner.get(`${path}?currency=USD&${name}=${value}`)
      expectError(reply, 400, 'VALIDATION_ERROR', [name])
    }
  })
})

describe('images', () => {
  test.each([
    ['png', 'image/png', () => imageOf().pngSync()],
    ['jpg', 'image/jpeg', () => imageOf().jpegSync()],
    ['webp', 'image/webp', () => imageOf().webpLosslessSync()],
  ])('%s is stored by its hash, and served to anyone, for ever', async (ending, type, image) => {
    const uploaded = dataOf(await upload(image(), type))
    expect(uploaded).toMatchObject({ width: 8, height: 4, contentType: type })
    expect(dataOf(await upload(image(), type))).toEqual(uploaded)
    await changeContent(phones, { images: [uploaded.imageId] })
    const [, shown] = await list('&include=content')
    const url = `${service.url}/images/${uploaded.imageId}`
    expect(shown?.content.images).toEqual([{ url, contentType: type, width: 8, height: 4 }])

    const served = await fetch(url)
    const bytes = Buffer.from(await served.arrayBuffer())
    expect(uploaded.imageId).toBe(`${hash('sha256', bytes, 'hex')}.${ending}`)
    expect(served.headers.get('content-type')).toBe(type)
    expect(served.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    const headers = { 'if-none-match': served.headers.get('etag') ?? '' }
    expect((await fetch(url, { headers })).status).toBe(304)
    expect((await fetch(url, { method: 'HEAD' })).status).toBe(200)
  })

  test('metadata that the sender put into an image is not served', async () => {
    const secret = 'taken at home, 52.5 13.4'
    const image = Buffer.concat([anImage(), Buffer.from(secret)])
    const { imageId } = dataOf(await upload(image))
    const served = await new Http(service.url).send({ method: 'GET', target: `/images/${imageId}` })
    expect(served.text).not.toContain(secret)
  })

  test.each([
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')],
    ['a GIF', () => Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64')],
    ['nothing', () => Buffer.alloc(0)],
    ['text', () => Buffer.from('no image')],
    ['a damaged PNG', () => anImage().subarray(0, 60)],
    ['too many pixels', () => anImage({ width: 4_097, height: 1 })],
  ])('400: %s is refused, and nothing is stored', async (_, image) => {
    expectError(await upload(image()), 400, 'VALIDATION_ERROR', ['body'])
  })

  test('413: an image with too many bytes; 415: a type that is not an image', async () => {
    expectError(await upload(Buffer.alloc(5_242_881)), 413, 'VALIDATION_ERROR')
    expectError(await upload(anImage(), 'image/svg+xml'), 415, 'VALIDATION_ERROR')
  })

  test('404: an image that is not there; 400: a product that would show it', async () => {
    const imageId = `${'0'.repeat(64)}.png`
    expect((await fetch(`${service.url}/images/${imageId}`)).status).toBe(404)
    const path = `/admin/v1/products/${plain}/content`
    const reply = await service.admin.patch(path, { images: [imageId] })
    expectError(reply, 400, 'VALIDATION_ERROR', ['images[0]'])
  })
})

test.each([
  [{ category: 'SHOES' }, 'category'],
  [{ countries: ['DE', 'de'] }, 'countries[1]'],
  [{ countries: ['DE', 'DE'] }, 'countries'],
  [{ locales: [{ locale: 'x', name: 'A' }] }, 'locales[0].locale'],
  [{ locales: [{ locale: 'en', name: ' ' }] }, 'locales[0].name'],
  [{ locales: [ENGLISH, ENGLISH] }, 'locales'],
  [
    { locales: [{ ...ENGLISH, balanceCheckUrl: 'javascript:alert(1)' }] },
    'locales[0].balanceCheckUrl',
  ],
  [
    { locales: [{ ...ENGLISH, balanceCheckUrl: 'https://a:b@c.example' }] },
    'locales[0].balanceCheckUrl',
  ],
  [{ locales: [{ ...ENGLISH, redemptionSteps: ['a\nb'] }] }, 'locales[0].redemptionSteps[0]'],
  [{ locales: [ENGLISH], removedLocales: ['en'] }, 'removedLocales[0]'],
])('400: content %j names the field, and changes nothing', async (content, field) => {
  const path = `/admin/v1/products/${shoes}/content`
  const before = dataOf(await service.admin.get(path))
  expectError(await service.admin.patch(path, content), 400, 'VALIDATION_ERROR', [field])
  expect(dataOf(await service.admin.get(path))).toEqual(before)
})
