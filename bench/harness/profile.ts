import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface ProfileNode {
  readonly id: number
  readonly callFrame: {
    readonly functionName: string
    readonly url: string
    readonly lineNumber: number
  }
  readonly children?: readonly number[]
}

interface Profile {
  readonly nodes: readonly ProfileNode[]
  readonly samples: readonly number[]
  readonly timeDeltas: readonly number[]
}

const LINES_MAX = 45
const IDLE = new Set(['(idle)', '(program)', '(root)'])

/**
 * Returns the CPU time of the service by functions and packages: the time spent in each itself, as
 * a share of the time that was not idle.
 */
export function profileSummary(dir: string): string {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.cpuprofile'))
    .map((name) => summarize(join(dir, name)))
    .join('\n')
}

function summarize(file: string): string {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const functions = new Map<string, number>()
  const places = new Map<string, number>()
  let busy = 0
  samples.forEach((id, at) => {
    const node = byId.get(id)
    if (!node || IDLE.has(node.callFrame.functionName)) return
    const micros = timeDeltas[at] ?? 0
    busy += micros
    const { functionName, url, lineNumber } = node.callFrame
    add(functions, `${functionName || '(anonymous)'} ${shortened(url)}:${lineNumber + 1}`, micros)
    add(places, placeOf(url, functionName), micros)
  })
  return [
    `${file}: busy ${(busy / 1e6).toFixed(2)} s`,
    top(places, busy),
    top(functions, busy),
  ].join('\n')
}

function add(sums: Map<string, number>, key: string, micros: number): void {
  sums.set(key, (sums.get(key) ?? 0) + micros)
}

function top(sums: ReadonlyMap<string, number>, busy: number): string {
  return [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, LINES_MAX)
    .map(([key, micros]) => `${((100 * micros) / busy).toFixed(1).padStart(6)} %  ${key}`)
    .join('\n')
}

function shortened(url: string): string {
  return url.replace(/^.*\/(node_modules|dist)\//, '')
}

/** Returns a package, a module of ours, a module of Node.js, or the garbage collector. */
function placeOf(url: string, functionName: string): string {
  const [, scoped] = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
  if (scoped !== undefined) return scoped
  const [, module] = /\/dist\/([^/]+)/.exec(url) ?? []
  if (module !== undefined) return `src/${module}`
  return url.startsWith('node:') ? url : functionName
}
