import { defineConfig } from 'vitest/config'
import config from './vitest.config.js'

const area = process.env['MUTATION_AREA'] ?? 'ledger'

/** Runs the tests of one area alone, for `npm run test:mutation`. */
export default defineConfig({
  test: { ...config.test, include: [`test/${area}/**/*.test.ts`] },
})
