import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import pg from 'pg'
import { CopyReader } from './copy-reader.ts'

/**
 * Reads everything and stores nothing: a download over HTTP, or the rows of a statement by COPY.
 */
export type DownloadOrder =
  | { readonly url: string; readonly headers?: OutgoingHttpHeaders }
  | { readonly target: pg.PoolConfig; readonly statement: string }

export interface DownloadReport {
  readonly seconds: number
  readonly bytes: number
}

process.on('message', (order: DownloadOrder) => {
  const reading = 'url' in order ? readUrl(order) : readStatement(order)
  void reading.then((report) => process.send?.({ report }))
})

async function readUrl({
  url,
  headers = {},
}: Extract<DownloadOrder, { url: string }>): Promise<DownloadReport> {
  const began = performance.now()
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers }, resolve).once('error', reject)
  })
  const bytes = await countBytes(response)
  if (response.statusCode !== 200) throw new Error(`the download answered ${response.statusCode}`)
  return { seconds: secondsSince(began), bytes }
}

async function readStatement({
  target,
  statement,
}: Extract<DownloadOrder, { statement: string }>): Promise<DownloadReport> {
  const client = new pg.Client(target)
  await client.connect()
  const began = performance.now()
  const bytes = await client.query(new CopyReader(statement)).finished
  const seconds = secondsSince(began)
  await client.end()
  return { seconds, bytes }
}

function countBytes(stream: NodeJS.ReadableStream): Promise<number> {
  return new Promise((resolve, reject) => {
    let bytes = 0
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    stream.once('end', () => resolve(bytes))
    stream.once('error', reject)
  })
}

function secondsSince(began: number): number {
  return (performance.now() - began) / 1_000
}
