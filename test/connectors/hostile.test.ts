import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Adapter } from '../../src/connectors/adapter.ts'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { moveAccount } from '../../src/connectors/accounts.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { mirrorDue } from '../../src/connectors/mirror.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { openFixture, type Fixture } from '../inventory/fixture.ts'
import { TESTER } from '../support/tester.ts'
import {
  type Bench,
  CASES,
  codesOf,
  costOf,
  openBench,
  priceTaken,
  settleBatch,
  unitsSold,
} from './bench.ts'

/** Responds in place of a supplier that has carried out the request. */
type Attack = (response: ServerResponse, truth: string) => void

const MEGABYTE = 1_048_576
/** Shorter than the time of a response that arrives byte by byte. */
const RESPONSE_MS = 200
const DRIP_MS = 20

const ATTACKS: Readonly<Record<string, Attack>> = {
  'a redirect to another host': (response) => {
    response.writeHead(307, { location: `${urlOf(other)}/stolen` }).end()
  },
  'a page of HTML with status 200': (response) => {
    response.end('<!doctype html><script>alert(1)</script>')
  },
  'nothing at all': (response) => {
    response.end()
  },
  'half a body': (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"code":"000","status":"succ')
    response.destroy()
  },
  'a million brackets': (response) => {
    response.end('['.repeat(1_000_000))
  },
  'more than is read': (response) => {
    response.end(`{"code":"000","data":"${'x'.repeat(17 * MEGABYTE)}"}`)
  },
  'a million lists in 50 MB': (response) => {
    response.end(`[${'[[]],'.repeat(10 * MEGABYTE)}[]]`)
  },
  'one byte at a time': (response) => {
    const drip = setInterval(() => response.write(' '), DRIP_MS)
    response.on('close', () => clearInterval(drip))
  },
}

let fixture: Fixture
let bench: Bench
let connections: Connections
let attack: { readonly path: string; readonly by: Attack } | undefined
let isOtherCalled = false
const front = createServer((request, response) => void forward(request, response))
const other = createServer((_request, response) => {
  isOtherCalled = true
  response.end('{}')
})

beforeAll(async () => {
  fixture = await openFixture()
  await Promise.all([front, other].map(listen))
})
afterAll(async () => {
  for (const server of [front, other]) server.close().closeAllConnections()
  await fixture.end()
})
beforeEach(async () => {
  bench = await openBench(fixture, CASES[0] ?? expect.unreachable())
  const { db, vault, clock } = fixture
  const name = { adapter: 'tillo', name: bench.request(1).settings['account'] as string }
  const act = { actor: TESTER, at: clock.now() }
  await transact(db, (tx) => moveAccount(tx, { name, baseUrl: urlOf(front), act }))
  const responseMs = RESPONSE_MS
  connections = new Connections({ db, vault, clock, adapters: ADAPTERS, responseMs })
})
afterEach(async () => {
  attack = undefined
  connections.close()
  await bench.close()
  await fixture.db.rows(sql`delete from supplier_mirrors`)
  await fixture.db.rows(sql`delete from supplier_listings`)
})

test.each(Object.entries(ATTACKS))(
  'a purchase whose response is %s is bought once',
  async (_name, by) => {
    attack = { path: '/api/digital/issue', by }
    const { supplier, request } = aPurchase()
    const [first] = await supplier.issue([request])
    expect(['pending', 'unknown']).toContain(first?.outcome)
    attack = undefined

    const outcome = await settleBatch(fixture, { supplier, unclear: bench.unclear }, request)

    expect(codesOf(outcome)).toHaveLength(1)
    expect(unitsSold(bench.books)).toBe(1)
    expect(isOtherCalled).toBe(false)
  },
)

test.each(Object.entries(ATTACKS))(
  'a catalog whose response is %s changes nothing',
  async (_name, by) => {
    await mirror()
    const before = await listings()
    attack = { path: '/api/brands', by }

    await mirror()

    expect(before).toHaveLength(3)
    expect(await listings()).toEqual(before)
    const [row] = await fixture.db.rows(sql<{ fault: string | null }>`
    select fault from supplier_mirrors`)
    expect(row?.fault).toContain('the catalog cannot be read')
    expect(isOtherCalled).toBe(false)
  },
)

test('a catalog may be larger than what is read of a purchase', async () => {
  const { db, vault, clock } = fixture
  attack = { path: '/api/brands', by: pad }
  const patientConnections = new Connections({ db, vault, clock, adapters: ADAPTERS })

  await mirror(patientConnections)
  expect(await listings()).toHaveLength(3)

  attack = { path: '/api/digital/issue', by: pad }
  const { supplier, request } = aPurchase(patientConnections)
  expect(await supplier.issue([request])).toMatchObject([
    { outcome: 'unknown', reason: 'its answer was lost: the answer is too large' },
  ])
  patientConnections.close()
})

test('a catalog without an end keeps no other from being read, and leaves nothing behind', async () => {
  await mirror()
  const before = await listings()
  const { db, vault, clock } = fixture
  const endless: Adapter = {
    ...ADAPTERS.tillo,
    readCatalog(response, cursor) {
      clock.set(clock.now() + 60_000)
      const page = ADAPTERS.tillo.readCatalog(response, undefined)
      return page && { ...page, cursor: `${cursor ?? ''}+` }
    },
  }
  const adapters = { ...ADAPTERS, tillo: endless }
  const endlessConnections = new Connections({ db, vault, clock, adapters })

  await mirror(endlessConnections)
  endlessConnections.close()

  expect(await listings()).toEqual(before)
  const [row] = await db.rows(sql<{ fault: string; staged: number }>`
    select fault, (select count(*)::integer from supplier_listings_read) as staged
    from supplier_mirrors`)
  expect(row).toEqual({ fault: 'it takes longer than half an hour', staged: 0 })
})

test.each(['00012345678901234567', '0000 1234-5678', '<script>alert(1)</script>', 'ÄÖÜ-é-٣'])(
  'a code arrives byte for byte: %s',
  async (code) => {
    const { supplier, request } = replaceCode(code)

    expect(
      codesOf(await settleBatch(fixture, { supplier, unclear: bench.unclear }, request)),
    ).toEqual([expect.objectContaining({ giftCardNumber: code })])
  },
)

test.each([
  ['it breaks lines', 'known-0001\r\nknown-0002'],
  ['a spreadsheet would run it', '=known("http://a")'],
  ['it ends with a space', 'known-0001 '],
  ['it has a NUL', 'known-0001\u0000'],
  ['it is the number of a payment card', '4111111111111111'],
  ['it is longer than codes are', 'known-'.repeat(500)],
])('a code waits for a person because %s', async (_why, code) => {
  const { supplier, request } = replaceCode(code)

  await settleBatch(fixture, { supplier, unclear: bench.unclear }, request)

  const faults = await bench.unclear()
  expect(faults).toEqual([expect.stringContaining('unit 1: giftCardNumber')])
  expect(faults.join()).not.toContain('known')
  expect(unitsSold(bench.books)).toBe(1)
})

/** The stored part of the response would end in half a smile. */
const SMILES = ['xx', ...Array.from({ length: 30 }, () => '😀'.repeat(60))]

test.each([
  ['an id that is longer than an index permits', 'reference', randomBytes(5_000).toString('hex')],
  ['an id with a NUL and half a character', 'reference', 'a\u0000b\ud83d'],
  ['many smiles', 'message', SMILES],
])('a purchase is delivered though its response has %s', async (_what, field, value) => {
  const pattern = new RegExp(`"${field}":"[^"]*"`)
  const { supplier, request } = replaceIn(pattern, `"${field}":${JSON.stringify(value)}`)

  const outcome = await settleBatch(fixture, { supplier, unclear: bench.unclear }, request)

  expect(codesOf(outcome)).toHaveLength(1)
  expect(await costOf(fixture, request)).toBe(priceTaken(bench.books))
  expect(unitsSold(bench.books)).toBe(1)
})

test.each([
  ['is negative', '-9.4', 'EUR'],
  ['is longer than any amount', '9'.repeat(200_000), 'EUR'],
  ['is in no currency', '9.4', 'eur\u0000'],
])('a charge that %s is not stored as cost', async (_what, amount, currency) => {
  const charged = `"cost_value":${JSON.stringify({ amount, currency })}`
  const { supplier, request } = replaceIn(/"cost_value":{[^}]*}/, charged)

  const outcome = await settleBatch(fixture, { supplier, unclear: bench.unclear }, request)

  expect(codesOf(outcome)).toHaveLength(1)
  expect(await costOf(fixture, request)).toBe('0')
})

/** Makes the supplier deliver this code. */
function replaceCode(code: string) {
  return replaceIn(/"code":"[^"]{10,}"/, `"code":${JSON.stringify(code)}`)
}

/** Makes the supplier respond with this text in place of another one. */
function replaceIn(pattern: RegExp, text: string) {
  const by: Attack = (response, truth) => {
    expect(truth).toMatch(pattern)
    response.end(truth.replace(pattern, () => text))
  }
  attack = { path: '/api/digital/issue', by }
  return aPurchase()
}

function aPurchase(by = connections) {
  const supplier = createConnector(ADAPTERS.tillo, { ...bench.options, connections: by })
  return { supplier, request: bench.request(1) }
}

async function mirror(of = connections): Promise<void> {
  const { db, vault, clock } = fixture
  await db.rows(sql`update supplier_mirrors set due_at = '-infinity'`)
  const options = { db, vault, clock, adapters: ADAPTERS, tryAgainMs: 0, onFault }
  await mirrorDue(options, of)
}

function onFault(error: unknown): never {
  expect.unreachable(String(error))
}

function listings(): Promise<unknown[]> {
  return fixture.db.rows(sql`select * from supplier_listings order by listing_id`)
}

/** Lets the stand-in carry out the request, and responds in its place. */
async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk as Uint8Array)
  const { method = '', url = '', headers } = request
  const sent = Object.entries(headers).filter(([name]) => !['host', 'connection'].includes(name))
  const answer = await fetch(bench.standIn.url + url, {
    method,
    headers: sent as [string, string][],
    ...(method !== 'GET' && { body: Buffer.concat(chunks) }),
  })
  const text = await answer.text()
  if (attack && url.startsWith(attack.path)) attack.by(response, text)
  else response.writeHead(answer.status, { 'content-type': 'application/json' }).end(text)
}

/** Responds with the truth and with five megabytes that mean nothing. */
function pad(response: ServerResponse, truth: string): void {
  response.end(truth.replace('{', `{"more":"${'x'.repeat(5 * MEGABYTE)}",`))
}

function listen(server: Server): Promise<void> {
  return new Promise((resolve) => void server.listen(0, '127.0.0.1', resolve))
}

function urlOf(server: Server): string {
  const address = server.address()
  if (typeof address !== 'object' || !address) return expect.unreachable()
  return `http://127.0.0.1:${address.port}`
}
