import { once } from 'node:events'
import { createServer } from 'node:http'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { run } from '../../src/cli/mod.ts'
import { progressText } from '../../src/cli/progress.ts'
import { eventually } from '../support/eventually.ts'
import {
  makeDirectory,
  NO_PROCESSES,
  operatorOf,
  startStub,
  tessera,
  type Stub,
} from './fixture.ts'

const sink = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() })

const NEW_IMPORT = /^\/admin\/v1\/products\/12\/codes\?importId=[0-9a-f-]{36}$/
const CSV = 'faceValue,giftCardNumber\n25,NWC-1\n25,NWC-2\n7,NWC-3\n'

test('codes import sends the file as text/csv and prints the result', async () => {
  const data = { imported: 2, duplicates: 1, rejected: [], rejectedCount: 0 }
  const stub = await startStub({ status: 201, body: { data } })
  const file = join(await makeDirectory(), 'codes.csv')
  await writeFile(file, CSV)

  const outcome = await tessera(['codes', 'import', '12', file], {
    environment: operatorOf(stub),
  })

  expect(outcome).toMatchObject({
    exitCode: 0,
    stdout: '2 imported, 1 duplicates, 0 rejected\n',
    stderr: '',
  })
  expect(stub.received[0]?.method).toBe('POST')
  expect(stub.received[0]?.target).toMatch(NEW_IMPORT)
  expect(stub.received[0]?.headers['content-type']).toBe('text/csv')
  expect(stub.received[0]?.body.toString()).toBe(CSV)
})

test('rejected lines are listed with their reason, and the exit code is 1', async () => {
  const rejected = [
    { line: 4, reason: 'faceValue is not one that the product is sold at' },
    { line: 9, reason: 'giftCardNumber is missing' },
  ]
  const data = { imported: 2, duplicates: 0, rejected, rejectedCount: 1_200 }
  const stub = await startStub({ status: 201, body: { data } })
  const environment = operatorOf(stub)

  const shown = await tessera(['codes', 'import', '12', '-'], { environment, stdin: CSV })
  const asJson = await tessera(['codes', 'import', '12', '-', '--json'], { environment })

  expect(stub.received[0]?.body.toString()).toBe(CSV)
  expect(shown).toMatchObject({
    exitCode: 1,
    stdout:
      '2 imported, 0 duplicates, 1200 rejected\n\n' +
      'line  reason\n' +
      '4     faceValue is not one that the product is sold at\n' +
      '9     giftCardNumber is missing\n' +
      'and 1198 more; --json lists up to 1000\n',
  })
  expect(asJson.exitCode).toBe(1)
  expect(JSON.parse(asJson.stdout)).toEqual(data)
})

test('a file is sent as it is read: the first lines arrive before the last ones exist', async () => {
  const arrived: string[] = []
  const server = createServer((request, response) => {
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => arrived.push(chunk))
    request.on('end', () => response.writeHead(201).end('{"data":{"imported":1}}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const stdin = new PassThrough()

  const finished = run(['codes', 'import', '12', '-'], NO_PROCESSES, {
    terminal: { stdin, stdout: sink(), stderr: sink() },
    environment: { TESSERA_URL: `http://127.0.0.1:${port}`, TESSERA_ADMIN_TOKEN: 't' },
  })
  stdin.write('faceValue,giftCardNumber\n')
  await eventually(() => expect(arrived.join('')).toBe('faceValue,giftCardNumber\n'))
  stdin.end('25,NWC-1\n')

  expect(await finished).toBe(0)
  expect(arrived.join('')).toBe('faceValue,giftCardNumber\n25,NWC-1\n')
})

test('a refusal that comes before the file was read ends the upload', async () => {
  const server = createServer((request, response) => {
    response.writeHead(404, { 'content-type': 'application/json' })
    response.end('{"error":{"code":"RESOURCE_NOT_FOUND","message":"no such product"}}')
    request.resume()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const file = join(await makeDirectory(), 'codes.csv')
  await writeFile(file, Buffer.alloc(30_000_000, '25,NWC-1\n'))

  const outcome = await tessera(['codes', 'import', '12', file], {
    environment: { TESSERA_URL: `http://127.0.0.1:${port}`, TESSERA_ADMIN_TOKEN: 't' },
  })

  expect(outcome).toMatchObject({ exitCode: 1, stdout: '' })
  expect(outcome.stderr).toBe('error: RESOURCE_NOT_FOUND (404): no such product\n')
})

test('a file that cannot be read is reported in one line, and nothing is sent', async () => {
  const stub = await startStub({ status: 201, body: { data: {} } })
  const directory = await makeDirectory()
  const environment = operatorOf(stub)

  const missing = await tessera(['codes', 'import', '1', join(directory, 'no.csv')], {
    environment,
  })
  const notFile = await tessera(['codes', 'import', '1', directory], { environment })

  expect(missing.exitCode).toBe(1)
  expect(missing.stderr).toMatch(/^error: cannot read .*no\.csv \(ENOENT\)\n$/)
  expect(notFile.exitCode).toBe(1)
  expect(notFile.stderr).toMatch(/^error: .* is a directory\n$/)
  expect(stub.received).toEqual([])
})

test('a terminal gets a bar on the error output; the standard output has only the result', async () => {
  const data = { imported: 3, duplicates: 0, rejected: [], rejectedCount: 0 }
  const stub = await startStub({ status: 201, body: { data } })
  const file = join(await makeDirectory(), 'codes.csv')
  await writeFile(file, CSV)

  const outcome = await tessera(['codes', 'import', '12', file], {
    environment: operatorOf(stub),
    isTerminal: true,
  })

  expect(outcome.stderr).toContain('0.0 MB sent')
  expect(outcome.stdout).toContain('3 imported')
})

const IMPORT = '018f3b2e-0000-7000-8000-000000000001'
const REPORT = 'line,outcome,reason\n2,rejected,giftCardNumber is missing\n'

test('the options of an import are sent; its report is written to a file', async () => {
  const server = createServer((request, response) => {
    targets.push(`${request.method} ${request.url}`)
    request.resume().on('end', () => {
      const data = { importId: IMPORT, imported: 1, rejected: [], rejectedCount: 0 }
      response.end(request.method === 'GET' ? REPORT : JSON.stringify({ data }))
    })
  })
  const targets: string[] = []
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const environment = { TESSERA_URL: `http://127.0.0.1:${port}`, TESSERA_ADMIN_TOKEN: 't' }
  const file = join(await makeDirectory(), 'refused.csv')
  const call = (...options: string[]) =>
    tessera(['codes', 'import', '12', '-', ...options], { environment, stdin: CSV })

  const dry = await call('--dry-run', '--lot', 'a b', '--report', file)
  const resumed = await call('--resume', IMPORT)

  expect(dry).toMatchObject({ exitCode: 0, stderr: '' })
  expect(dry.stdout).toMatch(/^dry run, no code was stored:\n1 would be imported/)
  expect(resumed.stdout).toMatch(/^1 imported/)
  expect(await readFile(file, 'utf8')).toBe(REPORT)
  expect(targets).toEqual([
    'POST /admin/v1/products/12/codes?lot=a+b&dryRun=true',
    `GET /admin/v1/products/12/imports/${IMPORT}/report`,
    `POST /admin/v1/products/12/codes?resume=${IMPORT}`,
  ])
})

test('imports report prints the CSV as it is, or why there is none', async () => {
  const stub = await startStub({ status: 200, body: REPORT })
  const error = { code: 'RESOURCE_NOT_FOUND', message: 'no such import' }
  const none = await startStub({ status: 404, body: { error } })
  const report = ['imports', 'report', '12', IMPORT]

  const printed = await tessera(report, { environment: operatorOf(stub) })
  const refused = await tessera(report, { environment: operatorOf(none) })

  expect(printed).toMatchObject({ exitCode: 0, stdout: REPORT, stderr: '' })
  expect(stub.received[0]?.target).toBe(`/admin/v1/products/12/imports/${IMPORT}/report`)
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toContain('no such import')
})

test('an import that is cut off names the command that continues it', async () => {
  const targets: string[] = []
  const server = createServer((request) => {
    targets.push(request.url ?? '')
    request.once('data', () => request.socket.resetAndDestroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const environment = { TESSERA_URL: `http://127.0.0.1:${port}`, TESSERA_ADMIN_TOKEN: 't' }
  const file = join(await makeDirectory(), "my 'codes'.csv")
  await writeFile(file, CSV)
  const call = (...options: string[]) =>
    tessera(['codes', 'import', '12', file, ...options], { environment })

  const first = await call('--lot', 'spring')
  const id = new URL(`http://t${targets[0]}`).searchParams.get('importId') ?? ''
  const again = await call('--resume', id)
  const dry = await call('--dry-run')

  const quoted = `'${file.replaceAll("'", String.raw`'\''`)}'`
  const command = `tessera codes import 12 ${quoted} --resume ${id}`
  for (const { exitCode, stderr } of [first, again]) {
    expect(exitCode).toBe(1)
    expect(stderr).toMatch(/^error: the import was cut off: [^\n]*\n$/)
    expect(stderr.trimEnd().endsWith(command)).toBe(true)
  }
  expect(dry.stderr).not.toContain('--resume')
  expect(dry.stderr).toContain('A dry run stores nothing: start it again')
})

const bodyOf = (code: string) => ({ error: { code, message: 'no', details: [] } })

const importFrom = (stub: Stub) =>
  tessera(['codes', 'import', '12', '-'], { environment: operatorOf(stub) })

test('a 503 during an import names the command that continues it; a 4xx does not', async () => {
  const down = await startStub({ status: 503, body: bodyOf('SERVICE_UNAVAILABLE') })
  const refusing = await startStub({ status: 409, body: bodyOf('STATE_CONFLICT') })

  const cutOff = await importFrom(down)
  const refused = await importFrom(refusing)

  const id = new URL(`http://t${down.received[0]?.target}`).searchParams.get('importId')
  expect(cutOff).toMatchObject({ exitCode: 1 })
  expect(cutOff.stderr).toContain('SERVICE_UNAVAILABLE (503)')
  expect(cutOff.stderr).toContain(
    `tessera codes import 12 - --resume ${id}, with the same standard`,
  )
  expect(refused.stderr).not.toContain('--resume')
})

test.each([
  [{ sent: 0, bytes: 40_000_000, elapsedMs: 5_000 }, '0.0 MB of 40.0 MB, 0 %'],
  [{ sent: 1_000_000, bytes: 40_000_000, elapsedMs: 900 }, '1.0 MB of 40.0 MB, 2 %'],
  [
    { sent: 10_000_000, bytes: 40_000_000, elapsedMs: 30_000 },
    '10.0 MB of 40.0 MB, 25 %, 1 min 30 s left',
  ],
  [
    { sent: 39_999_999, bytes: 40_000_000, elapsedMs: 30_000 },
    '40.0 MB of 40.0 MB, 99 %, 1 s left',
  ],
  [{ sent: 40_000_000, bytes: 40_000_000, elapsedMs: 30_000 }, '40.0 MB sent, importing'],
])('for %j the bar shows how much was sent, and how long the rest takes', (advance, text) => {
  expect(progressText(advance)).toBe(text)
})
