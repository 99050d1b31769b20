import { randomUUID } from 'node:crypto'
import { vi } from 'vitest'
import { signedClient, type Credentials, type Json } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { OperatorCalls } from './operator-calls.ts'

/** The response of an import, and its report. */
export interface ImportResult {
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
  readonly #operator: OperatorCalls
  readonly #credentials: Credentials

  private constructor(operator: OperatorCalls, credentials: Credentials) {
    this.#operator = operator
    this.#credentials = credentials
  }

  /** Makes the partner. */
  static async open(url: string): Promise<Importer> {
    const operator = new OperatorCalls(url)
    const { partnerId } = await operator.post('partners', { name: 'Buyer' })
    const deposit = { currency: 'USD', amount: FUNDS, reference: 'all of it' }
    await operator.post(`partners/${partnerId}/deposits`, deposit)
    const credentials = await operator.post(`partners/${partnerId}/credentials`, {})
    return new Importer(operator, credentials)
  }

  /** Returns this importer for a service that was restarted at another address. */
  at(url: string): Importer {
    this.#operator.http.close()
    return new Importer(new OperatorCalls(url), this.#credentials)
  }

  async newProduct(): Promise<number> {
    const sold = { currency: 'USD', denominationType: 'FIXED', fixedAmounts: [10] }
    // So that a file can be imported for one product after the other.
    const codeNamespace = randomUUID()
    const product = { ...sold, brand: 'A', supplier: 'vault', codeNamespace }
    const { productId } = await this.#operator.post('products', product)
    return productId
  }

  async import(productId: number, text: string, query = ''): Promise<ImportResult> {
    const answer = await this.#operator.post(
      `products/${productId}/codes?${query}`,
      text,
      'text/csv',
    )
    const report = await this.#operator.text(
      `products/${productId}/imports/${answer.importId}/report`,
    )
    return { ...answer, report }
  }

  /** Sends the beginning of a file and then nothing more, until the service has ended. */
  beginUpload(productId: number, query: string, sent: { text: string; bytesSent: number }): void {
    this.#operator.beginUpload(`products/${productId}/codes?${query}`, sent)
  }

  /** Resolves once this many bytes of the file are counted, less a line at most. */
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
    return this.#operator.get(`products/${productId}/imports/${importId}`)
  }

  async stockOf(productId: number): Promise<{ free: number; sold: number }> {
    const { faceValues } = await this.#operator.get(`products/${productId}/stock`)
    const [{ free, sold }] = faceValues
    return { free, sold }
  }

  /** Returns the codes of one order. */
  async buyAll(productId: number, quantity: number): Promise<string[]> {
    const partner = signedClient(this.#operator.http, this.#credentials)
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
    const { text } = await this.#operator.http.send({ method: 'GET', target: pathname + search })
    const rows = text.trimEnd().split('\r\n').slice(1)
    return rows.map((row) => row.split(',')[GIFT_CARD_COLUMN] ?? '')
  }

  verify(): Promise<Json> {
    return this.#operator.get('ledger/verify')
  }
}
