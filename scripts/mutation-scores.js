import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './run-tool.js'

const STATUSES = ['Killed', 'Timeout', 'Survived', 'NoCoverage']

/**
 * Prints the last scores of these areas, and of all of them together. 95 % of all samples of this
 * size lie within the margin.
 *
 * @param {readonly string[]} areas
 * @param {string} part
 */
export function printScores(areas, part) {
  const counted = areas.map((area) => countsOf(area, part)).filter((one) => one !== undefined)
  if (counted.length === 0) return
  const sums = STATUSES.map((_, at) => counted.reduce((sum, { counts }) => sum + counts[at], 0))
  const left = counted.reduce((sum, one) => sum + one.left, 0)
  const rows = [...counted, { area: 'together', counts: sums, left }]
  console.table(Object.fromEntries(rows.map((row) => [row.area, rowOf(row)])))
}

/**
 * @param {string} area
 * @param {string} part The sample, or '' for all mutants.
 */
function countsOf(area, part) {
  const name = part === '' ? area : `${area}-${part}`
  const report = join(ROOT, 'reports/mutation', `${name}.json`)
  if (!existsSync(report)) return undefined
  const { files } = JSON.parse(readFileSync(report, 'utf8'))
  const mutants = Object.values(files).flatMap((file) => file.mutants)
  const count = (status) => mutants.filter((mutant) => mutant.status === status).length
  return { area, counts: STATUSES.map(count), left: count('CompileError') }
}

/** @param {{ counts: number[], left: number }} row `left`: mutants that are not in the sample. */
function rowOf({ counts: [killed, timedOut, survived, uncovered], left }) {
  const tested = killed + timedOut + survived + uncovered
  const score = (killed + timedOut) / tested
  const margin = 1.96 * Math.sqrt((score * (1 - score) * left) / (tested * (tested + left)))
  return {
    tested,
    killed,
    'timed out': timedOut,
    survived,
    'no coverage': uncovered,
    score: left === 0 ? percent(score) : `${percent(score)} ± ${percent(margin)}`,
  }
}

/** @param {number} share */
function percent(share) {
  return (share * 100).toFixed(1)
}
