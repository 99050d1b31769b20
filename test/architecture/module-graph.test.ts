import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { expect, test } from 'vitest'
import { projectText } from './sources.ts'

const PAGE = 'ARCHITECTURE.md'
const BLOCK = /```mermaid\n[^]*?```/
const MODULE = /^src\/([^/]+)\/$/

type Graph = ReadonlyMap<string, ReadonlySet<string>>

// `npx vitest run test/architecture/module-graph.test.ts -u` draws the graph anew.
test('the graph of modules in ARCHITECTURE.md is the one of the imports', async () => {
  const page = projectText(PAGE)
  const graph = await importsOfModules()

  const drawn = page.replace(BLOCK, () => `\`\`\`mermaid\n${mermaidOf(graph)}\n\`\`\``)

  expect(page).toMatch(BLOCK)
  expect(graph.get('orders')).toContain('ledger')
  await expect(drawn).toMatchFileSnapshot(`../../${PAGE}`)
})

/** Returns the modules below src/, each with those that it imports. */
async function importsOfModules(): Promise<Graph> {
  const options = { collapse: '^src/[^/]+/', tsPreCompilationDeps: true, exclude: 'node_modules' }
  const { output } = (await cruise(['src'], options)) as { output: ICruiseResult }
  const entries = output.modules.flatMap(({ source, dependencies }) => {
    const name = MODULE.exec(source)?.[1]
    const imported = dependencies.flatMap(({ resolved }) => MODULE.exec(resolved)?.[1] ?? [])
    return name === undefined ? [] : [[name, new Set(imported)] as const]
  })
  return new Map(entries.toSorted(([one], [other]) => one.localeCompare(other)))
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
