import { expect, test } from 'vitest'
import { readPage } from '../docs/markdown.ts'
import { OPERATIONS } from './document.ts'
import { pythonOperations, WRITTEN_BY_HAND } from './python-client.ts'

const FILE = 'sdk-python/tessera.py'
const GENERATED = /(?<=# Generated from docs\/openapi.json: begin\n)[^]*(?=# Generated from)/

test('the Python client has the types and methods of the OpenAPI document; -u writes them', async () => {
  const text = readPage(FILE).replace(GENERATED, () => `\n\n${pythonOperations()}\n\n\n`)
  await expect(text).toMatchFileSnapshot(`../../${FILE}`)
})

test('the Python client has a method for each operation of the document', () => {
  const text = pythonOperations()
  const missing = OPERATIONS.filter(({ id }) => !WRITTEN_BY_HAND.includes(id)).filter(
    ({ method, path }) => !text.includes(`\n        ${method} ${path}\n        """\n`),
  )
  expect(OPERATIONS.length).toBeGreaterThan(15)
  expect(missing).toEqual([])
})

test('lines of the Python client have at most 100 columns', () => {
  const long = readPage(FILE)
    .split('\n')
    .filter((line) => line.length > 100)
  expect(long).toEqual([])
})
