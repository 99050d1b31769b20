import { expect, test } from 'vitest'
import { projectText, sourceFiles } from './sources.ts'

const PAGE = 'ARCHITECTURE.md'
const BLOCK = /```mermaid\n[^]*?```/
const MODULE = /^src\/([^/]+)\//
const IMPORT = /(?:from |import\()'\.\.\/(?:\.\.\/)*([^/']+)\/[^']+'/g

type Graph = ReadonlyMap<string, ReadonlySet<string>>

// `npx vitest run test/architecture/module-graph.test.ts -u` draws the graph anew.
test('the graph of modules in ARCHITECTURE.md is the one of the imports', async () => {
  const page = projectText(PAGE)
  const graph = importsOfModules()

  const drawn = page.replace(BLOCK, () => `\`\`\`mermaid\n${mermaidOf(graph)}\n\`\`\``)

  expect(page).toMatch(BLOCK)
  expect(graph.get('orders')).toContain('ledger')
  await expect(drawn).toMatchFileSnapshot(`../../${PAGE}`)
})

/** Returns the modules below src/, each with those that it imports. */
function importsOfModules(): Graph {
  const graph = new Map<string, Set<string>>()
  const files = sourceFiles('src').flatMap(({ path, code }) => {
    const name = MODULE.exec(path)?.[1]
    return name === undefined ? [] : [{ name, code }]
  })
  for (const { name } of files) graph.set(name, new Set())
  for (const { name, code } of files) {
    for (const [, to = ''] of code.matchAll(IMPORT)) if (graph.has(to)) graph.get(name)?.add(to)
  }
  return new Map([...graph].toSorted(([one], [other]) => one.localeCompare(other)))
}

/** An edge that a longer path implies is left out, so that the layers show. */
function mermaidOf(graph: Graph): string {
  const edges = [...graph].flatMap(([from, imported]) =>
    [...imported]
      .filter((to) => ![...imported].some((via) => via !== to && reaches(graph, via, to)))
      .toSorted()
      .map((to) => `  ${from} --> ${to}`),
  )
  return ['graph TD', ...edges].join('\n')
}

function reaches(graph: Graph, from: string, to: string): boolean {
  const imported = [...(graph.get(from) ?? [])]
  return imported.some((next) => next === to || reaches(graph, next, to))
}
