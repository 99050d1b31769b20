import { expect, onTestFinished, test } from 'vitest'
import { ADAPTERS, trySupplier } from '../../src/connectors/mod.ts'
import { SHOPS, startStandIn } from '../../src/stand-ins/mod.ts'

const { plugin } = ADAPTERS

test('a plug-in that fails at an unreadable request is not reported to refuse it', async () => {
  const findings = await tryPlugin({
    isGenuine: (raw, call, account) =>
      !JSON.stringify(call.body ?? '').includes('"ten"') &&
      plugin.isGenuine?.(raw, call, account) !== false,
  })

  const why = 'no answer that counts: its answer, 422, does not have our signature'
  expect(findings.filter(({ result }) => result === 'FAILED')).toEqual([
    {
      scenario: 'a face value that is not a number is refused',
      result: 'FAILED',
      detail: `it is unknown (${why}), and should be refused`,
    },
  ])
})

test('a listing that the mirror would leave out is named', async () => {
  const findings = await tryPlugin({
    readCatalog(answer, cursor) {
      const page = plugin.readCatalog(answer, cursor)
      return page && { ...page, listings: page.listings.slice(1) }
    },
  })

  const detail =
    'listings without what they need: 1, such as card; ' +
    'each has listing, currency, productType and faceValues, as texts'
  expect(findings).toEqual([{ scenario: 'the catalog is read', result: 'FAILED', detail }])
})

/** Tries the stand-in of a plug-in, with one of its responses altered. */
async function tryPlugin(overrides: Partial<typeof plugin>) {
  const standIn = await startStandIn(SHOPS.plugin.open())
  onTestFinished(() => standIn.close())
  const { url: baseUrl } = standIn
  const account = {
    environment: 'sandbox' as const,
    secrets: SHOPS.plugin.secrets,
    settings: {},
    baseUrl,
  }
  return trySupplier({ adapter: { ...plugin, ...overrides }, account, recipient: {} })
}
