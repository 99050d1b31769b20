import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { needsServer } from './test/support/needs-server.ts'
import config from './vitest.config.js'

const TESTS = join(import.meta.dirname, 'test')

const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => join(TESTS, name))

/** The tests that need no PostgreSQL, for `npm run check`. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: files.filter((file) => !needsServer(file)),
    globalSetup: [],
    // They do not wait, and each worker imports what it tests.
    maxWorkers: 2,
  },
})
