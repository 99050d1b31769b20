import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signedHeaders } from '../../src/core/signing.ts'
import type { Environment } from '../../src/settings/config.ts'
import {
  makeDirectory,
  REQUEST_ID,
  startStub,
  tessera,
  type Stub,
  type ReceivedRequest,
} from './fixture.ts'

const SIGNER = {
  clientId: '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a',
  apiKey: 'tsk_example',
  hmacSecret: 'c2VjcmV0',
}

function partnerOf({ url }: Stub): Environment {
  return {
    TESSERA_URL: url,
    TESSERA_CLIENT_ID: SIGNER.clientId,
    TESSERA_API_KEY: SIGNER.apiKey,
    TESSERA_HMAC_SECRET: SIGNER.hmacSecret,
  }
}

function expectSigned({ method, headers, body }: ReceivedRequest): void {
  const timestamp = String(headers['x-timestamp'])
  expect(timestamp).toMatch(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/)
  expect(headers).toMatchObject(signedHeaders(SIGNER, { method, body, timestamp }))
}

test('a GET is signed, and its JSON comes out pretty on the standard output alone', async () => {
  const stub = await startStub({ status: 200, body: { data: [{ id: 'ord_1' }] } })

  const outcome = await tessera(['call', 'get', '/v2/orders?page=1'], {
    environment: partnerOf(stub),
  })

  expect(outcome).toMatchObject({ exitCode: 0 })
  expect(JSON.parse(outcome.stdout)).toEqual({ data: [{ id: 'ord_1' }] })
  expect(outcome.stdout).toContain('\n  "data"')
  expect(outcome.stderr).toMatch(new RegExp(`^200 OK \\d+ ms, request ${REQUEST_ID}\n$`))
  expect(stub.received).toHaveLength(1)
  expect(stub.received[0]).toMatchObject({ method: 'GET', target: '/v2/orders?page=1' })
  for (const request of stub.received) expectSigned(request)
})

test('a body is sent byte for byte: typed, from a file, from stdin', async () => {
  const stub = await startStub({ status: 201, body: { data: {} } })
  const file = join(await makeDirectory(), 'order.json')
  const body = '{ "amount": 25.10,\n "brand": "Ünïcode" }\n'
  await writeFile(file, body)
  const environment = partnerOf(stub)
  const post = ['call', 'POST', '/v2/orders', '--data']

  await tessera([...post, body], { environment })
  await tessera([...post, `@${file}`], { environment })
  await tessera([...post, '-'], { environment, stdin: body })

  expect(stub.received.map((request) => request.body.toString())).toEqual([body, body, body])
  for (const request of stub.received) {
    expectSigned(request)
    expect(request.headers).toMatchObject({
      'content-type': 'application/json',
      'x-body-hash': createHash('sha256').update(body).digest('base64'),
    })
  }
})

test('--idempotency-key and --header are sent, and headers of the command line replace signed ones', async () => {
  const stub = await startStub({ status: 401, body: {} })
  const key = '0d9c7c1e-61a7-4a0e-9d6c-3f1b6f0a5b11'

  const outcome = await tessera(
    ['call', 'POST', '/v2/orders', '-d', '{}', '--idempotency-key', key, '-H', 'X-Signature: no'],
    { environment: partnerOf(stub) },
  )

  expect(outcome.exitCode).toBe(1)
  expect(stub.received[0]?.headers).toMatchObject({ 'idempotency-key': key, 'x-signature': 'no' })
})

test('a response other than 2xx is printed whole, and the exit code is 1', async () => {
  const body = { error: { code: 'BUSINESS_RULE_VIOLATION', message: 'available 1, required 2' } }
  const stub = await startStub({ status: 402, body })

  const outcome = await tessera(['call', 'POST', '/v2/orders', '-d', '{}'], {
    environment: partnerOf(stub),
  })

  expect(outcome.exitCode).toBe(1)
  expect(JSON.parse(outcome.stdout)).toEqual(body)
  expect(outcome.stderr).toMatch(/^402 Payment Required /)
})

test('a body that is not JSON, and any body with --raw, is printed unchanged', async () => {
  const csv = 'itemNo,brand\r\n1,"Northwind, Coffee"\r\n'
  const asCsv = await startStub({ status: 200, headers: { 'content-type': 'text/csv' }, body: csv })
  const asJson = await startStub({ status: 200, body: '{"a":1}' })

  const plain = await tessera(['call', 'GET', '/x'], { environment: partnerOf(asCsv) })
  const raw = await tessera(['call', 'GET', '/x', '--raw'], { environment: partnerOf(asJson) })

  expect(plain.stdout).toBe(csv)
  expect(raw.stdout).toBe('{"a":1}')
})

test('--include prints status and headers before the body', async () => {
  const stub = await startStub({ status: 200, body: {} })

  const outcome = await tessera(['call', 'GET', '/x', '--include'], {
    environment: partnerOf(stub),
  })

  expect(outcome.stdout).toMatch(/^HTTP\/1\.1 200 OK\n/)
  expect(outcome.stdout).toContain(`\nx-request-id: ${REQUEST_ID}\n`)
  expect(outcome.stdout).toMatch(/\n\n\{\}\n$/)
})

test('a body that is too large to format is printed as it is', async () => {
  const body = JSON.stringify({ data: 'x'.repeat(20_000_000) })
  const stub = await startStub({ status: 200, body })

  const outcome = await tessera(['call', 'GET', '/x'], { environment: partnerOf(stub) })

  expect(outcome.stdout === body).toBe(true)
})

test('a whole address is fetched without signature or key', async () => {
  const stub = await startStub({ status: 200, body: 'itemNo\n' })

  const outcome = await tessera(['call', 'GET', `${stub.url}/v2/exports/ord_1?signature=a%2Bb`])

  expect(outcome.exitCode).toBe(0)
  expect(stub.received[0]?.target).toBe('/v2/exports/ord_1?signature=a%2Bb')
  expect(
    Object.keys(stub.received[0]?.headers ?? {}).filter((name) => name.startsWith('x-')),
  ).toEqual([])
})

test('the demo of the data directory signs if the environment has no credentials', async () => {
  const stub = await startStub({ status: 200, body: {} })
  const directory = await makeDirectory()
  const demo = { ...SIGNER, url: stub.url, adminToken: 't', partnerId: 1, partnerName: 'Acme' }
  await writeFile(join(directory, 'demo.json'), JSON.stringify({ ...demo, examples: {} }))

  const outcome = await tessera(['call', 'GET', '/v2/accounts/balances'], {
    environment: { TESSERA_DATA_DIR: directory },
  })

  expect(outcome.exitCode).toBe(0)
  for (const request of stub.received) expectSigned(request)
})

test('--as signs as another partner of the demo, or its test partner, before the environment', async () => {
  const stub = await startStub({ status: 200, body: {} })
  const directory = await makeDirectory()
  const first = { clientId: 'c', apiKey: 'a', hmacSecret: 's', partnerId: 1, partnerName: 'Acme' }
  const second = { ...SIGNER, partnerId: 2, partnerName: 'Borealis Perks' }
  const others = { otherPartners: [second], test: { ...SIGNER, partnerId: 3, partnerName: 'T' } }
  const demo = { ...first, url: stub.url, adminToken: 't', examples: {}, ...others }
  await writeFile(join(directory, 'demo.json'), JSON.stringify(demo))
  const environment = {
    ...partnerOf(stub),
    TESSERA_CLIENT_ID: 'another',
    TESSERA_DATA_DIR: directory,
  }

  await tessera(['call', '--as', 'borealis', 'GET', '/x'], { environment })
  await tessera(['call', '--as', 'test', 'GET', '/x'], { environment })
  const nobody = await tessera(['call', '--as', 'cedar', 'GET', '/x'], { environment })

  expect(stub.received).toHaveLength(2)
  for (const request of stub.received) expectSigned(request)
  expect(nobody).toMatchObject({ exitCode: 1, stdout: '' })
  expect(nobody.stderr).toMatch(/^error: .*"cedar"; it has Acme, Borealis Perks\n$/)
})

test('without credentials, or with some of them, one line says what to set', async () => {
  const environment = { TESSERA_DATA_DIR: await makeDirectory() }

  const none = await tessera(['call', 'GET', '/x'], { environment })
  const some = await tessera(['call', 'GET', '/x'], {
    environment: { ...environment, TESSERA_API_KEY: 'tsk_1' },
  })

  expect(none).toMatchObject({ exitCode: 1, stdout: '' })
  expect(none.stderr).toMatch(
    /^error: no credentials: .*TESSERA_HMAC_SECRET.*TESSERA_DATA_DIR.*\n$/,
  )
  expect(some.exitCode).toBe(1)
  expect(some.stderr).toMatch(/^error: .*set TESSERA_CLIENT_ID and TESSERA_HMAC_SECRET too\n$/)
})

test.each([
  ['a path without a leading slash', ['call', 'GET', 'v2/orders']],
  ['a path that is not encoded', ['call', 'GET', '/v2/orders?clientReference=a b']],
  ['a header without a value', ['call', 'GET', '/x', '-H', 'nothing']],
  ['a header of two lines', ['call', 'GET', '/x', '-H', 'a: b\r\nc: d']],
  ['a method with a space', ['call', 'G T', '/x']],
  ['no path', ['call', 'GET']],
  ['an unknown option', ['call', 'GET', '/x', '--nope']],
])('%s is a mistake of usage: exit code 2, and nothing is sent', async (_what, argv) => {
  const stub = await startStub({ status: 200, body: {} })

  const outcome = await tessera(argv, { environment: partnerOf(stub) })

  expect(outcome).toMatchObject({ exitCode: 2, stdout: '' })
  expect(outcome.stderr).toMatch(/^error: /)
  expect(stub.received).toEqual([])
})

test('a service that cannot be reached is reported in one line, with a hint', async () => {
  const outcome = await tessera(['call', 'GET', '/x'], {
    environment: partnerOf({ url: 'http://127.0.0.1:1', received: [] }),
  })

  expect(outcome).toMatchObject({ exitCode: 1, stdout: '' })
  expect(outcome.stderr).toMatch(
    /^error: cannot reach http:\/\/127\.0\.0\.1:1 \(ECONNREFUSED\).*\n$/,
  )
})
