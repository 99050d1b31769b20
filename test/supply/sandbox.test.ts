import { expect, test } from 'vitest'
import type { IssueOutcome, IssueRequest, Supplier } from '../../src/supply/mod.ts'
import { createSandbox } from '../../src/supply/sandbox.ts'
import { batch } from '../inventory/fixture.ts'

const start = (pause = (): Promise<void> => Promise.resolve()): Supplier =>
  createSandbox({ redemptionBaseUrl: 'https://redeem.test', pause })

const requestWith = (
  settings: Record<string, unknown>,
  more: Partial<IssueRequest> = {},
): IssueRequest => batch(1, 5, { settings, quantity: 2, ...more })

function codesOf(outcome: IssueOutcome | undefined): unknown[] {
  if (outcome?.outcome !== 'issued') expect.unreachable(`was ${outcome?.outcome}`)
  return outcome.goods.flatMap((goods) => ('codes' in goods ? goods.codes : []))
}

test('a key gets the same codes after a restart; other keys and units get other codes', async () => {
  const requests = [
    batch(1, 5, { quantity: 3 }),
    batch(1, 5, { batchNo: 2, quantity: 3 }),
    batch(1, 6, { quantity: 3 }),
    batch(1, 5, { partnerId: 2, quantity: 3 }),
  ]

  const first = (await start().issue(requests)).map(codesOf)
  const again = (await start().issue(requests)).map(codesOf)

  expect(again).toEqual(first)
  expect(new Set(first.flat().map((code) => JSON.stringify(code))).size).toBe(12)
})

test('a gift card has a number, a PIN, a barcode and a URL', async () => {
  const [outcome] = await start().issue([requestWith({})])

  expect(codesOf(outcome)[0]).toEqual({
    giftCardNumber: expect.stringMatching(/^SANDBOX(-[0-9A-Z]{5}){4}$/),
    giftCardPin: expect.stringMatching(/^\d{4}$/),
    barCodeNumber: expect.stringMatching(/^\d{12}$/),
    redemptionUrl: expect.stringMatching(/^https:\/\/redeem\.test\/SANDBOX-/),
  })
})

test('a delivery to a recipient is a receipt: a confirmation number and nothing else', async () => {
  const [outcome] = await start().issue([requestWith({}, { recipient: { phone: '+41790000000' } })])

  expect(codesOf(outcome)[0]).toEqual({
    giftCardNumber: expect.stringMatching(/^SANDBOX-/),
    giftCardPin: '',
    barCodeNumber: '',
    redemptionUrl: '',
  })
})

test('an unknown outcome is found by lookUp after a restart, and was issued', async () => {
  const request = requestWith({ outcome: 'unknown' })
  const [lost] = await start().issue([request])

  const [found] = await start().lookUp([request])
  const [plain] = await start().issue([requestWith({})])

  expect(lost).toMatchObject({ outcome: 'unknown' })
  expect(codesOf(found)).toEqual(codesOf(plain))
})

test.each(['out_of_stock', 'refused', 'unfunded'])(
  '%s is the outcome of the issue and of the look-up',
  async (as) => {
    const request = requestWith({ outcome: as })

    expect(await start().issue([request])).toMatchObject([{ outcome: as }])
    expect(await start().lookUp([request])).toMatchObject([{ outcome: as }])
  },
)

test.each([
  [{ outcome: 'pending' }, 3],
  [{ outcome: 'pending', delayMs: 1_001 }, 2],
  [{ outcome: 'pending', delayMs: 1e9 }, 60],
])('%j is looked up after %i seconds, and is issued by then', async (settings, seconds) => {
  const [pending] = await start().issue([requestWith(settings)])
  const [found] = await start().lookUp([requestWith(settings)])
  const [plain] = await start().issue([requestWith({})])

  expect(pending).toEqual({ outcome: 'pending', askAgainInSeconds: seconds })
  expect(codesOf(found)).toEqual(codesOf(plain))
})

test('an unknown outcome in the settings is refused, and the reason lists the valid ones', async () => {
  expect(await start().issue([requestWith({ outcome: 'lost' })])).toMatchObject([
    { outcome: 'refused', reason: expect.stringContaining('out_of_stock') },
  ])
})

test.each([
  [{ outcome: 'slow' }, [3_000]],
  [{ outcome: 'slow', delayMs: 20 }, [20]],
  [{ outcome: 'slow', delayMs: 1e9 }, [60_000]],
  [{ outcome: 'slow', delayMs: -1 }, [3_000]],
  [{ outcome: 'slow', delayMs: '5' }, [3_000]],
  [{ outcome: 'issued', delayMs: 20 }, []],
])('%j waits for %j ms and then issues', async (settings, waits) => {
  const waited: number[] = []
  const sandbox = createSandbox({
    redemptionBaseUrl: 'https://redeem.test',
    pause: (ms) => Promise.resolve(waited.push(ms)),
  })

  const outcomes = await sandbox.issue([requestWith(settings)])

  expect(waited).toEqual(waits)
  expect(outcomes).toMatchObject([{ outcome: 'issued' }])
})
