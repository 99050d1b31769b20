import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runTool } from './run-tool.js'

/**
 * Runs the tests in view of the terminal and counts them. A run that failed has a failure, even
 * where no test is to blame.
 *
 * @param {readonly string[]} files
 * @returns {{ passed: number, failed: number }}
 */
export function runTests(files) {
  const dir = mkdtempSync(join(tmpdir(), 'tessera-report-'))
  const report = join(dir, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  try {
    const { ok } = runTool('vitest', ['run', ...reporters, ...files])
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
