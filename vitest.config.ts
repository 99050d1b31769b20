import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { hasChromium } from './test/support/chromium.ts'
import { COMPILED } from './test/support/compiled-folder.ts'
import { compiledSources } from './test/support/compiled-sources.ts'
import { filesOutOfTurn } from './test/support/files-in-turn.ts'
import { isLong, isShort } from './test/support/length.ts'
import { hasPreviousVersion, PREVIOUS_VERSION } from './test/support/previous-version.ts'
import { SEED } from './test/support/turns.ts'

const IS_COMPILED = new RegExp(`^${COMPILED.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)}/`)

/** They need a cluster, which `npm run test:citus` has. */
export const CITUS_TESTS = 'test/citus/*.test.ts'

/** Tests of programs that are not installed. */
const leftOut: string[] = []

for (const [program, flag] of [
  ['haproxy', '-v'],
  ['nginx', '-v'],
  ['promtool', '--version'],
  ['systemd-analyze', '--version'],
] as const) {
  if (spawnSync(program, [flag]).status === 0) continue
  process.stderr.write(`${program} is not installed: test/deploy/${program}*.test.ts is left out\n`)
  leftOut.push(`test/deploy/${program}*.test.ts`)
}

const IS_RECENT = 'import sys; sys.exit(sys.version_info < (3, 9))'
const hasPython = spawnSync('python3', ['-c', IS_RECENT]).status === 0
if (!hasPython) {
  const files = 'test/sdk-python/{faults,quickstart,samples,session,webhook}.test.ts'
  process.stderr.write(`Python 3.9 is not installed: ${files} is left out\n`)
  leftOut.push(files)
}

if (!hasChromium()) {
  const files = 'test/**/*.browser.test.ts'
  process.stderr.write(`No Chromium, and no CHROME_PATH to another one: ${files} is left out\n`)
  leftOut.push(files)
}

for (const [runtime, name] of [
  ['deno', 'Deno'],
  ['bun', 'Bun'],
] as const) {
  if (spawnSync(runtime, ['--version']).status === 0) continue
  process.stderr.write(`${name} is not installed: test/sdk/${runtime}.test.ts is left out\n`)
  leftOut.push(`test/sdk/${runtime}.test.ts`)
}

leftOut.push(CITUS_TESTS)

// The processes of this run have the same turn, also after midnight.
process.env['TEST_SEED'] = String(SEED)
if (!isLong) process.stderr.write(`By turns: TEST_SEED=${SEED} runs the same tests again\n`)
if (isShort) leftOut.push(...filesOutOfTurn())

if (!isLong) leftOut.push('test/**/*.long.test.ts')
else if (!hasPreviousVersion()) {
  const file = 'test/faults/versions.long.test.ts'
  process.stderr.write(`The history has no ${PREVIOUS_VERSION}: ${file} is left out\n`)
  leftOut.push(file)
}

/**
 * Files that take longer than their sizes tell: they begin, in this order. Those that mostly wait
 * are not among them: several at once would leave the processors idle.
 */
const LONGEST = [
  'test/faults/in-turn',
  'test/faults/',
  '.browser.test.ts',
  'test/db/bundled-',
  'test/sdk',
  'test/conformance/bad-input/',
  'test/openapi/',
]

function rankOf({ moduleId }: TestSpecification): number {
  const rank = LONGEST.findIndex((part) => moduleId.includes(part))
  return rank === -1 ? LONGEST.length : rank
}

function sizeOf({ moduleId }: TestSpecification): number {
  return statSync(moduleId).size
}

/** No long file runs alone at the end, while the other processor has nothing to do. */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(
      files.toSorted((one, other) => rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one)),
    )
  }
}

export default defineConfig({
  plugins: [compiledSources()],
  // From its sources, so that a test needs no build.
  resolve: { alias: { '@tessera/sdk': join(import.meta.dirname, 'sdk/src/mod.ts') } },
  test: {
    include: ['test/**/*.test.ts'],
    exclude: leftOut,
    setupFiles: ['test/support/source-lines.ts', 'test/support/hurried-polls.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // Scavenges of the default 16 MB take more CPU time than those of a larger space.
    execArgv: ['--max-semi-space-size=64'],
    server: { deps: { external: [IS_COMPILED] } },
    // Vitest does not see which of them a test imports.
    forceRerunTriggers: ['**/src/**/*.ts'],
    // Files share the modules of their worker: importing them anew took a third of the run.
    isolate: false,
    // As long as a slow machine may need: a test that starts the service some times over takes
    // a minute on a busy one.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    restoreMocks: true,
    // A look that is right ends it.
    expect: { poll: { timeout: 60_000, interval: 10 } },
  },
})
