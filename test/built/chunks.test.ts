import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { PROJECT } from '../docs/markdown.ts'
import { ensureBuilt } from '../support/built.ts'

const run = promisify(execFile)
const IMPORTS = join(import.meta.dirname, 'import-chunks.js')
/** These run as soon as they are imported, so other tests start them. */
const PROGRAMS = ['main.js', 'import-thread.js']

test('each built file can be imported by itself', async () => {
  await ensureBuilt()
  const dist = join(PROJECT, 'dist')
  const names = readdirSync(dist).filter((name) => name.endsWith('.js'))
  const chunks = names.filter((name) => !PROGRAMS.includes(name)).map((name) => join(dist, name))
  const directory = mkdtempSync(join(tmpdir(), 'tessera-chunks-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const broken = join(directory, 'broken.mjs')
  writeFileSync(broken, 'throw new Error("no polyfill")')

  const { stdout } = await run(process.execPath, [IMPORTS, ...chunks, broken])

  expect(chunks.length).toBeGreaterThan(50)
  const { faults, alone } = JSON.parse(stdout)
  expect(faults).toEqual(['broken.mjs: Error: no polyfill'])
  expect(alone).toBeGreaterThan(4)
})
