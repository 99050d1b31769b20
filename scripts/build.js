import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runNode, runTool } from './run-tool.js'

/**
 * @typedef {{
 *   sources: string[]
 *   made: [string, ...string[]]
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
    made: ['dist', 'sdk/dist', 'cli/dist'],
    steps: [
      ['tsc', ['-p', 'sdk']],
      ['vite', ['build', '--config', 'bundle.config.js', '--logLevel', 'warn']],
      ['vite', ['build', '--config', 'cli/vite.config.js', '--logLevel', 'warn']],
    ],
  },
  {
    sources: ['web/src', 'web/index.html', 'web/vite.config.ts', 'web/package.json'],
    made: ['web/dist'],
    steps: [['vite', ['build', 'web', '--logLevel', 'warn']]],
  },
  {
    sources: ['src', 'sdk/src', 'docs', 'CHANGELOG.md', 'scripts/render-docs.js'],
    made: ['site/dist'],
    steps: [['node', ['scripts/render-docs.js']]],
  },
]
/**
 * A file in the first folder of a part: the age of the sources of the build. It is written last.
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
async function buildPart({ sources, made, steps }, options) {
  const stamp = join(ROOT, made[0], STAMP)
  const newest = String(Math.max(...sources.map((name) => newestIn(join(ROOT, name)))))
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === newest) return { ok: true, output: '' }
  if (!options?.quiet) console.log(`Building ${made[0]}/`)
  for (const folder of made) rmSync(join(ROOT, folder), { recursive: true, force: true })
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
  const found = statSync(path)
  if (!found.isDirectory()) return found.mtimeMs
  const inside = readdirSync(path).map((name) => newestIn(join(path, name)))
  return Math.max(found.mtimeMs, ...inside)
}
