import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { oneRow, sql } from '../../src/db/mod.ts'
import { findImportRow } from '../../src/imports/import-rows.ts'
import {
  findImport,
  type ImportResult,
  importCodes,
  type ImportSource,
  readReport,
  resumeImport,
  type StockImport,
} from '../../src/imports/mod.ts'
import {
  bytesOf,
  fixedProduct,
  gate,
  names,
  NOON,
  openFixture,
  type Fixture,
} from '../inventory/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { refusalOf } from '../support/refusal.ts'

const IMPORT = '018f3b2e-0000-7000-8000-000000000001'
const HEADER = 'faceValue,giftCardNumber'

let fixture: Fixture
let productId: number
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())
beforeEach(() => {
  productId = fixture.nextProductId()
})

/** Three parts of long lines: new codes, repeated ones, and some that are refused. */
function largeFile(): string {
  const url = `https://codes.example.com/${'x'.repeat(32)}`
  const lines = names('LARGE', 9_000).map((name, at) => {
    if (at % 1_000 === 17) return `10,${url},=refused`
    return `10,${url},${at % 1_800 === 44 ? '"LARGE-1"' : name}`
  })
  return `${['faceValue,redemptionUrl,giftCardNumber', ...lines].join('\n')}\n`
}

const source = (csv: ImportSource['csv'], onChunk?: ImportSource['onChunk']): ImportSource => ({
  product: fixedProduct(productId),
  csv,
  ...(onChunk && { onChunk }),
})
const begin = (csv: ImportSource['csv'], onChunk?: ImportSource['onChunk']) =>
  importCodes(fixture, { actor: 'test', importId: IMPORT }, source(csv, onChunk))
const resume = (csv: ImportSource['csv']) => resumeImport(fixture, IMPORT, source(csv))
const state = (): Promise<StockImport> =>
  findImport(fixture.db, { productId, importId: IMPORT }, fixture.clock.now())

/** Resolves once the progress of the import is more than `bytes` bytes. */
async function untilRead(bytes: number): Promise<void> {
  await eventually(async () => expect((await state()).bytes).toBeGreaterThan(bytes))
}

/** Returns the epoch of the present run: the next run has another one. */
async function epochNow(): Promise<bigint> {
  const { epoch } = await oneRow(fixture.db, findImportRow({ productId, importId: IMPORT }))
  return epoch
}

async function* abortedAfter(text: string, bytes: number): AsyncGenerator<Buffer> {
  yield Buffer.from(text).subarray(0, bytes)
  throw new Error('aborted')
}

async function reportText(): Promise<string> {
  const parts: string[] = []
  for await (const part of readReport(fixture.db, { productId, importId: IMPORT })) parts.push(part)
  return parts.join('')
}

test('an import that was interrupted twice returns what an uninterrupted one does', async () => {
  const text = largeFile()
  const whole = await begin(bytesOf(text))
  const report = await reportText()
  productId = fixture.nextProductId()

  await expect(begin(abortedAfter(text, 400_000))).rejects.toThrow('aborted')
  const first = await state()
  await expect(resume(abortedAfter(text, 600_001))).rejects.toThrow('aborted')
  const second = await state()
  const resumed = await resume(bytesOf(text))

  expect(first).toMatchObject({ state: 'INTERRUPTED', endedAt: NOON })
  expect(first.imported).toBeGreaterThan(2_000)
  expect(second.imported).toBeGreaterThan(first.imported)
  expect(resumed).toEqual({ ...whole })
  expect(resumed).toMatchObject({ imported: 8_986, duplicates: 5, rejectedCount: 9 })
  expect(await reportText()).toBe(report)
  expect(await fixture.freeAfterAudit(productId)).toBe(8_986)
  expect(await state()).toMatchObject({
    state: 'DONE',
    lines: 9_001,
    bytes: Buffer.byteLength(text),
  })
})

test('an import that is done returns the same again and imports nothing', async () => {
  const text = `${HEADER}\n10,A\n10,A\n`
  const done = await begin(bytesOf(text))

  expect(await resume(bytesOf(text))).toEqual(done)
  expect(await refusalOf(resume(bytesOf(`${text}10,B\n`)))).toMatchObject({
    kind: 'state_conflict',
    message: expect.stringContaining('is done'),
  })
  expect(await state()).toMatchObject({ state: 'DONE', imported: 1, duplicates: 1 })
  expect(await fixture.freeAfterAudit(productId)).toBe(1)
})

test('400 invalid_request: more records than an import may have, over all its runs', async () => {
  const faulty = `${HEADER}\n10,A\n10,"B"x\n`
  expect((await refusalOf(begin(bytesOf(faulty)))).kind).toBe('invalid_request')
  await fixture.db.rows(
    sql`update stock_imports set rejected = 999998 where product_id = ${productId}`,
  )

  const refusal = await refusalOf(resume(bytesOf(`${HEADER}\n10,A\n\n10,LAST\n10,MORE\n`)))

  expect(refusal.message).toMatch(/^line 5 is beyond the 1000000 records .* 2 imported/)
  expect(await fixture.freeAfterAudit(productId)).toBe(2)
})

test.each([
  ['another beginning', (text: string) => text.replace('LARGE-3\n', 'LARGE-X\n')],
  ['an end before the place', (text: string) => text.slice(0, 1_000)],
])('state_conflict: an import is not resumed with a file with %s', async (_, other) => {
  const text = largeFile()
  await expect(begin(abortedAfter(text, 400_000))).rejects.toThrow('aborted')
  const { imported } = await state()

  expect((await refusalOf(resume(bytesOf(other(text))))).kind).toBe('state_conflict')
  expect(await state()).toMatchObject({ state: 'INTERRUPTED', imported })
})

test('an import is resumed with a file that was corrected after what was read', async () => {
  const refusal = await refusalOf(begin(bytesOf(`${HEADER}\n10,A\n10,"B"x\n10,C\n`)))
  const failed = await state()

  expect(refusal.message).toMatch(/^line 3 .* 1 imported, 0 duplicates, 0 rejected/)
  expect(failed).toMatchObject({ state: 'FAILED', failure: expect.stringMatching(/^line 3 has/) })
  expect(await resume(bytesOf(`${HEADER}\n10,A\n10,"B"\n10,C\n`))).toMatchObject({
    imported: 3,
    duplicates: 0,
  })
})

test('state_conflict: a run that was taken over stores nothing more', async () => {
  const text = largeFile()
  const bytes = Buffer.from(text)
  let calls = 0
  let resumed: Promise<ImportResult> | undefined
  /** Yields the file; its last part only once another run has taken the import over. */
  async function* slowly(): AsyncGenerator<Buffer> {
    const own = await epochNow()
    yield bytes.subarray(0, 600_000)
    await eventually(async () => expect(await epochNow()).not.toBe(own))
    yield bytes.subarray(600_000)
  }
  const first = begin(slowly(), async () => {
    calls += 1
    // The chunk under way is stored: the run that takes the import over waits for it.
    if (calls === 2) resumed = resume(bytesOf(text))
    await Promise.resolve()
  })

  expect((await refusalOf(first)).message).toContain('another run has taken')
  expect(await resumed).toMatchObject({ imported: 8_986, duplicates: 5, rejectedCount: 9 })
  expect(await fixture.freeAfterAudit(productId)).toBe(8_986)
})

test('a dry run counts what an import would do, over the whole file, and stores no code', async () => {
  await fixture.stockUp(productId, ['LARGE-2', 'large-3'])
  const text = largeFile()
  const options = { actor: 'test', importId: IMPORT, isDryRun: true }

  const dry = await importCodes(fixture, options, source(bytesOf(text)))
  const report = await reportText()

  expect(dry).toMatchObject({ imported: 8_984, duplicates: 7, rejectedCount: 9 })
  expect(report.split('\n').slice(0, 3)).toEqual([
    'line,outcome,reason',
    expect.stringMatching(/^3,duplicate,/),
    expect.stringMatching(/^4,duplicate,/),
  ])
  expect(report.split('\n')).toHaveLength(1 + 16 + 1)
  expect(await fixture.freeAfterAudit(productId)).toBe(2)
  expect((await refusalOf(resume(bytesOf(text)))).message).toContain('dry run')
  const real = await importCodes(fixture, { actor: 'test' }, source(bytesOf(text)))
  expect(real).toMatchObject({ imported: 8_984, duplicates: 7, rejectedCount: 9 })
})

test('not_found for an unknown id, state_conflict for a new import with a known one', async () => {
  expect((await refusalOf(resume(bytesOf(HEADER)))).kind).toBe('not_found')
  await begin(bytesOf(`${HEADER}\n10,A`))
  expect((await refusalOf(begin(bytesOf(`${HEADER}\n10,B`)))).kind).toBe('state_conflict')
  expect(await fixture.freeAfterAudit(productId)).toBe(1)
})

test('a refused resume changes nothing and does not disturb a running run', async () => {
  const text = largeFile()
  const wrong = text.replace('LARGE-3\n', 'LARGE-X\n')
  const otherProductId = fixture.nextProductId()
  const refusals: string[] = []
  let calls = 0

  const answer = await begin(bytesOf(text), async () => {
    calls += 1
    if (calls !== 2) return
    const other = { ...source(bytesOf(text)), product: fixedProduct(otherProductId) }
    refusals.push((await refusalOf(resume(bytesOf(wrong)))).kind)
    refusals.push((await refusalOf(resumeImport(fixture, IMPORT, other))).kind)
  })
  const done = await state()
  refusals.push((await refusalOf(resume(bytesOf(wrong)))).kind)

  expect(refusals).toEqual(['state_conflict', 'not_found', 'state_conflict'])
  expect(answer).toMatchObject({ imported: 8_986, duplicates: 5, rejectedCount: 9 })
  expect(done.state).toBe('DONE')
  expect(await state()).toEqual(done)
})

test('a dry run cannot be resumed, and goes on', async () => {
  const text = Buffer.from(largeFile())
  const refusals: string[] = []
  async function* slowly(): AsyncGenerator<Buffer> {
    yield text.subarray(0, 600_000)
    await untilRead(0)
    refusals.push((await refusalOf(resume(bytesOf(text.toString())))).message)
    yield text.subarray(600_000)
  }
  const options = { actor: 'test', importId: IMPORT, isDryRun: true }

  const answer = await importCodes(fixture, options, source(slowly()))

  expect(refusals).toEqual([expect.stringContaining('dry run')])
  expect(answer).toMatchObject({ imported: 8_986, duplicates: 5, rejectedCount: 9 })
  expect((await state()).state).toBe('DONE')
})

test('a resume compares all bytes that were read before, and takes over a stalled run', async () => {
  const text = largeFile()
  const bytes = Buffer.from(text)
  const [hasMore, end] = [gate<void>(), gate<void>()]
  async function* stalling(): AsyncGenerator<Buffer> {
    yield bytes.subarray(0, 300_000)
    await hasMore.opened
    yield bytes.subarray(300_000, 600_000)
    await end.opened
    yield bytes.subarray(600_000)
  }
  async function* following(other: Buffer): AsyncGenerator<Buffer> {
    yield other.subarray(0, 100_000)
    hasMore.open()
    await untilRead(500_000)
    yield other.subarray(100_000)
  }
  const stalled = refusalOf(begin(stalling()))
  await untilRead(250_000)

  const wrong = Buffer.from(`${text.slice(0, 400_000)}X${text.slice(400_001)}`)
  const refusal = await refusalOf(resume(following(wrong)))
  const running = await state()
  const resumed = await resume(bytesOf(text))
  end.open()

  expect(refusal.kind).toBe('state_conflict')
  expect(running.state).toBe('RUNNING')
  expect(resumed).toMatchObject({ imported: 8_986, duplicates: 5, rejectedCount: 9 })
  expect((await stalled).message).toContain('another run has taken')
  expect(await fixture.freeAfterAudit(productId)).toBe(8_986)
})

test('an import without progress for minutes is shown as interrupted', async () => {
  let shown: StockImport | undefined
  await begin(bytesOf(`${HEADER}\n10,A`), async () => {
    const { clock, db } = fixture
    shown = await findImport(db, { productId, importId: IMPORT }, clock.now() + 121_000)
  })

  expect(shown?.state).toBe('INTERRUPTED')
  expect((await state()).state).toBe('DONE')
})
