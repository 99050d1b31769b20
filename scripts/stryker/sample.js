import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'

const percent = Number(process.env.MUTATION_SAMPLE ?? 100)
const from = Number(process.env.MUTATION_FROM ?? 0)

/**
 * Selects a share of the mutants, always the same ones. A larger sample contains each smaller one,
 * and samples that begin at different places have no mutant in common. Stryker counts the others as
 * errors, not in the score.
 */
class SampleChecker {
  static inject = []

  async init() {}

  async group(mutants) {
    return [mutants.map(({ id }) => id)]
  }

  async check(mutants) {
    const left = { status: 'compileError', reason: 'not in the sample' }
    const resultOf = (mutant) => (isInSample(mutant) ? { status: 'passed' } : left)
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, resultOf(mutant)]))
  }
}

function isInSample(mutant) {
  const at = percentOf(mutant) - from
  return at >= 0 && at < percent
}

/** A number from 0 up to 100 that a mutant keeps until its line moves. */
function percentOf({ fileName, location: { start }, mutatorName, replacement }) {
  const file = relative(process.cwd(), fileName)
  const name = [file, start.line, start.column, mutatorName, replacement].join(':')
  return (createHash('sha256').update(name).digest().readUInt32BE() / 2 ** 32) * 100
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)]
