import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { register } from 'tsx/esm/api'

// Plants each fault of test/worlds/planted/faults.ts in a copy of the sources, one at a time, and
// tells how long random histories take to find it. `npm run test:planted -- <seed> <name>`.

register()
const { FAULTS } = await import('../test/worlds/planted/faults.ts')

const ROOT = join(import.meta.dirname, '..')
const SECONDS_MAX = 600
const [seed = '1', name = ''] = process.argv.slice(2)

const copy = mkdtempSync(join(tmpdir(), 'tessera-planted-'))
for (const part of ['src', 'test', 'sdk', 'package.json', 'tsconfig.json']) {
  cpSync(join(ROOT, part), join(copy, part), { recursive: true })
}
symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))

let missed = 0
try {
  for (const fault of FAULTS.filter((one) => one.name.includes(name))) {
    const file = join(copy, fault.file)
    const text = readFileSync(file, 'utf8')
    if (text.split(fault.right).length !== 2) throw new Error(`${fault.name}: no place to plant it`)
    writeFileSync(
      file,
      text.replace(fault.right, () => fault.wrong),
    )
    const args = ['--import', 'tsx', 'test/worlds/planted/find.ts', seed, String(SECONDS_MAX)]
    const run = spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8' })
    writeFileSync(file, text)
    if (run.status !== 0) throw new Error(`${fault.name}: ${run.stderr}`)
    const { acts, seconds, disagreement } = JSON.parse(run.stdout)
    if (acts === undefined) missed += 1
    const found = acts === undefined ? 'NOT FOUND' : `${seconds} s, ${acts} acts`
    console.log(`| ${fault.name} | ${found} | ${disagreement.slice(0, 60)} |`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.exitCode = missed > 0 ? 1 : 0
