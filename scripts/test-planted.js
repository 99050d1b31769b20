import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'
import { build } from './build.js'
import { install } from './install.js'

// Plants each fault of test/worlds/planted in a copy of the sources, one at a time, and
// says how long random histories take to find it. `npm run test:planted -- <seed> <name>`.

await install()
if (!(await build()).ok) throw new Error('Tessera could not be built; see above.')
register()
const { FAULTS } = await import('../test/worlds/planted/faults.ts')
const { CARD_FAULTS } = await import('../test/worlds/planted/card-faults.ts')
const { SIMULATION_FAULTS } = await import('../test/simulation/planted-faults.ts')

const ROOT = join(import.meta.dirname, '..')
const SECONDS_MAX = 600
const [seed = '1', name = ''] = process.argv.slice(2)

const copy = mkdtempSync(join(tmpdir(), 'tessera-planted-'))
const PARTS = ['src', 'test', 'sdk', 'migrations', 'docs', 'package.json', 'tsconfig.json']
const BUILT = ['bin', 'scripts', 'bundle.config.js', 'web/dist', 'site/dist']
for (const part of [...PARTS, ...BUILT, 'vitest.config.ts']) {
  cpSync(join(ROOT, part), join(copy, part), { recursive: true })
}
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

/** Runs histories of the deciders until one fails. */
function findByDeciders({ name: fault }) {
  const args = ['--import', 'tsx', 'test/worlds/planted/find.ts', seed, String(SECONDS_MAX)]
  const run = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
  if (run.status !== 0) throw new Error(`${fault}: ${run.stderr}`)
  const { isFound, seconds, disagreement } = JSON.parse(run.stdout)
  return isFound && `${seconds} s | ${disagreement.slice(0, 60)}`
}

/** Runs the histories of cards over HTTP, in their long form, until one fails. */
function findByCards() {
  const startedAt = performance.now()
  const file = ['test/worlds/http-histories.test.ts', '-t', 'merchants']
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', ...file]
  const seconds = () => Math.round((performance.now() - startedAt) / 1_000)
  for (let next = Number(seed); seconds() < SECONDS_MAX; next += 1) {
    const env = { ...process.env, TEST_SEED: String(next), TEST_LENGTH: 'long' }
    const run = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env })
    if (run.status === 0) continue
    const output = run.stderr + run.stdout
    // A disagreement of the books themselves counts, too.
    const [, disagreement = 'the proof of the cards fails'] =
      /(?:is not what it should be\n|"recomputed": )(.*)/.exec(output) ?? []
    return `${seconds()} s | ${disagreement.slice(0, 60)}`
  }
  return false
}

/** Builds the service, and plays histories of several processes until one fails. */
function findBySimulation({ name: fault }) {
  const vite = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--config']
  const built = spawnSync(process.execPath, [...vite, 'bundle.config.js'], {
    cwd: copy,
    encoding: 'utf8',
  })
  if (built.status !== 0) throw new Error(`${fault}: ${built.stderr}`)
  const startedAt = performance.now()
  const file = 'test/simulation/simulation.test.ts'
  const env = {
    ...process.env,
    SIMULATION_SEED: seed,
    SIMULATION_COUNT: '1000',
    SIMULATION_MINUTES: String(SECONDS_MAX / 60),
    SIMULATION_BUILT: 'yes',
    NO_COLOR: '1',
  }
  const args = [join(ROOT, 'node_modules/vitest/vitest.mjs'), 'run', file]
  const run = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env })
  const output = run.stderr + run.stdout
  // A cluster that did not start has played no history.
  if (run.status !== 0 && !/Tests .*\d failed/.test(output)) throw new Error(`${fault}: ${output}`)
  const seconds = Math.round((performance.now() - startedAt) / 1_000)
  // The message can have many lines.
  const [lines = output.slice(-600)] = /^.*Error.*: [^]{1,400}/m.exec(output) ?? []
  const thrown = lines.replaceAll(/\s+/g, ' ')
  const [, disagreement = thrown] = /^.*\+ {3,}"(.*)"/m.exec(output) ?? []
  const histories = (output.match(/^seed \d+:/gm) ?? []).length
  return run.status !== 0 && `${seconds} s, ${histories} histories | ${disagreement.slice(0, 400)}`
}

let missed = 0
try {
  const ways = [
    [FAULTS, findByDeciders],
    [CARD_FAULTS, findByCards],
    [SIMULATION_FAULTS, findBySimulation],
  ]
  for (const [faults, find] of ways) {
    for (const fault of faults.filter((one) => one.name.includes(name))) {
      const file = join(copy, fault.file)
      const text = readFileSync(file, 'utf8')
      if (text.split(fault.right).length !== 2) throw new Error(`${fault.name}: no place for it`)
      writeFileSync(
        file,
        text.replace(fault.right, () => fault.wrong),
      )
      const result = find(fault)
      writeFileSync(file, text)
      if (result === false) missed += 1
      console.log(`| ${fault.name} | ${result === false ? 'NOT FOUND |' : result} |`)
    }
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0
