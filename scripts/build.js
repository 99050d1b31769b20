import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runNode, runTool } from './run-tool.js'

/**
 * @typedef {{
 *   sources: string[]
 *   outputs: [string, ...string[]]
 *   steps: [string, string[]][]
 * }} Part
 */

/**
 * The SDK, the service in few files, the command line of partners, the web application and the
 * documentation. The types of the service are checked by `npm test`, not here.
 *
 * @type {readonly Part[]}
 */
const PARTS = [
  {
    sources: [
      'src',
      'sdk/src',
      'sdk/tsconfig.json',
      'tsconfig.json',
      'bundle.config.js',
      'cli/vite.config.js',
    ],
    outputs: ['dist', 'sdk/dist', 'cli/dist'],
    steps: [
      ['tsc', ['-p', 'sdk']],
      ['vite', ['build', '--config', 'bundle.config.js', '--logLevel', 'warn']],
      ['vite', ['build', '--config', 'cli/vite.config.js', '--logLevel', 'warn']],
    ],
  },
  {
    sources: ['web/src', 'web/index.html', 'web/vite.config.ts', 'web/package.json'],
    outputs: ['web/dist'],
    steps: [['vite', ['build', 'web', '--logLevel', 'warn']]],
  },
  {
    sources: ['src', 'sdk/src', 'docs', 'CHANGELOG.md', 'scripts/render-docs.js'],
    outputs: ['site/dist'],
    steps: [['node', ['scripts/render-docs.js']]],
  },
]
/**
 * A file in the first output folder of a part, written last: the newest modification time of the
 * sources of the build.
 */
const STAMP = '.built-from'

/**
 * Builds each part that is missing, incomplete or built from other sources.
 *
 * @param {{ quiet?: boolean }} [options]
 * @returns {Promise<import('./run-tool.js').Result>}
 */
export async function build(options) {
  const results = await Promise.all(PARTS.map((part) => buildPart(part, options)))
  return results.find(({ ok }) => !ok) ?? { ok: true, output: '' }
}

/**
 * @param {Part} part
 * @param {{ quiet?: boolean }} [options]
 * @returns {Promise<import('./run-tool.js').Result>}
 */
async function buildPart({ sources, outputs, steps }, options) {
  const stamp = join(ROOT, outputs[0], STAMP)
  const newest = String(Math.max(...sources.map((name) => newestIn(join(ROOT, name)))))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === newest) return { ok: true, output: '' }
  if (!options?.quiet) console.log(`Building ${outputs[0]}/`)
  for (const folder of outputs) rmSync(join(ROOT, folder), { recursive: true, force: true })
  for (const [tool, args] of steps) {
    const run = tool === 'node' ? runNode(args, options) : runTool(tool, args, options)
    const result = await run
    if (!result.ok) return result
  }
  writeFileSync(stamp, newest)
  return { ok: true, output: '' }
}

/**
 * The latest change in a file or directory; a removed file changes its directory.
 *
 * @param {string} path
 * @returns {number}
 */
function newestIn(path) {
  const entry = statSync(path)
  if (!entry.isDirectory()) return entry.mtimeMs
  const inside = readdirSync(path).map((name) => newestIn(join(path, name)))
  return Math.max(entry.mtimeMs, ...inside)
}
