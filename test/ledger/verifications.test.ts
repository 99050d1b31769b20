import { afterEach, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { transact } from '../../src/db/mod.ts'
import {
  findVerification,
  listVerifications,
  Verifications,
  type Comparisons,
} from '../../src/ledger/mod.ts'
import type { VerificationRow } from '../../src/ledger/verification-rows.ts'
import { eventually } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'
import {
  endLedgerFixture,
  moves,
  newLedger,
  put,
  startLedgerFixture,
  type LedgerFixture,
} from './fixture.ts'

let fixture: LedgerFixture
let faults: unknown[]

beforeEach(async () => {
  fixture = await startLedgerFixture()
  faults = []
  await newLedger(fixture.db).submit(moves, fixture.partnerId, put(10n))
})
afterEach(() => endLedgerFixture(fixture))

/** The verifications of a process, whose seal changes nothing. */
function aProcess(compared: Comparisons = {}, clock = systemClock): Verifications {
  return new Verifications({
    db: fixture.db,
    clock,
    seal: { seal: (_partnerId, bytes) => bytes, open: (_id, bytes) => Promise.resolve(bytes) },
    compared,
    onFault: (error) => faults.push(error),
  })
}

function begin(process: Verifications, fromCheckpoint = false): Promise<VerificationRow> {
  return transact(fixture.db, (tx) => process.begin(tx, { actor: 'test', fromCheckpoint }))
}

async function runToEnd(process: Verifications, fromCheckpoint = false): Promise<VerificationRow> {
  const { verification_id: id } = await begin(process, fromCheckpoint).then((begun) => {
    process.run(begun)
    return begun
  })
  return eventually(async () => {
    const row = await findVerification(fixture.db, id)
    expect(row.state).not.toBe('RUNNING')
    return row
  })
}

test('a verification ends as DONE with what it found, and the next one uses its checkpoints', async () => {
  const process = aProcess()
  const first = await runToEnd(process)
  const second = await runToEnd(process, true)

  expect(first).toMatchObject({
    state: 'DONE',
    actor: 'test',
    from_checkpoint: false,
    phase: 'stock',
    partners_checked: 2,
    partners_total: 2,
    differences: [],
  })
  expect([Number(first.transfers), Number(second.transfers)]).toEqual([1, 0])
  const page = { page: 1, pageSize: 10 }
  const { rows, total } = await listVerifications(fixture.db, page)
  expect([rows.map((row) => row.verification_id), total]).toEqual([
    [second.verification_id, first.verification_id],
    2,
  ])
  expect(faults).toEqual([])
})

test('a verification that fails is INTERRUPTED, and its error is reported', async () => {
  const error = new Error('no such table')
  const { state, differences } = await runToEnd(aProcess({ compare: () => Promise.reject(error) }))

  expect([state, differences]).toEqual(['INTERRUPTED', null])
  await eventually(() => expect(faults).toEqual([error]))
})

test('a process that stops interrupts its verification, and that is not reported as a fault', async () => {
  const gate = new Gate()
  const process = aProcess({
    async compare(_db, _partnerId, { signal }) {
      await gate.passed()
      signal?.throwIfAborted()
      return { differences: [], lastFinalOrder: 0n }
    },
  })
  const verification = await begin(process)
  process.run(verification)
  const stopping = process.stop()
  gate.open()
  await stopping

  expect(await findVerification(fixture.db, verification.verification_id)).toMatchObject({
    state: 'INTERRUPTED',
  })
  expect(faults).toEqual([])
})

test('one verification runs at a time; a new one interrupts a verification whose lease has expired', async () => {
  let now = systemClock.now()
  const process = aProcess({}, { ...systemClock, now: () => now })
  const { verification_id: id } = await begin(process)
  await expect(begin(process)).rejects.toMatchObject({
    kind: 'state_conflict',
    message: `verification ${id} is running; one runs at a time`,
  })
  now += 15_000
  await expect(begin(process)).rejects.toMatchObject({ kind: 'state_conflict' })
  now += 1

  const { verification_id: next } = await begin(process)

  expect(next).not.toBe(id)
  expect(await findVerification(fixture.db, id)).toMatchObject({ state: 'INTERRUPTED' })
  await expect(
    findVerification(fixture.db, '0198c0de-0000-7000-8000-000000000001'),
  ).rejects.toMatchObject({ kind: 'not_found' })
})
