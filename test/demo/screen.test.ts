import { existsSync, mkdtempSync, readFileSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { openScreen } from '../../src/process/demo-screen.ts'
import { createLog } from '../../src/http/mod.ts'
import { removeDirectory } from '../support/remove-directory.ts'

const ERASE = '\r\u001B[K'

function outputOf({ isTTY }: { isTTY: boolean }) {
  const written: string[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      written.push(String(chunk))
      done()
    },
  })
  return { stream: Object.assign(stream, { isTTY }) as never, text: () => written.join('') }
}

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tessera-screen-'))
  onTestFinished(() => removeDirectory(directory))
  return directory
}

test('at a terminal each step has one line, and the log is in a file for its owner', () => {
  const { stream, text } = outputOf({ isTTY: true })
  const dataDir = makeDirectory()
  const screen = openScreen(stream, { isLogShown: false })

  screen.show('day 1')
  screen.show('day 2')
  screen.done()
  screen.show('Service')
  screen.end()
  const path = join(dataDir, 'demo.log')
  createLog('info', screen.logOf(dataDir)).info('first')
  createLog('info', screen.logOf(dataDir)).info('second')

  const lines = text().split('\n')
  expect(lines).toHaveLength(3)
  const seconds = String(lines[0]).match(/ (\d+\.\d) s$/)?.[1]
  expect(lines[0]).toBe(`${ERASE}day 1 ...${ERASE}day 2 ...${ERASE}day 2, ${seconds} s`)
  expect(lines[1]).toBe(`${ERASE}Service ...`)
  expect(readFileSync(path, 'utf8')).toContain('"msg":"second"')
  expect(readFileSync(`${path}.1`, 'utf8')).toContain('"msg":"first"')
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

test.each([
  [{ isTTY: false }, { isLogShown: false }],
  [{ isTTY: true }, { isLogShown: true }],
])('without a terminal, or on demand, the log is the output: %j %j', (kind, options) => {
  const { stream, text } = outputOf(kind)
  const dataDir = makeDirectory()
  const screen = openScreen(stream, options)

  screen.show('PostgreSQL')
  screen.done()
  screen.end()

  expect(screen.logOf(dataDir)).toBeUndefined()
  expect(text()).toBe('')
  expect(existsSync(join(dataDir, 'demo.log'))).toBe(false)
})
