import { expect, test } from 'vitest'
import { findCurrency, minorUnits, Refusal } from '../../src/core/mod.ts'
import { statementPdf, type Statement } from '../../src/movements/mod.ts'
import { TRANSFER_CODES } from '../../src/ledger/mod.ts'
import { pdfPages } from '../support/pdf-text.ts'

const USD = findCurrency('USD') ?? expect.unreachable()
const HEADING = {
  partnerId: 7,
  partnerName: 'Acme',
  isProvisional: false,
  isTest: false,
  issuer: { name: undefined },
  legal: undefined,
  printedAtMs: 0,
}

/** Returns a statement with one deposit of 10.00, in which `overrides` replaces figures. */
function aStatement(overrides: {
  count?: number
  sum?: bigint
  closing?: bigint
  balance?: bigint
  order?: { order_no: bigint; ordered_ms: number }
  account?: Statement['account']
}): Statement {
  const { count = 1, sum = 1_000n, closing = 1_000n, balance = 1_000n } = overrides
  const row = {
    transfer_no: 1n,
    code: TRANSFER_CODES.deposit,
    amount: 1_000n,
    at_ms: 0,
    reference: 'wire',
    is_debit: false,
    wallet_id: null,
    order_no: null,
    ordered_ms: null,
    case_id: null,
    deposit_no: null,
    discount: null,
    fee: null,
    ...overrides.order,
  }
  return {
    partnerId: 7,
    account: overrides.account ?? 'funds',
    currency: USD,
    fromMs: 0,
    beforeMs: 86_400_000,
    openingMinor: minorUnits(0n),
    sums: async () => ({
      closingMinor: minorUnits(closing),
      totals: [{ kind: 'deposit', count, sumMinor: minorUnits(sum) }],
    }),
    async *chunks() {
      yield [{ row, balanceMinor: balance }]
    },
  }
}

const print = async (overrides: Parameters<typeof aStatement>[0]) =>
  (await statementPdf(aStatement(overrides), HEADING).next()).value

test('a statement whose sums agree is printed', async () => {
  expect((await print({}))?.byteLength).toBeGreaterThan(1_000)
})

test('the money of links is a separate part, checked like the funds, and left out if there is none', async () => {
  const pagesWith = async (links: Statement) => {
    const heading = { ...HEADING, links }
    const { value: pdf } = await statementPdf(aStatement({}), heading).next()
    return (await pdfPages(pdf ?? expect.unreachable())).join()
  }
  const links = aStatement({ account: 'links' })
  expect(await pagesWith(links)).toContain('Set aside for links: movements')
  const noMoney = { closingMinor: minorUnits(0n), totals: [] }
  const empty = await pagesWith({ ...links, sums: () => Promise.resolve(noMoney) })
  expect(empty).not.toContain('Set aside')
  await expect(pagesWith(aStatement({ account: 'links', balance: 1n }))).rejects.toThrow('follow')
})

test('the id of an order stands in one line', async () => {
  const at = Date.parse('2026-11-29T12:00:00Z')
  const pdf = await print({ order: { order_no: 0x2f_9c4d_71a8n, ordered_ms: at } })
  const [page = ''] = await pdfPages(pdf ?? expect.unreachable())
  expect(page).toMatch(/ord_[0-9A-Z]{21,}/)
})

test.each([
  ['movements do not lead to the closing balance', { sum: 999n, closing: 999n }],
  ['totals by kind do not lead to closing', { sum: 1_001n }],
  ['does not follow the last', { balance: 999n }],
])('nothing is printed if %s', async (fault, overrides) => {
  await expect(print(overrides)).rejects.toThrow(fault)
})

test('a period with more movements than a PDF has is refused, with what to do', async () => {
  const refusal = await print({ count: 5_001 }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(Refusal)
  const { kind, extras } = refusal as Refusal
  expect(kind).toBe('invalid_parameters')
  expect(extras.details?.[0]?.message).toContain(
    'this period has 5001; choose a shorter one, or CSV',
  )
})
