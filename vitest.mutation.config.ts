import { statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { needsServer } from './test/support/needs-server.ts'
import config from './vitest.config.js'

const area = process.env['MUTATION_AREA'] ?? 'ledger'

const ADMIN = 'test/conformance/admin-v1'
const V2 = 'test/conformance/v2'

/** Tests of an area that stand elsewhere, as they need the whole service. */
const FURTHER_TESTS: Record<string, string[]> = {
  ledger: [
    'test/consumers/{cached-books,joint-writes,unknown-wallets}.test.ts',
    'test/orders/spend-limits.test.ts',
    `${ADMIN}/ledger-{verifications,verify}.test.ts`,
    `${V2}/{credit,spend}-limits.test.ts`,
  ],
  orders: [
    'test/fulfillment/{held-orders,probes,unfunded}.test.ts',
    `${ADMIN}/{ledger-verify,order-search,orders,trace}.test.ts`,
    `${V2}/{client-reference,get-order,list-orders,quotes}.test.ts`,
    `${V2}/create-order-{answer,funds,idempotency,limits,pricing,recipient}.test.ts`,
    `${V2}/order-{cancelled,states}.test.ts`,
  ],
  fulfillment: [`${ADMIN}/{codes-find,trace}.test.ts`, `${V2}/{cases,fulfillments,items}.test.ts`],
  consumers: [
    'test/conformance/partner-v1/*.test.ts',
    `${ADMIN}/{campaigns,mails,operator-lists,wallet-status}.test.ts`,
    `${V2}/account-credit*.test.ts`,
  ],
  vault: [`${ADMIN}/keys.test.ts`],
}

/** Tests without a database come first, then those of the area; of each, small files first. */
function costOf({ moduleId }: TestSpecification): number {
  const isFurther = !moduleId.includes(`/test/${area}/`)
  const steps = (needsServer(moduleId) ? 1 : 0) + (isFurther ? 1 : 0)
  return steps * 1_000_000 + statSync(moduleId).size
}

/** The first failed test ends the run of a mutant. */
class CheapestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((left, right) => costOf(left) - costOf(right)))
  }
}

/** Runs the tests of one area alone, for `npm run test:mutation`. */
export default defineConfig({
  ...config,
  plugins: [],
  test: {
    ...config.test,
    include:
      area === 'histories'
        ? ['test/worlds/planted/mutants.ts']
        : [`test/${area}/**/*.test.ts`, ...(FURTHER_TESTS[area] ?? [])],
    setupFiles: ['test/support/drop-databases.ts'],
    // Stryker changes the sources, in a thread that takes no options: Vitest loads them.
    execArgv: [],
    server: {},
    sequence: { sequencer: CheapestFirst },
    // A test that waits in vain has found its mutant. In seconds, it costs no new PostgreSQL.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000, interval: 10 } },
  },
})
