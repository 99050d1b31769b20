import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { Circuits, CIRCUIT_OPEN, OPEN_MS } from '../../src/fulfillment/circuits.ts'
import { listAttempts, listSupplierHealth } from '../../src/fulfillment/mod.ts'
import type { IssueOutcome, Supplier } from '../../src/supply/mod.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import { issuedCode } from '../support/by-hand.ts'
import { pauseBefore } from '../support/pause.ts'
import { Gate } from '../support/gate.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'

const ROUTE = { productId: 1, supplier: 'sandbox', account: 'main' }
const LOST: IssueOutcome = { outcome: 'unknown', reason: 'lost' }

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
})
afterEach(() => fixture.end())

function circuitsOf(db = fixture.db): Circuits {
  const { clock, faults } = fixture
  return new Circuits({ db, clock, onFault: (error) => faults.push(error) })
}

/** Makes calls that each have this outcome, and returns what the last call returned. */
async function ask(circuits: Circuits, outcome: IssueOutcome, times = 1): Promise<unknown> {
  let last: unknown
  for (let at = 0; at < times; at += 1) {
    const answer = await circuits.call(ROUTE, false, () => Promise.resolve([outcome]))
    last = answer === CIRCUIT_OPEN ? answer : answer[0]?.outcome
  }
  return last
}

async function alerts() {
  const { rows } = await listAlerts(fixture.db, { page: 1, pageSize: 10 })
  return rows.map((alert) => ({ ...alert, isOpen: alert.resolvedAt === undefined }))
}

async function health() {
  const page = { page: 1, pageSize: 10, now: fixture.clock.now() }
  return (await listSupplierHealth(fixture.db, page)).rows
}

test('a purchase that a rule of ours forbids opens no circuit', async () => {
  const circuits = circuitsOf()
  const unsent = { outcome: 'unavailable', reason: 'not on sale', isUnsent: true } as const
  expect(await ask(circuits, unsent, 6)).toBe('unavailable')
  await circuits.flush()
  expect(await health()).toEqual([])
  expect(await alerts()).toEqual([])
})

test('a circuit opens after five failed calls in a row; ten seconds later one call decides', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const circuits = circuitsOf()
  try {
    await ask(circuits, LOST, 4)
    await ask(circuits, issuedCode())
    expect(await ask(circuits, LOST, 5)).toBe('unknown')
    expect(await ask(circuits, issuedCode())).toBe(CIRCUIT_OPEN)
    // The outcome of a batch is looked up at its supplier.
    const bound = await circuits.call(ROUTE, true, () => Promise.resolve([issuedCode()]))
    expect(bound).toEqual([issuedCode()])

    vi.setSystemTime(Date.now() + OPEN_MS)
    expect(await ask(circuits, LOST)).toBe('unknown')
    expect(await ask(circuits, issuedCode())).toBe(CIRCUIT_OPEN)
    vi.setSystemTime(Date.now() + OPEN_MS)
    expect(await ask(circuits, { outcome: 'refused', reason: 'no' })).toBe('refused')
    expect(await ask(circuits, issuedCode())).toBe('issued')
  } finally {
    vi.useRealTimers()
  }
  await circuits.flush()

  await expect.poll(health).toMatchObject([{ circuit: 'closed' }])
  expect(await health()).toMatchObject([{ ...ROUTE, answered: 3, failed: 10, lastFault: 'lost' }])
})

test('while one call decides about a half-open circuit, no other call is made', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const circuits = circuitsOf()
  try {
    await ask(circuits, LOST, 5)
    vi.setSystemTime(Date.now() + OPEN_MS)
    const gate = new Gate()
    const trying = circuits.call(ROUTE, false, async () => {
      await gate.passed()
      return [issuedCode()]
    })
    expect(await ask(circuits, issuedCode())).toBe(CIRCUIT_OPEN)
    const bound = await circuits.call(ROUTE, true, () => Promise.resolve([LOST]))
    expect(bound).toEqual([LOST])
    gate.open()
    await trying
    expect(await ask(circuits, issuedCode())).toBe('issued')
  } finally {
    vi.useRealTimers()
  }
})

test('a lookup may be the call that decides about an open circuit', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const circuits = circuitsOf()
  try {
    await ask(circuits, LOST, 5)
    vi.setSystemTime(Date.now() + OPEN_MS)
    await circuits.call(ROUTE, true, () => Promise.resolve([issuedCode()]))
    await ask(circuits, LOST)
    expect(await ask(circuits, issuedCode())).toBe('issued')
  } finally {
    vi.useRealTimers()
  }
})

test('a circuit that one process opens or closes is open or closed for the others', async () => {
  const [one, other] = [circuitsOf(), circuitsOf()]
  await ask(one, LOST, 5)
  await expect.poll(health).toMatchObject([{ circuit: 'open' }])

  await other.refresh()
  expect(await ask(other, issuedCode())).toBe(CIRCUIT_OPEN)
  await fixture.db.pool.query(
    `update supplier_health set circuit_state = 'closed', changed_at = clock_timestamp()`,
  )
  await one.refresh()
  await other.refresh()

  expect([await ask(one, issuedCode()), await ask(other, issuedCode())]).toEqual([
    'issued',
    'issued',
  ])
})

test('a refresh that finds an older row, or the same state, changes nothing', async () => {
  const circuits = circuitsOf()
  await ask(circuits, LOST, 4)
  await circuits.flush()
  await fixture.db.pool.query('update supplier_health set changed_at = clock_timestamp()')
  await circuits.refresh()
  await ask(circuits, LOST)
  expect(await ask(circuits, issuedCode())).toBe(CIRCUIT_OPEN)
  await expect.poll(health).toMatchObject([{ circuit: 'open' }])

  await fixture.db.pool.query(
    `update supplier_health
     set circuit_state = 'closed', changed_at = changed_at - interval '5 seconds'`,
  )
  await circuits.refresh()

  expect(await ask(circuits, issuedCode())).toBe(CIRCUIT_OPEN)
})

test('a refresh does not replace a circuit that this process is about to write', async () => {
  const slow = fixture.connectAgain()
  const pause = pauseBefore(slow, /circuit_since, changed_at/)
  const circuits = circuitsOf(slow)
  await fixture.db.pool.query(
    `insert into supplier_health (product_id, supplier, account, changed_at)
     values (1, 'sandbox', 'main', now())`,
  )
  await ask(circuits, LOST, 5)
  await pause.reached

  await circuits.refresh()

  expect(await ask(circuits, issuedCode())).toBe(CIRCUIT_OPEN)
  pause.resume()
  await expect.poll(health).toMatchObject([{ circuit: 'open' }])
})

test('a circuit that opens raises one alert, which is resolved when it closes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const [one, other] = [circuitsOf(), circuitsOf()]
  const alert = {
    kind: 'supplier_silent',
    subject: 'supplier:sandbox:main product:1',
    message: 'sandbox:main does not respond for product 1: lost',
  }
  try {
    await Promise.all([ask(one, LOST, 5), ask(other, LOST, 5)])
    await expect.poll(alerts).toMatchObject([{ ...alert, isOpen: true, count: 2 }])
    await one.flush()
    vi.setSystemTime(Date.now() + OPEN_MS)
    await ask(one, issuedCode())
    await expect.poll(alerts).toMatchObject([{ ...alert, isOpen: false }])

    await ask(one, LOST, 5)
    await expect.poll(alerts).toMatchObject([{ isOpen: true }, { isOpen: false }])
    vi.setSystemTime(Date.now() + 3_600_001)
    await one.flush()
    expect(await alerts()).toMatchObject([{ isOpen: false }, { isOpen: false }])
  } finally {
    vi.useRealTimers()
  }
})

test('while a circuit is open, orders go to the next supplier at once', async () => {
  await fixture.deposit(1_000)
  const { sandbox } = fixture.suppliers
  let calls = 0
  const lost: Supplier = {
    ...sandbox,
    isLocal: false,
    issue: () => {
      calls += 1
      return Promise.reject(new Error('no connection'))
    },
    lookUp: (requests) => Promise.resolve(requests.map(() => LOST)),
  }
  await fixture.product({
    supplier: undefined,
    suppliers: [{ supplier: 'sandbox' }, { supplier: 'generator' }],
  })
  fixture.worker(fixture, { ...fixture.suppliers, sandbox: lost })
  const bound = await fixture.place()
  // Calls are counted, not batches; lookups of the supplier count too.
  for (let more = 0; more < 4; more += 1) {
    const before = calls
    await fixture.place()
    await expect.poll(async () => calls > before || (await isOpen())).toBe(true)
  }
  await withoutBackoffs(fixture.db, expect.poll(isOpen).toBe(true))

  const order = await fixture.place()
  await fixture.reaches(order, 'COMPLETED')

  const logs = await listAttempts(fixture.db, order, [1])
  expect(logs.get(1)).toMatchObject([{ supplier: 'sandbox', outcome: 'unavailable' }])
  expect((await fixture.reaches(bound, 'PROCESSING')).status).toBe('PROCESSING')
})

async function isOpen(): Promise<boolean> {
  return (await health()).some(({ circuit }) => circuit !== 'closed')
}

test('a supplier that delivers other goods than bought opens the circuit without the alert of silence', async () => {
  const wrong: IssueOutcome = { outcome: 'unknown', reason: 'not what was bought', isAlerted: true }
  vi.useFakeTimers({ toFake: ['Date'] })
  const circuits = circuitsOf()
  try {
    await ask(circuits, wrong, 5)
    expect(await ask(circuits, issuedCode())).toBe(CIRCUIT_OPEN)
    await expect.poll(health).toMatchObject([{ circuit: 'open' }])
    expect(await alerts()).toEqual([])

    vi.setSystemTime(Date.now() + OPEN_MS)
    await ask(circuits, LOST)
    await expect.poll(alerts).toMatchObject([{ kind: 'supplier_silent', isOpen: true }])
    vi.setSystemTime(Date.now() + OPEN_MS)
    await ask(circuits, wrong)
    await expect.poll(alerts).toMatchObject([{ isOpen: false }])
  } finally {
    vi.useRealTimers()
  }
})

test('a failed call with a batch that got no response raises the alert of silence', async () => {
  const wrong: IssueOutcome = { outcome: 'unknown', reason: 'not what was bought', isAlerted: true }
  const circuits = circuitsOf()
  const both = (): Promise<IssueOutcome[]> => Promise.resolve([wrong, LOST])
  for (let call = 0; call < 5; call += 1) await circuits.call(ROUTE, false, both)

  await expect.poll(alerts).toMatchObject([{ kind: 'supplier_silent', isOpen: true }])
})
