import { runTool } from './run-tool.js'

const SPEC = 'test/spec/group-commit.qnt'
/** Found each planted fault within 60 histories; they take three seconds. */
const HISTORIES = '150'
const STEPS_MAX = '25'

/**
 * Runs histories of a spec, and checks its invariants after each step. The simulator in TypeScript:
 * the other one is a program that the tool would download.
 *
 * @param {string} [file] @param {string} [seed]
 */
export function checkSpec(file = SPEC, seed = '1') {
  const backend = ['--backend=typescript', '--verbosity=2', `--seed=${seed}`]
  const length = [`--max-samples=${HISTORIES}`, `--max-steps=${STEPS_MAX}`]
  return runTool('quint', ['run', ...backend, ...length, '--invariant=safe', file], { quiet: true })
}
