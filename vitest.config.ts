import { spawnSync } from 'node:child_process'
import { defineConfig } from 'vitest/config'

const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0
if (!hasHaproxy)
  process.stderr.write('HAProxy is not installed: test/docs/balancer.test.ts is left out\n')

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: hasHaproxy ? [] : ['test/docs/balancer.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Files share the modules of their worker: importing them anew took a third of the run.
    isolate: false,
    // As long as a slow machine may need: a test that starts the service some times over takes
    // a minute on a busy one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    // A look that is right ends it.
    expect: { poll: { timeout: 60_000, interval: 10 } },
  },
})
