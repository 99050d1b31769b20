import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROJECT } from '../../src/core/mod.ts'

const ASSETS = new URL('web/dist/assets/', PROJECT)
/** A rule of a layer, with the blocks in it. */
const LAYERED = /@layer [\w.-]+\{(?:[^{}]|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*\}/g
/** The class of a component of Mantine. */
const COMPONENT = /\.m_[0-9a-f]+/g

/** Returns the built styles with the names of their files; the file of every page comes first. */
function builtStyles(): [string, string][] {
  const names = readdirSync(ASSETS)
    .filter((name) => name.endsWith('.css'))
    .toSorted((one, other) => Number(other.startsWith('index')) - Number(one.startsWith('index')))
  return names.map((name) => [name, readFileSync(new URL(name, ASSETS), 'utf8')])
}

test('styles of components stand below those of the application, whichever are loaded first', () => {
  const styles = builtStyles()
  const all = styles.map(([, text]) => text).join('')
  expect(all.match(COMPONENT)).not.toBeNull()
  // The first mention of each layer gives their order.
  const layers = [...all.matchAll(/@layer ([^{;]+)/g)].flatMap(([, names = '']) => names.split(','))
  expect([...new Set(layers)]).toEqual(['base', 'mantine'])
  const unlayered = styles.map(([name, text]) => [
    name,
    text.replaceAll(LAYERED, '').match(COMPONENT) ?? [],
  ])
  expect(unlayered).toEqual(styles.map(([name]) => [name, []]))
})
