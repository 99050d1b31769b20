import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run-tool.js'

/**
 * Runs tests with their output on the terminal, and counts them. A failed run counts at least one
 * failure, even if no test failed.
 *
 * @param {{ files?: readonly string[], config?: string }} [options]
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runTests({ files = [], config = 'vitest.config.ts' } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-report-'))
  const report = join(dir, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const { ok } = await runTool('vitest', ['run', '--config', config, ...reporters, ...files])
    const { passed, failed } = countIn(report)
    return { passed, failed: ok ? failed : Math.max(failed, 1) }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/**
 * A file that could not be loaded counts as one failure.
 *
 * @param {string} report
 */
function countIn(report) {
  try {
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const unloaded = testResults.filter(
      (file) => file.status === 'failed' && file.assertionResults.length === 0,
    )
    return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
