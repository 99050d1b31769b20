import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inject } from 'vitest'
import { withClient } from './with-client.ts'

const PROJECT = join(import.meta.dirname, '../..')
const BUILD = `
  import { build } from './scripts/build.js'
  const { ok, output } = await build({ quiet: true })
  if (!ok) throw new Error(output)`
/** The number of the advisory lock that a test worker holds while it builds. */
const LOCK = 1

let built: Promise<void> | undefined

/** Compiles `src/` to `dist/` if that is out of date; once in each test worker. */
export function ensureBuilt(): Promise<void> {
  return (built ??= build())
}

function build(): Promise<void> {
  return withClient(inject('postgres'), async (client) => {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', BUILD],
      // With the NODE_ENV of tests, the web application would be built for development.
      { cwd: PROJECT, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
    )
    if (status !== 0) throw new Error(stderr)
  })
}
