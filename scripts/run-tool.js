import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** @typedef {{ ok: boolean, output: string }} Result */
/**
 * `env`: further variables of its environment.
 *
 * @typedef {{ quiet?: boolean, env?: Record<string, string> }} RunOptions
 */

/**
 * Runs a development tool of this project, in its root, to the end. Its output goes to the
 * terminal, or into the result if it is `quiet`.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @param {RunOptions & { folder?: string }} [options] `folder`: where its package is installed
 * @returns {Promise<Result>}
 */
export function runTool(name, args, { folder = '.', ...options } = {}) {
  return runNode([join(ROOT, folder, 'node_modules/.bin', name), ...args], options)
}

/**
 * Runs npm: the one that runs this script, if one does.
 *
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Result>}
 */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath
  return npm?.endsWith('npm-cli.js') ? runNode([npm, ...args], options) : run('npm', args, options)
}

/**
 * Runs a script of this project.
 *
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export function runNode(args, options) {
  return run(process.execPath, args, options)
}

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<Result>}
 */
async function run(file, args, { quiet = false, env } = {}) {
  const stdio = quiet ? 'pipe' : 'inherit'
  const child = spawn(file, args, {
    cwd: ROOT,
    stdio: ['inherit', stdio, stdio],
    env: { ...process.env, ...env },
  })
  /** @type {Buffer[]} */
  const chunks = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (it) => chunks.push(it))
  try {
    const [status] = await once(child, 'close')
    return { ok: status === 0, output: Buffer.concat(chunks).toString() }
  } catch (error) {
    return { ok: false, output: String(error) }
  }
}
