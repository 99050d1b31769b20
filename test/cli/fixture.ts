import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { WriteStream } from 'node:tty'
import { onTestFinished } from 'vitest'
import { run, type Processes } from '../../src/cli/mod.ts'
import type { Output } from '../../src/cli/terminal.ts'
import type { Environment } from '../../src/settings/config.ts'

/** A request as the stub received it. */
export interface ReceivedRequest {
  readonly method: string
  readonly target: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export interface StubAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  /** JSON, unless it is text or bytes. */
  readonly body?: unknown
}

export interface Stub {
  readonly url: string
  readonly received: ReceivedRequest[]
}

export const REQUEST_ID = '0198c0de-0000-7000-8000-000000000001'

/**
 * A service with one response for every request, which records the requests; ends with the test.
 */
export async function startStub(answer: StubAnswer): Promise<Stub> {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { method = '', url = '', headers } = request
      received.push({ method, target: url, headers, body: Buffer.concat(chunks) })
      const { status, body } = answer
      const type = { 'content-type': 'application/json', 'x-request-id': REQUEST_ID }
      response.writeHead(status, { ...type, ...answer.headers })
      response.end(isBytes(body) ? body : JSON.stringify(body))
    })()
  })
  onTestFinished(() => {
    server.close()
  })
  return { url: await addressOf(server), received }
}

async function addressOf(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stub has no port')
  return `http://127.0.0.1:${address.port}`
}

function isBytes(body: unknown): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body)
}

/** Creates a directory that is removed after the test. */
export async function makeDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tessera-cli-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  return directory
}

export interface Surroundings {
  readonly environment?: Environment
  readonly stdin?: string
  /** True if the outputs are terminals. */
  readonly isTerminal?: boolean
  /** Functions that really run, instead of stubs that only record a start. */
  readonly processes?: Partial<Processes>
  /** Ends a command that runs until Ctrl-C. */
  readonly interrupt?: AbortSignal
}

export interface Outcome {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
  /** The processes that were started, with their options. */
  readonly started: readonly (readonly [name: string, overrides?: object])[]
}

/** Starts nothing. */
export const NO_PROCESSES: Processes = {
  serve: () => Promise.resolve(0),
  demo: () => Promise.resolve(0),
  migrate: () => Promise.resolve(0),
  distribute: () => Promise.resolve(0),
  standIn: () => Promise.resolve(0),
  supplierTest: () => Promise.resolve({ isWell: false }),
  backup: () => Promise.resolve({}),
  restore: () => Promise.resolve({}),
  drill: () => Promise.resolve({ isWell: true }),
  archive: () => Promise.resolve({}),
  removeArchived: () => Promise.resolve({}),
  verifyArchive: () => Promise.resolve({ isWell: true }),
  listArchive: () => Promise.resolve([]),
}

/** Runs one command line in this process. */
export async function tessera(
  argv: readonly string[],
  { environment = {}, stdin = '', isTerminal = false, processes, interrupt }: Surroundings = {},
): Promise<Outcome> {
  const stdout = collector(isTerminal)
  const stderr = collector(isTerminal)
  const started: [string, object?][] = []
  const exitCode = await run(
    argv,
    {
      serve: (overrides) => (started.push(['serve', overrides]), Promise.resolve(0)),
      demo: (options) => (started.push(['demo', options]), Promise.resolve(0)),
      migrate: (options) => (started.push(['migrate', options]), Promise.resolve(0)),
      distribute: (options) => (started.push(['distribute', options]), Promise.resolve(0)),
      standIn: (options) => (started.push(['standIn', options]), Promise.resolve(0)),
      supplierTest: (test) => (
        started.push(['supplierTest', test]),
        Promise.resolve({ isWell: false })
      ),
      backup: (options) => (started.push(['backup', options]), Promise.resolve({ name: 'base' })),
      restore: (request) => (started.push(['restore', request]), Promise.resolve({ timeline: 2 })),
      drill: () => (started.push(['drill']), Promise.resolve({ isWell: false })),
      archive: (request) => (started.push(['archive', request]), Promise.resolve({ files: 1 })),
      removeArchived: (request) => (
        started.push(['removeArchived', request]),
        Promise.resolve({ transfers: 1 })
      ),
      verifyArchive: () => Promise.resolve({ isWell: false }),
      listArchive: () => Promise.resolve([{ partnerId: 7, first: 1, last: 2 }]),
      ...processes,
    },
    {
      terminal: {
        stdin: Object.assign(Readable.from([Buffer.from(stdin)]), { isTTY: isTerminal }),
        stdout: stdout.output,
        stderr: stderr.output,
      },
      environment,
      ...(interrupt && { interrupt }),
    },
  )
  return { exitCode, stdout: stdout.text(), stderr: stderr.text(), started }
}

/** The operator of a stub. */
export function operatorOf({ url }: Stub): Environment {
  return { TESSERA_URL: url, TESSERA_ADMIN_TOKEN: 'tsa_operator' }
}

/** Records its input; as a terminal, it has the colors that Node.js decides on. */
function collector(isTerminal: boolean): { output: Output; text(): string } {
  const chunks: Buffer[] = []
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  const { hasColors, getColorDepth } = WriteStream.prototype
  const terminal = { isTTY: true, columns: 100, hasColors, getColorDepth }
  return {
    output: Object.assign(output, isTerminal ? terminal : {}),
    text: () => Buffer.concat(chunks).toString('utf8'),
  }
}
