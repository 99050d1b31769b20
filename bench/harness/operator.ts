import { randomUUID } from 'node:crypto'
import { isoTime, signedHeaders, systemClock, type Signer } from '../../src/core/mod.ts'
import type { WalletOf } from '../processes/requests.ts'

const CURRENCY = 'USD'
const DEPOSIT = 900_000_000
const CREATED_AT_ONCE = 20

type Data = Readonly<Record<string, unknown>>

/** A partner with a credential and more funds than a run can spend. */
export interface BenchPartner {
  readonly partnerId: number
  readonly signer: Signer
}

/** The acts of the operator before and after the runs, over the operator API. */
export class Operator {
  readonly #url: string
  readonly #token: string

  constructor(url: string, token: string) {
    this.#url = url
    this.#token = token
  }

  /** The header for a process of the bench that calls the operator API itself. */
  get authorization(): string {
    return `Bearer ${this.#token}`
  }

  async newPartner(): Promise<BenchPartner> {
    const { partnerId } = await this.post('/admin/v1/partners', { name: 'Bench' })
    const own = `/admin/v1/partners/${Number(partnerId)}`
    const { clientId, apiKey, hmacSecret } = await this.post(`${own}/credentials`, {})
    const deposit = { currency: CURRENCY, amount: DEPOSIT, reference: randomUUID() }
    await this.post(`${own}/deposits`, deposit)
    const signer = {
      clientId: String(clientId),
      apiKey: String(apiKey),
      hmacSecret: String(hmacSecret),
    }
    return { partnerId: Number(partnerId), signer }
  }

  async newWallets({ signer }: BenchPartner, count: number): Promise<WalletOf[]> {
    const wallets: WalletOf[] = []
    const makeOne = async (): Promise<WalletOf> => {
      const consumer = { fullName: 'Bench', email: `${randomUUID()}@example.com` }
      const body = { ...consumer, currency: CURRENCY, initialFunds: 0 }
      const { walletId } = await this.partnerPost(signer, '/api/partner/v1/customer', body)
      return { signer, walletId: String(walletId) }
    }
    while (wallets.length < count) {
      const left = Math.min(CREATED_AT_ONCE, count - wallets.length)
      wallets.push(...(await Promise.all(Array.from({ length: left }, makeOne))))
    }
    return wallets
  }

  /** Creates a USD product of any amount up to 500.00 that `supplier` delivers. Returns its id. */
  async newProduct(supplier: string): Promise<number> {
    const { productId } = await this.post('/admin/v1/products', {
      brand: `Bench ${randomUUID()}`,
      currency: CURRENCY,
      denominationType: 'VARIABLE',
      minAmount: 0.01,
      maxAmount: 500,
      supplier,
    })
    return Number(productId)
  }

  /** Throws if the ledger does not verify: then no figure of the run counts. */
  async verify(): Promise<void> {
    const { balanced } = await this.#answer('/admin/v1/ledger/verify', {
      headers: { authorization: this.authorization },
    })
    if (balanced !== true) throw new Error('the ledger does not balance: no figure counts')
  }

  get(path: string): Promise<Data> {
    return this.#answer(path, { headers: { authorization: this.authorization } })
  }

  post(path: string, body: object | string, contentType = 'application/json'): Promise<Data> {
    return this.#write('POST', path, { body, contentType })
  }

  patch(path: string, body: object): Promise<Data> {
    return this.#write('PATCH', path, { body, contentType: 'application/json' })
  }

  #write(
    method: string,
    path: string,
    { body, contentType }: { readonly body: object | string; readonly contentType: string },
  ): Promise<Data> {
    return this.#answer(path, {
      method,
      headers: { authorization: this.authorization, 'content-type': contentType },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  }

  partnerPost(signer: Signer, path: string, body: object): Promise<Data> {
    const bytes = Buffer.from(JSON.stringify(body))
    const timestamp = isoTime(systemClock.now())
    const signed = signedHeaders(signer, { method: 'POST', body: bytes, timestamp })
    return this.#answer(path, {
      method: 'POST',
      headers: { ...signed, 'content-type': 'application/json' },
      body: bytes,
    })
  }

  async partnerGet(signer: Signer, path: string): Promise<Data> {
    const timestamp = isoTime(systemClock.now())
    const headers = signedHeaders(signer, { method: 'GET', body: Buffer.alloc(0), timestamp })
    return await this.#answer(path, { headers })
  }

  async #answer(path: string, init: RequestInit): Promise<Data> {
    const response = await fetch(`${this.#url}${path}`, init)
    const text = await response.text()
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
    const body = JSON.parse(text) as Data
    return (body['data'] ?? body) as Data
  }
}
