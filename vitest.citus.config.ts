import { defineConfig } from 'vitest/config'
import config, { CITUS_TESTS } from './vitest.config.js'

/** Tests of what only one server has, or whose own statements Citus has no plan for. */
const OF_ONE_SERVER = [
  'each file is recorded once, with its audit entry in the same transaction',
  'the list of cases reads ranges of indexes',
  '503 while the database is away, and 200 once it is back',
  '503 with Retry-After in both families while the database is away',
]

const leftOut = config.test?.exclude?.filter((files) => files !== CITUS_TESTS) ?? []
// It tests one server that stands in for a cluster.
leftOut.push('test/archive/remove-distributed.test.ts')
if (process.env['TEST_CITUS_URL'] !== undefined) {
  process.stderr.write('A cluster is given: test/citus/faults.test.ts is left out\n')
  leftOut.push('test/citus/faults.test.ts')
}

/** Runs tests on databases of a Citus cluster, for `npm run test:citus`. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    exclude: leftOut,
    globalSetup: ['test/support/global-setup.ts', 'test/citus/global-setup.ts'],
    setupFiles: ['test/citus/use-cluster.ts'],
    testNamePattern: new RegExp(`^(?!.*(?:${OF_ONE_SERVER.join('|')}))`),
    // Each has sessions on three servers.
    maxWorkers: 2,
  },
})
