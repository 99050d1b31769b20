import { availableParallelism } from 'node:os'
import { build } from './build.js'
import { checkCommits } from './check-commits.js'
import { runTool } from './run-tool.js'

const quiet = { quiet: true }
/**
 * The part of the linter that is written in Go collects garbage only at its memory limit. That
 * takes a sixth less CPU time than GOGC=400, whose heap is nearly as large.
 */
const lint = { ...quiet, env: { GOGC: 'off', GOMEMLIMIT: '4GiB' } }

/** The checks of `npm test` and `npm run check` beside the tests, the longest first. */
const CHECKS = [
  // The linter reports the errors of the compiler too: one program instead of two.
  { name: 'types, lint', run: () => runTool('oxlint', ['--type-aware', '--type-check'], lint) },
  { name: 'build', run: () => build(quiet) },
  { name: 'module order', run: () => runTool('depcruise', ['src', 'web/src', 'sdk/src'], quiet) },
  { name: 'unused code', run: () => runTool('knip', [], quiet) },
  { name: 'commits', run: checkCommits },
  { name: 'format', run: () => runTool('oxfmt', ['--check'], quiet) },
]

/**
 * Runs all checks, and prints one line for each and the output of those that failed.
 *
 * @param {number} [atOnce] by default the number of processors
 * @returns {Promise<number>} the number that failed
 */
export async function runChecks(atOnce = availableParallelism()) {
  const waiting = CHECKS.values()
  let failed = 0
  const worker = async () => {
    for (const { name, run } of waiting) {
      const { ok, output, note = 'ok' } = await run()
      console.log(`${name}: ${ok ? note : 'failed'}`)
      if (ok) continue
      console.log(output)
      failed += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return failed
}
