import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeDirectory, tessera } from '../cli/fixture.ts'
import { commandsOf } from './commands.ts'
import { readPage } from './markdown.ts'

test('the commands of docs/operate/keys.md split the master key, and give it back', async () => {
  const directory = await makeDirectory()
  const key = randomBytes(32).toString('base64')
  const commands = commandsOf(readPage('docs/operate/keys.md'))
  const own = (word: string): string => {
    return word.endsWith('.txt') || word === 'data/master.key'
      ? join(directory, word.replace('/', '-'))
      : word
  }
  const [split = [], joined = [], ...others] = commands.map((words) => words.map(own))

  const { stdout, exitCode } = await tessera(split, { environment: { TESSERA_MASTER_KEY: key } })
  const shares = stdout.trim().split('\n')
  await Promise.all(
    shares.map((share, at) => writeFile(join(directory, `share-${at + 1}.txt`), `${share}\n`)),
  )

  expect([exitCode, shares.length, others]).toEqual([0, 5, []])
  expect(await tessera(joined)).toMatchObject({ exitCode: 0, stdout: '', stderr: '' })
  expect(await readFile(join(directory, 'data-master.key'), 'utf8')).toBe(`${key}\n`)
})
