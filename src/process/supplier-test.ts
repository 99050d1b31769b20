import { ADAPTERS, readBaseUrl, requireFields, trySupplier } from '../connectors/mod.ts'
import { MS_PER_HOUR } from '../core/mod.ts'

type Texts = Readonly<Record<string, string>>

/** `tessera supplier-test`: returns the result of each scenario, and whether all passed. */
export async function runSupplierTest(test: {
  readonly url: string
  readonly adapter: keyof typeof ADAPTERS
  readonly secrets: Texts
  readonly settings: Texts
  readonly recipient: Texts
  readonly listing: string | undefined
}) {
  const { url, secrets, settings, recipient, listing } = test
  const adapter = ADAPTERS[test.adapter]
  requireFields('secrets', adapter.manifest.secrets, secrets)
  requireFields('settings', adapter.manifest.account, settings)
  const account = {
    environment: 'sandbox',
    secrets,
    settings,
    baseUrl: readBaseUrl(url),
  } as const
  // Open sockets alone would not keep the process alive.
  const alive = setInterval(() => undefined, MS_PER_HOUR)
  const scenarios = await trySupplier({ adapter, account, recipient, listing }).finally(() =>
    clearInterval(alive),
  )
  return { isWell: scenarios.every(({ result }) => result !== 'FAILED'), scenarios }
}
