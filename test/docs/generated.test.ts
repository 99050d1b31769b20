import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectText, sourceFiles } from '../architecture/sources.ts'
import { codeOf, PROJECT, readPage, sectionOf, tableOf } from './markdown.ts'

const ROWS = tableOf(sectionOf(readPage('CONTRIBUTING.md'), 'Generated files')).flatMap(
  ([command, files = '']) =>
    files.split(', ').map((file) => ({
      file: codeOf(file.split(' (')[0]),
      isWhole: !file.includes(' ('),
      command: codeOf(command),
    })),
)
const WRITER = /^(test\/\S+)$/
const WRITES = /\.toMatchFileSnapshot\(/

test('the files that are generated as a whole are marked in .gitattributes', () => {
  const marked = projectText('.gitattributes').matchAll(/^\/(\S+) linguist-generated$/gm)
  const whole = ROWS.filter(({ isWhole }) => isWhole).map(({ file }) => file)

  expect(whole.length).toBeGreaterThan(10)
  expect(Array.from(marked, ([, file = '']) => file).toSorted()).toEqual(whole.toSorted())
})

test('each generated file exists, and so does the test that writes it', () => {
  const tests = ROWS.flatMap(({ command }) => WRITER.exec(command)?.[1] ?? [])

  const missing = [...ROWS.map(({ file }) => file), ...tests].filter(
    (path) => !existsSync(join(PROJECT, path)),
  )
  expect(missing).toEqual([])
})

test('the table names each test that writes files', () => {
  const writers = sourceFiles('test').filter(({ code }) => WRITES.test(code))
  const named = new Set(ROWS.flatMap(({ command }) => WRITER.exec(command)?.[1] ?? []))

  expect([...named].toSorted()).toEqual(writers.map(({ path }) => path).toSorted())
})
