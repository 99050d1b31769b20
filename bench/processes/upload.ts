import { randomBytes } from 'node:crypto'
import { request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { text } from 'node:stream/consumers'

/** The message that generates new codes. The process responds `ready`, and uploads them at `go`. */
export interface UploadOrder {
  /** Where codes are imported. */
  readonly url: string
  readonly authorization: string
  readonly lines: number
}

export interface UploadReport {
  readonly seconds: number
  readonly imported: number
}

const HEADER = 'faceValue,giftCardNumber,giftCardPin\n'
const LINES_PER_CHUNK = 1_000
const CODE_BYTES = 8

let prepared: { readonly order: UploadOrder; readonly chunks: readonly Buffer[] } | undefined

process.on('message', (message: UploadOrder | 'go') => {
  if (message !== 'go') {
    prepared = { order: message, chunks: makeChunks(message.lines) }
    process.send?.({ ready: true })
    return
  }
  void upload().then((report) => process.send?.({ report }))
})

/** Codes of 16 characters with a PIN of four digits, which no other run has. */
function makeChunks(lines: number): Buffer[] {
  const chunks = [Buffer.from(HEADER)]
  for (let from = 0; from < lines; from += LINES_PER_CHUNK) {
    const count = Math.min(LINES_PER_CHUNK, lines - from)
    chunks.push(Buffer.from(Array.from({ length: count }, (_, at) => newLine(from + at)).join('')))
  }
  return chunks
}

function newLine(at: number): string {
  const code = randomBytes(CODE_BYTES).toString('hex').toUpperCase()
  return `1,G${code.slice(1)},${String(at % 10_000).padStart(4, '0')}\n`
}

async function upload(): Promise<UploadReport> {
  if (!prepared) throw new Error('nothing was prepared')
  const { order, chunks } = prepared
  const began = performance.now()
  const response = await post(order, chunks)
  const answer = await text(response)
  const seconds = (performance.now() - began) / 1_000
  if (response.statusCode !== 201) throw new Error(`the import was answered ${answer}`)
  const { data } = JSON.parse(answer) as { data: { imported: number } }
  return { seconds, imported: data.imported }
}

function post(
  { url, authorization }: UploadOrder,
  chunks: readonly Buffer[],
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
    const headers = { authorization, 'content-type': 'text/csv', 'content-length': length }
    const sending = request(url, { method: 'POST', headers }, resolve)
    sending.once('error', reject)
    pipeline(Readable.from(chunks), sending).catch(reject)
  })
}
