import { expect, test } from 'vitest'
import { Tessera, TesseraError, type SentRequest } from '@tessera/sdk'
import { hurryTimersOf } from '../support/hurried-timers.ts'
import { cut, errorStep, json, startScript, type Step } from '../support/scripted-server.ts'

const SIGNER = { clientId: 'c', apiKey: 'k', hmacSecret: 's' }
const TRACE = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const ATTEMPT_MS = 600_000
const HEAD = 'itemNo,brand,giftCardNumber\r\n'

const csv =
  (text: string): Step =>
  (response) =>
    response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(text)
const wholeCsv = csv(`${HEAD}1,Brand,code-1\r\n`)
const orderOfOneItem = json(200, { data: { id: 'ord_1', status: 'COMPLETED', itemCount: 1 } })

/** Starts a server that links to the CSV of an order, and responds to the link with these steps. */
async function startExport(steps: readonly Step[], order = orderOfOneItem) {
  const link: Step = (response) =>
    json(200, { data: { downloadUrl: `${script.url}/exports/ord_1?signature=secret` } })(response)
  const script = await startScript(link, order, ...steps)
  const sent: SentRequest[] = []
  const tessera = new Tessera({
    ...SIGNER,
    baseUrl: script.url,
    timeoutMs: ATTEMPT_MS,
    traceparent: () => TRACE,
    onRequest: (request) => void sent.push(request),
  })
  const rows = async (): Promise<object[]> => {
    const read: object[] = []
    for await (const row of tessera.orders.rows('ord_1')) read.push(row)
    return read
  }
  return { ...script, sent, rows }
}

test('the rows of a CSV keep quotes, commas and line ends', async () => {
  hurryTimersOf('/sdk/src/', ATTEMPT_MS)
  const { rows } = await startExport([csv(`${HEAD}1,"A ""b"", c\r\nd",é-1\r\n`)])

  expect(await rows()).toEqual([{ itemNo: 1, brand: 'A "b", c\r\nd', giftCardNumber: 'é-1' }])
})

const breakOff: Step = (response) => {
  response.writeHead(200, { 'content-type': 'text/csv' })
  response.write(HEAD, () => response.destroy())
}

test.each<[string, Step]>([
  ['ends within a row', csv(`${HEAD}1,Brand`)],
  ['ends with a shorter row', csv(`${HEAD}1,Brand\r\n`)],
  ['breaks off', breakOff],
  ['has no row', csv('')],
  ['has fewer rows than the order has items', csv(HEAD)],
  ['has more rows than the order has items', csv(`${HEAD}1,A,a\r\n2,A,b\r\n`)],
])('a CSV that %s fails with CONNECTION_FAILED, which can be retried', async (_title, step) => {
  hurryTimersOf('/sdk/src/', ATTEMPT_MS)
  const { rows } = await startExport([step])

  const error: unknown = await rows().catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(TesseraError)
  expect(error).toMatchObject({ code: 'CONNECTION_FAILED', retryable: true })
})

test('a download ends when nothing arrives for the time of an attempt', async () => {
  // Only the timers of sdk/src/idle end at once.
  hurryTimersOf('/sdk/src/idle')
  const { rows } = await startExport([
    (response) => {
      response.writeHead(200, { 'content-type': 'text/csv' })
      response.write(HEAD)
    },
  ])

  await expect(rows()).rejects.toMatchObject({
    code: 'CONNECTION_FAILED',
    message: `no whole response arrived: nothing arrived for ${ATTEMPT_MS} ms`,
  })
})

test('a page in place of a CSV is an error, not a file without rows', async () => {
  const { rows } = await startExport([(response) => void response.end('<html>')])

  await expect(rows()).rejects.toMatchObject({ code: 'UNEXPECTED_RESPONSE', status: 200 })
})

test('a credential without permission to read orders downloads codes without comparing the count', async () => {
  const link = '</docs/errors#permission_missing>; rel="help"'
  const { rows } = await startExport([wholeCsv], errorStep(403, 'AUTHORIZATION_ERROR', { link }))

  expect(await rows()).toHaveLength(1)
})

test('a download is repeated after 503 and a lost response, and is traced; hooks get no signature', async () => {
  hurryTimersOf('/sdk/src/', ATTEMPT_MS)
  const script = await startExport([errorStep(503, 'INTERNAL_SERVER_ERROR'), cut, wholeCsv])

  expect(await script.rows()).toHaveLength(1)
  const target = '/exports/ord_1'
  const sent = script.sent.slice(2)
  expect(sent).toMatchObject([
    { operation: 'downloadExport', target, attempt: 1 },
    { operation: 'downloadExport', target, attempt: 2 },
    { operation: 'downloadExport', target, attempt: 3 },
  ])
  expect(sent.every((request) => request.target === target)).toBe(true)
  const [, , download = expect.unreachable()] = script.headers
  expect(download['traceparent']).toBe(TRACE)
  expect(download).not.toHaveProperty('x-api-key')
})

test('polls are at least a second apart, also after one that failed', async () => {
  const date = { date: 'Tue, 06 May 2031 07:08:09 GMT' }
  const details = [{ field: 'x-timestamp', message: 'is too old' }]
  const late = json(401, { error: { code: 'AUTHENTICATION_ERROR', message: 'no', details } }, date)
  const fault = errorStep(500, 'INTERNAL_SERVER_ERROR')
  const done = json(200, { data: { id: 'ord_1', status: 'COMPLETED' } })
  const script = await startScript(late, fault, cut, done)
  const pauses = hurryTimersOf('/sdk/src/', ATTEMPT_MS)
  const tessera = new Tessera({ ...SIGNER, baseUrl: script.url, timeoutMs: ATTEMPT_MS })

  await tessera.orders.waitForCompletion('ord_1')

  expect(script.headers).toHaveLength(4)
  expect(pauses.map((ms) => ms >= 1_000)).toEqual([true, true, true])
})
