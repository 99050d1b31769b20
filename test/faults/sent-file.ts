import { randomUUID } from 'node:crypto'
import { request, type ClientRequest } from 'node:http'
import { PART_BYTES } from '../../src/imports/import-file.ts'
import type { Json, Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { isLong } from '../support/length.ts'
import type { Random } from './chaos-random.ts'
import type { Endpoint } from './endpoint.ts'
import { FACES } from './failover-fixture.ts'

/** A link so long that a part of the file has a thousand lines, or in the short form a hundred. */
const LINK = `https://codes.example.com/${'x'.repeat(isLong ? 320 : 2_000)}`

/** The most bytes of one line with a link. */
export const LINE_BYTES = LINK.length + 64

const STOCKED_CODES = isLong ? 500 : 100
const IMPORTED_CODES: readonly [number, number] = isLong ? [50, 700] : [20, 80]

/** A file of codes of one product, which is imported under one id until it is stored whole. */
export class SentFile {
  readonly importId = randomUUID()
  readonly productId: number
  readonly face: number
  readonly codes: readonly string[]
  readonly text: string
  /** The response of an import in the present history of the database. */
  answer: Json
  timesLost = 0
  readonly wrong: string[] = []

  constructor(productId: number, face: number, count: number) {
    this.productId = productId
    this.face = face
    this.codes = Array.from({ length: count }, () => `V-${productId}-${face}-${randomUUID()}`)
    const rows = this.codes.map((code) => `${face},${code},${LINK}`)
    this.text = ['faceValue,giftCardNumber,redemptionUrl', ...rows, ''].join('\n')
  }

  /** Sends the whole file, as a new import or to resume the present one. */
  async attempt(endpoint: Endpoint, isTrusted: () => boolean): Promise<number | undefined> {
    const progress = await endpoint.operate('GET', this.#target).catch(() => undefined)
    if (progress?.status !== 200 && progress?.status !== 404)
      return this.#record(progress, isTrusted)
    const query = progress.status === 200 ? 'resume' : 'importId'
    const target = `/admin/v1/products/${this.productId}/codes?${query}=${this.importId}`
    const reply = await endpoint.operate('POST', target, this.text).catch(() => undefined)
    return this.#record(reply, isTrusted)
  }

  /** Begins to send the file at a pace that the test sets. */
  begin(url: string, adminToken: string): HeldUpload {
    return new HeldUpload(this, url, adminToken)
  }

  /** Returns the number of its bytes that the database has stored. */
  async bytesStored(endpoint: Endpoint): Promise<number> {
    const reply = await endpoint.operate('GET', this.#target)
    return reply.status === 200 ? reply.body.data.bytesRead : 0
  }

  lose(): void {
    this.answer = undefined
    this.timesLost += 1
  }

  /** Records a response. 409 is allowed, because another request may be resuming the import. */
  #record(reply: Reply | undefined, isTrusted: () => boolean): number | undefined {
    if (reply?.status === 201 && isTrusted()) this.answer = reply.body.data
    else if (reply && ![201, 409, 503].includes(reply.status)) {
      this.wrong.push(`import ${this.importId}: ${reply.status} ${reply.text}`)
    }
    return reply?.status
  }

  get #target(): string {
    return `/admin/v1/products/${this.productId}/imports/${this.importId}`
  }
}

/** Codes that a product has at first. */
export function newStock(productId: number, face: number): SentFile {
  return new SentFile(productId, face, STOCKED_CODES)
}

export function newImport(productId: number, random: Random): SentFile {
  return new SentFile(productId, random.pick(FACES), random.between(...IMPORTED_CODES))
}

/** An import whose file arrives piece by piece. */
export class HeldUpload {
  readonly response: Promise<{ readonly status: number; readonly text: string } | undefined>
  readonly #file: SentFile
  readonly #request: ClientRequest
  #bytesSent = 0

  constructor(file: SentFile, url: string, adminToken: string) {
    this.#file = file
    const target = `${url}/admin/v1/products/${file.productId}/codes?importId=${file.importId}`
    this.#request = request(target, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${adminToken}`,
        'content-type': 'text/csv',
        'content-length': file.text.length,
      },
    })
    this.response = new Promise((resolve) => {
      this.#request.on('error', () => resolve(undefined))
      this.#request.on('response', (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      })
    })
  }

  /** Sends one part more; returns when the database has stored it, or the import has ended. */
  async sendPart(endpoint: Endpoint): Promise<void> {
    const end = this.#bytesSent + PART_BYTES
    this.#request.write(this.#file.text.slice(this.#bytesSent, end))
    this.#bytesSent = end
    let hasEnded = false
    void this.response.then(() => (hasEnded = true))
    await eventually(async () => {
      const stored = await this.#file.bytesStored(endpoint)
      if (!hasEnded && stored + LINE_BYTES < end)
        throw new Error(`${stored} of ${end} bytes are stored`)
    })
  }

  sendRest(): void {
    this.#request.end(this.#file.text.slice(this.#bytesSent))
  }
}
