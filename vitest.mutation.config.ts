import { statSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import config from './vitest.config.js'

const area = process.env['MUTATION_AREA'] ?? 'ledger'

function sizeOf({ moduleId }: TestSpecification): number {
  return statSync(moduleId).size
}

/** Runs small files first: the first failed test ends the run of a mutant. */
class SmallestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((left, right) => sizeOf(left) - sizeOf(right)))
  }
}

/** Runs the tests of one area alone, for `npm run test:mutation`. */
export default defineConfig({
  ...config,
  test: {
    ...config.test,
    include: [`test/${area}/**/*.test.ts`],
    sequence: { sequencer: SmallestFirst },
  },
})
