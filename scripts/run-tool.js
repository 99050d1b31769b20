import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/**
 * Runs a development tool of this project, in its root, to the end. Its output goes to the
 * terminal, or into the answer when it is `quiet`.
 *
 * @param {string} name
 * @param {readonly string[]} args
 * @param {{ quiet?: boolean }} [options]
 * @returns {{ ok: boolean, output: string }}
 */
export function runTool(name, args, { quiet = false } = {}) {
  return runNode([join(ROOT, 'node_modules/.bin', name), ...args], quiet)
}

/**
 * npm, the one that runs us where one does.
 *
 * @param {readonly string[]} args
 */
export function runNpm(args) {
  const npm = process.env.npm_execpath
  if (npm?.endsWith('npm-cli.js')) return runNode([npm, ...args], false)
  return run('npm', args, false)
}

/**
 * @param {readonly string[]} args
 * @param {boolean} quiet
 */
function runNode(args, quiet) {
  return run(process.execPath, args, quiet)
}

/**
 * @param {string} file
 * @param {readonly string[]} args
 * @param {boolean} quiet
 */
function run(file, args, quiet) {
  const { status, stdout, stderr, error } = spawnSync(file, args, {
    cwd: ROOT,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  const output = [stdout, stderr, error?.message].filter(Boolean).join('')
  return { ok: status === 0, output }
}
