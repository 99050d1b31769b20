import { once } from 'node:events'
import type { HttpAnswer } from './exchange.ts'
import { parseJson, pretty } from './json.ts'
import { coloursFor, printable, writeLine, type Colours, type Terminal } from './terminal.ts'

interface AnswerOptions {
  readonly include?: true
  readonly raw?: true
  readonly durationMs: number
}

/** A longer body is printed as it comes, in constant memory. */
const PRETTY_BYTES_MAX = 16_777_216

/**
 * Status to the error output (with `include` to the standard output, with headers), then the body.
 */
export async function printAnswer(
  answer: HttpAnswer,
  { include, raw, durationMs }: AnswerOptions,
  { stdout, stderr }: Terminal,
): Promise<void> {
  if (include) writeLine(stdout, head(answer))
  else writeLine(stderr, statusLine(answer, durationMs, coloursFor(stderr)))
  const isJson = /^application\/(.+\+)?json\b/i.test(answer.headers['content-type'] ?? '')
  await printBody(answer, stdout, { isPretty: isJson && raw !== true })
}

function statusLine(
  { status, statusText, headers }: HttpAnswer,
  durationMs: number,
  colours: Colours,
): string {
  const paint = status < 300 ? colours.green : colours.red
  const requestId = headers['x-request-id']
  const request = requestId === undefined ? '' : `, request ${String(requestId)}`
  const took = `${Math.round(durationMs)} ms${request}`
  return `${paint(printable(`${status} ${statusText}`))} ${colours.dim(printable(took))}`
}

function head({ status, statusText, headers }: HttpAnswer): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`)
  return [`HTTP/1.1 ${status} ${statusText}`, ...lines, ''].map(printable).join('\n')
}

async function printBody(
  { body }: HttpAnswer,
  stdout: Terminal['stdout'],
  { isPretty }: { isPretty: boolean },
): Promise<void> {
  const kept: Buffer[] = []
  let keptBytes = isPretty ? 0 : Infinity
  for await (const chunk of body as AsyncIterable<Buffer>) {
    keptBytes += chunk.length
    if (keptBytes <= PRETTY_BYTES_MAX) kept.push(chunk)
    else for (const bytes of [...kept.splice(0), chunk]) await write(stdout, bytes)
  }
  if (kept.length > 0) writeLine(stdout, prettyText(Buffer.concat(kept).toString('utf8')))
}

function prettyText(text: string): string {
  const json = parseJson(text)
  return json === undefined ? text : pretty(json)
}

async function write(stdout: Terminal['stdout'], bytes: Buffer): Promise<void> {
  if (!stdout.write(bytes)) await once(stdout, 'drain')
}
