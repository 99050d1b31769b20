import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { vi } from 'vitest'
import { Http, signedClient, type Credentials, type Json } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { ADMIN_TOKEN } from './service-process.ts'

/** What an import answered, and its report. */
export interface Imported {
  readonly importId: string
  readonly lot: string
  readonly imported: number
  readonly duplicates: number
  readonly rejected: Json
  readonly rejectedCount: number
  readonly report: string
}

const FUNDS = 5_000_000
const GIFT_CARD_COLUMN = 6
const LINE_BYTES_MAX = 500

/** An operator who imports codes, and a partner who buys them. */
export class Importer {
  readonly #url: string
  readonly #http: Http
  readonly #credentials: Credentials

  private constructor(url: string, credentials: Credentials) {
    this.#url = url
    this.#http = new Http(url)
    this.#credentials = credentials
  }

  /** Makes the partner. */
  static async open(url: string): Promise<Importer> {
    const admin = new Importer(url, { clientId: '', apiKey: '', hmacSecret: '' })
    const { partnerId } = await admin.#post('partners', { name: 'Buyer' })
    const deposit = { currency: 'USD', amount: FUNDS, reference: 'all of it' }
    await admin.#post(`partners/${partnerId}/deposits`, deposit)
    const credentials = await admin.#post(`partners/${partnerId}/credentials`, {})
    admin.#http.close()
    return new Importer(url, credentials)
  }

  /** The same after the service has started anew. */
  at(url: string): Importer {
    this.#http.close()
    return new Importer(url, this.#credentials)
  }

  async newProduct(): Promise<number> {
    const sold = { currency: 'USD', denominationType: 'FIXED', fixedAmounts: [10] }
    // So that a file can be imported for one product after the other.
    const codeNamespace = randomUUID()
    const product = { ...sold, brand: 'A', supplier: 'vault', codeNamespace }
    const { productId } = await this.#post('products', product)
    return productId
  }

  async import(productId: number, text: string, query = ''): Promise<Imported> {
    const answer = await this.#post(`products/${productId}/codes?${query}`, text, 'text/csv')
    const target = `/admin/v1/products/${productId}/imports/${answer.importId}/report`
    const { text: report } = await this.#http.send({ method: 'GET', target, headers: BEARER })
    return { ...answer, report }
  }

  /** Sends the beginning of a file and then nothing more, until the service has ended. */
  beginUpload(
    productId: number,
    query: string,
    { text, bytesSent }: { text: string; bytesSent: number },
  ): void {
    const url = `${this.#url}/admin/v1/products/${productId}/codes?${query}`
    const headers = { ...BEARER, 'content-type': 'text/csv', 'content-length': text.length }
    const sending = request(url, { method: 'POST', headers })
    sending.on('error', () => undefined)
    sending.write(text.slice(0, bytesSent))
  }

  /** Answers when so much of the file, less a line, is accounted for. */
  async hasStored(productId: number, importId: string, bytes: number): Promise<void> {
    await vi.waitFor(
      async () => {
        const { bytesRead } = await this.find(productId, importId)
        if (bytesRead + LINE_BYTES_MAX < bytes) throw new Error(`${bytesRead} of ${bytes} bytes`)
      },
      { timeout: 120_000, interval: 5 },
    )
  }

  find(productId: number, importId: string): Promise<Json> {
    return this.#get(`products/${productId}/imports/${importId}`)
  }

  async stockOf(productId: number): Promise<{ free: number; sold: number }> {
    const { faceValues } = await this.#get(`products/${productId}/stock`)
    const [{ free, sold }] = faceValues
    return { free, sold }
  }

  /** Answers the codes of one order. */
  async buyAll(productId: number, quantity: number): Promise<string[]> {
    const partner = signedClient(this.#http, this.#credentials)
    const order = { clientReference: 'all', currency: 'USD' }
    const items = [{ productId, quantity, amount: 10 }]
    const { id } = dataOf(await partner.post('/v2/orders', { ...order, items }))
    await vi.waitFor(
      async () => {
        const { status } = dataOf(await partner.get(`/v2/orders/${id}`))
        if (status !== 'COMPLETED') throw new Error(`the order is ${status}`)
      },
      { timeout: 120_000, interval: 20 },
    )
    const link = dataOf(await partner.get(`/v2/orders/${id}/fulfillments/export`))
    const { pathname, search } = new URL(link.downloadUrl)
    const { text } = await this.#http.send({ method: 'GET', target: pathname + search })
    const rows = text.trimEnd().split('\r\n').slice(1)
    return rows.map((row) => row.split(',')[GIFT_CARD_COLUMN] ?? '')
  }

  verify(): Promise<Json> {
    return this.#get('ledger/verify')
  }

  async #get(path: string): Promise<Json> {
    const target = `/admin/v1/${path}`
    return dataOf(await this.#http.send({ method: 'GET', target, headers: BEARER }))
  }

  async #post(path: string, body: object | string, type = 'application/json'): Promise<Json> {
    const reply = await this.#http.send({
      method: 'POST',
      target: `/admin/v1/${path}`,
      headers: { ...BEARER, 'content-type': type },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    return dataOf(reply)
  }
}

const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` }
