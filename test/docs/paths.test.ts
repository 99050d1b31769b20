import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT, readPage } from './markdown.ts'

const PAGES = [
  ...readdirSync(PROJECT).filter((name) => name.endsWith('.md')),
  ...readdirSync(join(PROJECT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]

/** A path of a file in code marks, without a placeholder or a star. */
const FILE = /`((?:[\w.-]+\/)+[\w.-]+\.(?:ts|js|cjs|sql|md|json))`/g
const LINK = /\]\((?!https?:|#|\/docs)([^)#]+)(?:#[^)]*)?\)/g

test.each(PAGES)('%s names only files that exist', (page) => {
  const text = readPage(page)
  const named = Array.from(text.matchAll(FILE), ([, path = '']) => path)
  const linked = Array.from(text.matchAll(LINK), ([, path = '']) => join(dirname(page), path))

  const missing = [
    ...named.filter((path) => !exists(path) && !exists(`src/${path}`)),
    ...linked.filter((path) => !exists(path)),
  ]

  expect(missing).toEqual([])
})

function exists(path: string): boolean {
  return existsSync(join(PROJECT, path))
}
