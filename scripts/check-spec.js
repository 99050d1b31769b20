import { runTool } from './run-tool.js'

const SPEC = 'test/spec/group-commit.qnt'
/** Each planted fault was found within 60 histories, which take three seconds. */
const HISTORIES = '150'
const STEPS_MAX = '25'

/**
 * Runs histories of a spec, and checks its invariants after each step. Uses the simulator in
 * TypeScript, because the tool would have to download the other one.
 *
 * @param {string} [file] @param {string} [seed]
 */
export function checkSpec(file = SPEC, seed = '1') {
  const backend = ['--backend=typescript', '--verbosity=2', `--seed=${seed}`]
  const length = [`--max-samples=${HISTORIES}`, `--max-steps=${STEPS_MAX}`]
  return runTool('quint', ['run', ...backend, ...length, '--invariant=safe', file], { quiet: true })
}
