import { once } from 'node:events'
import type { HttpResponse } from './exchange.ts'
import { parseJson, pretty } from './json.ts'
import { colorsFor, printable, writeLine, type Colors, type Terminal } from './terminal.ts'

interface PrintOptions {
  readonly include?: true
  readonly raw?: true
  readonly durationMs: number
}

/** A larger body is printed as it arrives, in constant memory. */
const PRETTY_BYTES_MAX = 16_777_216

/**
 * Prints the body to the standard output. With `include`, prints status and headers before the
 * body. Otherwise, prints only the status, to the error output.
 */
export async function printResponse(
  response: HttpResponse,
  { include, raw, durationMs }: PrintOptions,
  { stdout, stderr }: Terminal,
): Promise<void> {
  if (include) writeLine(stdout, head(response))
  else writeLine(stderr, statusLine(response, durationMs, colorsFor(stderr)))
  const isJson = /^application\/(.+\+)?json\b/i.test(response.headers['content-type'] ?? '')
  await printBody(response, stdout, { isPretty: isJson && raw !== true })
}

function statusLine(
  { status, statusText, headers }: HttpResponse,
  durationMs: number,
  colors: Colors,
): string {
  const paint = status < 300 ? colors.green : colors.red
  const requestId = headers['x-request-id']
  const request = requestId === undefined ? '' : `, request ${String(requestId)}`
  const took = `${Math.round(durationMs)} ms${request}`
  return `${paint(printable(`${status} ${statusText}`))} ${colors.dim(printable(took))}`
}

function head({ status, statusText, headers }: HttpResponse): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  return [`HTTP/1.1 ${status} ${statusText}`, ...lines, ''].map(printable).join('\n')
}

async function printBody(
  { body }: HttpResponse,
  stdout: Terminal['stdout'],
  { isPretty }: { isPretty: boolean },
): Promise<void> {
  const parts: Buffer[] = []
  let keptBytes = isPretty ? 0 : Infinity
  for await (const chunk of body as AsyncIterable<Buffer>) {
    keptBytes += chunk.length
    if (keptBytes <= PRETTY_BYTES_MAX) parts.push(chunk)
    else for (const bytes of [...parts.splice(0), chunk]) await write(stdout, bytes)
  }
  if (parts.length > 0) writeLine(stdout, prettyText(Buffer.concat(parts).toString('utf8')))
}

function prettyText(text: string): string {
  const json = parseJson(text)
  return json === undefined ? text : pretty(json)
}

async function write(stdout: Terminal['stdout'], bytes: Buffer): Promise<void> {
  if (!stdout.write(bytes)) await once(stdout, 'drain')
}
