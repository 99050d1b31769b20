import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import config from './vitest.config.js'

const area = process.env['MUTATION_AREA'] ?? 'ledger'

/** Runs short files first: the first failed test ends the run of a mutant. */
class ShortestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toReversed()
  }
}

/** Runs the tests of one area alone, for `npm run test:mutation`. */
export default defineConfig({
  test: {
    ...config.test,
    include: [`test/${area}/**/*.test.ts`],
    sequence: { sequencer: ShortestFirst },
  },
})
