import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, operatorOf, startStub, tessera, type Stub } from './fixture.ts'

const CLIENT = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'

test('rates come from a file or the standard input, with and without a header', async () => {
  const stub = await startStub({ status: 200, body: { data: {} } })
  const environment = operatorOf(stub)
  const file = join(await makeDirectory(), 'rates.csv')
  await writeFile(file, '\uFEFFfrom,to,rate\r\nUSD,EUR,0.92\r\n\r\nEUR, usd ,1.08\r\n')

  await tessera(['rates', 'set', '--file', file], { environment })
  await tessera(['rates', 'set', '--file', '-'], { environment, stdin: 'GBP,USD,1.27' })
  const broken = await tessera(['rates', 'set', '--file', '-'], { environment, stdin: 'GBP,USD' })

  expect(stub.received.map(({ body }) => JSON.parse(body.toString()))).toEqual([
    {
      rates: [
        { from: 'USD', to: 'EUR', rate: 0.92 },
        { from: 'EUR', to: 'USD', rate: 1.08 },
      ],
      guard: true,
    },
    { rates: [{ from: 'GBP', to: 'USD', rate: 1.27 }], guard: true },
  ])
  expect(broken).toMatchObject({ exitCode: 2 })
})

test('a refusal is one line with code, status, message and request id, then one for each field', async () => {
  const stub = await startStub({
    status: 400,
    body: {
      error: {
        code: 'VALIDATION_ERROR',
        message: 'currency must be an active ISO 4217 code',
        details: [
          { field: 'currency', message: 'must be an active ISO 4217 code' },
          { field: 'fixedAmounts[0]', message: 'must be\n\u001B[2Jgreater than 0' },
        ],
      },
    },
  })

  const outcome = await tessera(['partners', 'list'], { environment: operatorOf(stub) })

  expect(outcome).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'error: VALIDATION_ERROR (400): currency must be an active ISO 4217 code; ' +
      'request 0198c0de-0000-7000-8000-000000000001\n' +
      '  fixedAmounts[0] must be [2Jgreater than 0\n',
    started: [],
  })
})

test('a response that is not from the service is reported as such', async () => {
  const stub = await startStub({ status: 502, body: '<html>Bad gateway</html>' })

  const outcome = await tessera(['partners', 'list'], { environment: operatorOf(stub) })

  expect(outcome.exitCode).toBe(1)
  expect(outcome.stderr).toMatch(/^error: UNEXPECTED_ANSWER \(502\): /)
})

test('ledger verify exits with 1 if the books do not balance', async () => {
  const difference = {
    partnerId: 1,
    currency: 'USD',
    account: 'funds',
    field: 'credits_posted',
    stored: '2',
    recomputed: '1',
  }
  const counts = { partners: 1, accounts: 2, transfers: 3 }
  const good = await startStub({
    status: 200,
    body: { data: { balanced: true, ...counts, differences: [] } },
  })
  const bad = await startStub({
    status: 200,
    body: { data: { balanced: false, ...counts, differences: [difference] } },
  })

  const verify = ['ledger', 'verify']
  const proved = await tessera(verify, { environment: operatorOf(good) })
  const broken = await tessera(verify, { environment: operatorOf(bad) })
  const asJson = await tessera([...verify, '--json'], { environment: operatorOf(bad) })

  expect(proved).toMatchObject({
    exitCode: 0,
    stdout: 'balanced: partners 1, accounts 2, transfers 3\n',
  })
  expect(broken.exitCode).toBe(1)
  expect(broken.stdout).toContain('NOT balanced')
  expect(broken.stdout).toContain('credits_posted')
  expect(asJson.exitCode).toBe(1)
  expect(JSON.parse(asJson.stdout)).toMatchObject({ balanced: false, differences: [difference] })
})

test('a list is a table with its page number, and --json prints the data', async () => {
  const data = [
    { partnerId: 1, name: 'Acme\u001B[31m', status: 'ACTIVE', rateLimit: null, createdAt: 'now' },
  ]
  const pagination = { page: 1, pageSize: 1, totalRecords: 3, totalPages: 3, hasNext: true }
  const stub = await startStub({ status: 200, body: { data, meta: { pagination } } })
  const environment = operatorOf(stub)

  const shown = await tessera(['partners', 'list'], { environment })
  const asJson = await tessera(['partners', 'list', '--json'], { environment })

  expect(shown.stdout).toBe(
    'partnerId  name       status  rateLimit  createdAt\n' +
      '1          Acme [31m  ACTIVE  -          now\n' +
      'page 1 of 3, 3 in all; --page 2 shows the next\n',
  )
  expect(JSON.parse(asJson.stdout)).toEqual(data)
  expect(asJson.stderr).toBe('page 1 of 3, 3 in all; --page 2 shows the next\n')
})

test('the list of alerts says which of them are open', async () => {
  const alert = { kind: 'low_stock', subject: 'product:1', severity: 'warning', count: 2 }
  const data = [
    { alertId: 2, state: 'open', ...alert },
    { alertId: 1, state: 'resolved', ...alert },
  ]
  const environment = operatorOf(await startStub({ status: 200, body: { data } }))

  const { stdout } = await tessera(['alerts', 'list', '--state', 'all'], { environment })

  const [title, ...rows] = stdout.split('\n').map((line) => line.split(/ {2,}/)[1])
  expect([title, ...rows.slice(0, 2)]).toEqual(['state', 'open', 'resolved'])
})

/** C0 and C1 controls, line and paragraph separators, and characters that reverse the direction. */
const STEERING =
  'a\r\n\t\u001B]0;x\u0007b\u007Fc\u009B2Jd\u2028e\u2029f\u202Eg\u2066h\u200Fi\u061Cj'

test('no response controls the terminal, and JSON keeps its value', async () => {
  const data = { brand: STEERING, [STEERING]: 1, settings: { [STEERING]: STEERING } }
  const stub = await startStub({ status: 200, body: { data } })
  const environment = operatorOf(stub)
  const list = await startStub({ status: 200, body: { data: [{ productId: 1, brand: STEERING }] } })

  const table = await tessera(['products', 'list'], { environment: operatorOf(list) })
  const record = await tessera(['imports', 'show', '1', CLIENT], { environment })
  const called = await tessera(['call', 'GET', `${stub.url}/x`], { environment })
  const asJson = await tessera(['imports', 'show', '1', CLIENT, '--json'], { environment })

  expect(table.stdout).toContain('a ]0;x b c 2Jd e f g h i j')
  expect(record.stdout).toContain('a ]0;x b c 2Jd e f g h i j')
  for (const { stdout } of [table, record, called, asJson]) {
    expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
  }
  expect(JSON.parse(called.stdout)).toEqual({ data })
  expect(JSON.parse(asJson.stdout)).toEqual(data)
})

test('the operator token comes from the environment, the demo, or the data directory', async () => {
  const stub = await startStub({ status: 200, body: { data: [] } })
  const directory = await makeDirectory()
  const environment = { TESSERA_URL: stub.url, TESSERA_DATA_DIR: directory }

  const nobody = await tessera(['partners', 'list'], { environment })
  await writeFile(join(directory, 'admin.token'), 'tsa_made\n')
  await tessera(['partners', 'list'], { environment })
  await writeFile(join(directory, 'demo.json'), DEMO)
  await tessera(['partners', 'list'], { environment })
  await tessera(['partners', 'list'], {
    environment: { ...environment, TESSERA_ADMIN_TOKEN: 'tsa_given' },
  })

  expect(nobody).toMatchObject({ exitCode: 1, stdout: '' })
  expect(nobody.stderr).toMatch(/^error: no operator token: set TESSERA_ADMIN_TOKEN/)
  expect(stub.received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer tsa_made',
    'Bearer tsa_demo',
    'Bearer tsa_given',
  ])
})

const DEMO = JSON.stringify({
  url: 'http://127.0.0.1:1',
  adminToken: 'tsa_demo',
  apiKey: 'tsk_1',
  clientId: CLIENT,
  hmacSecret: 'c2VjcmV0',
  partnerId: 1,
  partnerName: 'Acme',
  examples: {},
})

const create = (stub: Stub, ...options: string[]) =>
  tessera(['partners', 'create', 'Acme', ...options], { environment: operatorOf(stub) })

test('partners create with an unknown outcome prints the key for a safe repetition', async () => {
  const error = { code: 'SERVICE_UNAVAILABLE', message: 'no', details: [] }
  const down = await startStub({ status: 503, body: { error } })
  const refusing = await startStub({ status: 400, body: { error } })

  const first = await create(down)
  const key = String(down.received[0]?.headers['idempotency-key'])
  await create(down, '--idempotency-key', key)
  const refused = await create(refusing)

  expect(key).toMatch(/^[0-9a-f-]{36}$/)
  expect(first).toMatchObject({ exitCode: 1, stdout: '' })
  expect(first.stderr).toContain(`--idempotency-key ${key}\n`)
  expect(down.received[1]?.headers['idempotency-key']).toBe(key)
  expect(refused.stderr).not.toContain('--idempotency-key')
})
