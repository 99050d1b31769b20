import { beforeEach, expect, test } from 'vitest'
import { Tessera, TesseraError, type ClientOptions } from '@tessera/sdk'
import { readPage } from '../docs/markdown.ts'
import { hurryTimersOf } from '../support/hurried-timers.ts'
import { cut, done, errorStep, json, startScript } from '../support/scripted-server.ts'
import type { Step } from '../support/scripted-server.ts'
import {
  ATTEMPT_MS,
  CALLS,
  CREDIT,
  failureOf,
  ORDER,
  SIGNER,
  startClient,
} from './scripted-client.ts'

// Pauses of the SDK take no time.
beforeEach(() => hurryTimersOf('/sdk/src/', ATTEMPT_MS))

const page: Step = (response) => void response.end('<html>')
const brokenJson = jsonText('{"data":{"id":"ord_1"')

function jsonText(text: string): Step {
  return (response) => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
}

/**
 * Returns headers of a service with another clock: Retry-After is this many seconds after its Date.
 */
function untilIn(seconds: number): Record<string, string> {
  const at = Date.parse('2031-05-06T07:08:09Z')
  const until = new Date(at + seconds * 1_000).toUTCString()
  return { date: new Date(at).toUTCString(), 'retry-after': until }
}

test('a credit is sent under the referenceId of the caller alone, and the error has it', async () => {
  const script = await startClient(cut)

  const { code, retryable, docUrl, ...keys } = await failureOf(CALLS.credit(script.tessera))

  expect({ code, retryable }).toEqual({ code: 'CONNECTION_FAILED', retryable: true })
  expect(docUrl).toBe(`${script.url}/docs/errors#connection_failed`)
  expect(keys).toMatchObject({ idempotencyKey: 'reward-1', referenceId: 'reward-1' })
  const references = script.bodies.map((body) => JSON.parse(body).referenceId)
  expect(references).toEqual([1, 2, 3, 4].map(() => 'reward-1'))
  // A program in JavaScript can leave the referenceId out.
  const without = { ...CREDIT, referenceId: '' }
  await expect(script.tessera.createTransaction('1', without)).rejects.toThrow(TypeError)
  const { amount, transactionType } = CREDIT
  // @ts-expect-error: one in TypeScript that leaves it out does not compile.
  const missing = script.tessera.createTransaction('1', { amount, transactionType })
  await expect(missing).rejects.toThrow(TypeError)
  expect(script.bodies).toHaveLength(4)
})

test('rows whose response was lost are sent again under the same keys, and then the other rows', async () => {
  const results = [{ status: 200, body: { success: true } }]
  const answer = json(200, { success: true, data: { results } })
  const script = await startClient(cut, answer, cut, answer)
  const rows = ['pay-1', 'pay-2'].map((referenceId) => ({ ...CREDIT, walletId: '1', referenceId }))

  const seen: unknown[] = []
  for await (const { index, status } of script.tessera.createMany(rows, { rowsMax: 1 })) {
    seen.push([index, status])
  }

  expect(seen).toEqual([
    [0, 200],
    [1, 200],
  ])
  const sent = script.bodies.map((body) => JSON.parse(body).transactions[0].referenceId)
  expect(sent).toEqual(['pay-1', 'pay-1', 'pay-2', 'pay-2'])
})

function sentLinks(name: string) {
  return json(201, { data: { reference: 'may', links: [{ name }] } })
}

test('links whose response was lost are sent again under the key that a later process derives, too', async () => {
  const [a, b] = [sentLinks('a'), sentLinks('b')]
  const script = await startClient(a, cut, b, a, b)
  const body = { reference: 'may', currency: 'USD', amount: 5 }
  const send = async (): Promise<unknown[]> => {
    const sent: unknown[] = []
    const people = ['Ada', 'Ben'].map((name) => ({ name }))
    for await (const one of script.tessera.links.sendMany(body, people, { rowsMax: 1 })) {
      sent.push([one.index, one.row.name, one.link])
    }
    return sent
  }

  const rows = [
    [0, 'Ada', { name: 'a' }],
    [1, 'Ben', { name: 'b' }],
  ]
  expect(await send()).toEqual(rows)
  expect(await send()).toEqual(rows)
  const sent = script.bodies.map((text, at) => {
    const { reference, recipients } = JSON.parse(text)
    return [reference, recipients[0].name, script.headers[at]?.['idempotency-key']]
  })
  const ada = ['may-1', 'Ada', '91fb6dd9-c6f9-bbd3-1745-f8b1dbd27076']
  const ben = ['may-2', 'Ben', '589d62a4-2987-1fb7-200d-c642a08d818c']
  expect(sent).toEqual([ada, ben, ben, ada, ben])
})

test.each([undefined, '', 5, 'x'.repeat(246)])(
  'links whose shared reference is %o are refused before the first request',
  async (reference) => {
    const script = await startClient()
    const body = { reference: reference as string, currency: 'USD', amount: 5 }

    expect(() => script.tessera.links.sendMany(body, [{ name: 'Ada' }])).toThrow(
      new TypeError('reference must be a text of 1 to 245 characters'),
    )
    expect(script.bodies).toEqual([])
  },
)

test('consumers whose response was lost are not sent again, and later ones are not sent', async () => {
  const script = await startClient(cut)
  const row = { fullName: 'A', email: 'a@example.com', currency: 'USD', initialFunds: 0 }
  const creating = script.tessera.createManyCustomers([row, row], { rowsMax: 1 })

  await expect(creating.next()).rejects.toThrow(TesseraError)
  expect(script.bodies.map((body) => JSON.parse(body))).toEqual([{ customers: [row] }])
})

type Ending = Pick<ClientOptions, 'onRequest' | 'onResponse'> & { readonly step?: Step }
const REASON = new Error('enough')
const ENDINGS: Readonly<Record<string, (abort: () => void) => Ending>> = {
  'an abort while it waits': (abort) => ({ step: abort }),
  'an abort before it is sent': (abort) => ({ onRequest: abort }),
  'an abort in the pause before a retry': (abort) => ({ onResponse: abort }),
  'a hook that throws at the second attempt': () => ({
    onRequest: ({ attempt }) => {
      if (attempt === 2) throw REASON
    },
  }),
  'a hook that throws after the response': () => ({
    onResponse: () => {
      throw REASON
    },
  }),
}

/** Begins a write that ends as `ending` says. Returns its error, and the keys of `onRequest`. */
async function endedWrite(
  ending: (abort: () => void) => Ending,
  write: (tessera: Tessera, options: { signal: AbortSignal }) => Promise<unknown>,
) {
  const controller = new AbortController()
  const { step = cut, ...hooks } = ending(() => controller.abort(REASON))
  const script = await startScript(step)
  const seen: (string | undefined)[] = []
  const tessera = new Tessera({
    ...SIGNER,
    ...hooks,
    baseUrl: script.url,
    timeoutMs: ATTEMPT_MS,
    onRequest: (sent) => {
      seen.push(sent.idempotencyKey)
      hooks.onRequest?.(sent)
    },
  })
  const error = await failureOf(write(tessera, { signal: controller.signal }))
  expect(error).toMatchObject({ code: 'ABORTED', cause: REASON, retryable: false })
  return { ...script, error, seen: new Set(seen) }
}

test.each(Object.entries(ENDINGS))(
  'a write that ends by %s has its key in the error, for a safe repetition',
  async (_how, ending) => {
    const credit = await endedWrite(ending, (tessera, options) =>
      tessera.createTransaction('1', CREDIT, options),
    )
    const order = await endedWrite(ending, (tessera, options) =>
      tessera.orders.create(ORDER, options),
    )

    expect(credit.error).toMatchObject({ idempotencyKey: 'reward-1', referenceId: 'reward-1' })
    expect(credit.seen).toEqual(new Set(['reward-1']))
    const { idempotencyKey, referenceId } = order.error
    expect(idempotencyKey).toMatch(/^[0-9a-f-]{36}$/)
    expect(referenceId).toBeUndefined()
    expect(order.seen).toEqual(new Set([idempotencyKey]))
    for (const one of order.headers) expect(one['idempotency-key']).toBe(idempotencyKey)
  },
)

test.each([
  ['an overdraft', 'credit', errorStep(500, 'SYSTEM_ERROR'), 1],
  ['a lost response of a write without a key', 'customer', cut, 1],
  ['a 503 of a write without a key', 'customer', errorStep(503, 'INTERNAL_SERVER_ERROR'), 1],
  ['a 429 of a write without a key', 'customer', errorStep(429, 'RATE_LIMIT_EXCEEDED'), 4],
  ['a 429 for over a minute', 'order', errorStep(429, 'X', { 'retry-after': '61' }), 1],
  ['a redirect', 'order', errorStep(307, 'X', { location: '/v2/orders' }), 1],
  ['a refused field', 'order', errorStep(400, 'VALIDATION_ERROR'), 1],
  ['a page of a proxy', 'order', page, 1],
  ['a success without its data', 'order', json(200, { meta: {} }), 1],
  ['JSON that breaks off', 'order', brokenJson, 4],
  ['JSON that breaks off, of a write without a key', 'customer', brokenJson, 1],
  ['a 408', 'order', errorStep(408, 'VALIDATION_ERROR'), 4],
  ['a 408 of a write without a key', 'customer', errorStep(408, 'VALIDATION_ERROR'), 1],
  ['a 503 until a date in over a minute', 'order', errorStep(503, 'X', untilIn(61)), 1],
] as const)('%s: %s is sent as often as is safe', async (_what, call, step, times) => {
  const script = await startClient(step)

  await failureOf(CALLS[call](script.tessera))

  expect(script.headers).toHaveLength(times)
})

test('a response that breaks off is an unknown outcome, with the key to repeat the write', async () => {
  const { tessera } = await startClient(brokenJson)

  const error = await failureOf(CALLS.credit(tessera))

  const { code, status, retryable, idempotencyKey } = error
  expect({ code, status, retryable }).toEqual({
    code: 'CONNECTION_FAILED',
    status: undefined,
    retryable: true,
  })
  expect(idempotencyKey).toBe('reward-1')
})

test('Retry-After is a number of seconds, or a date by the clock of the service', async () => {
  const seconds = await startClient(errorStep(409, 'X', { 'retry-after': '7' }))
  const date = await startClient(errorStep(409, 'X', untilIn(7)))
  const past = await startClient(errorStep(409, 'X', untilIn(-7)))
  const other = await startClient(errorStep(409, 'X', { 'retry-after': 'soon' }))

  const found = [seconds, date, past, other].map(async ({ tessera }) => {
    return (await failureOf(CALLS.order(tessera))).retryAfterSeconds
  })

  expect(await Promise.all(found)).toEqual([7, 7, 0, undefined])
})

test('a failed connection says why, for each address that was tried', async () => {
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:1')
  const cause = new AggregateError([refused, new Error('connect ENETUNREACH ::1:1')], '')
  const lost: typeof fetch = () => Promise.reject(new TypeError('fetch failed', { cause }))
  const tessera = new Tessera({ ...SIGNER, baseUrl: 'http://127.0.0.1', fetch: lost })

  const { message } = await failureOf(tessera.balances())

  const causes = 'connect ECONNREFUSED 127.0.0.1:1, connect ENETUNREACH ::1:1'
  expect(message).toBe(`no whole response arrived: fetch failed: ${causes}`)
})

test('requests name the version of the client and what runs it', async () => {
  const { tessera, headers } = await startClient(done)
  const { version } = JSON.parse(readPage('sdk/package.json'))

  await CALLS.order(tessera)

  const node = process.versions.node.split('.')[0]
  expect(headers[0]?.['user-agent']).toMatch(
    new RegExp(`^tessera-sdk/${version} Node\\.js/${node}`.replaceAll('/', '\\/')),
  )
})
