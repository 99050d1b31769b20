import { request, type Entry } from '../api/client.ts'

const PAGE_SIZE_MAX = 2_000

/** Returns all products that can be ordered with a currency. */
export async function wholeCatalog(currency: string): Promise<Entry<'listOwnProducts'>[]> {
  const products: Entry<'listOwnProducts'>[] = []
  for (let page = 1; ; page += 1) {
    const query = { currency, page, pageSize: PAGE_SIZE_MAX }
    const { data, meta } = await request('listOwnProducts', { query })
    products.push(...data)
    if (!meta.pagination.hasNext) return products
  }
}
