import { statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT, runNpm } from './run-tool.js'

/** npm writes it last: an install that was cut short lacks it. */
const INSTALLED = 'node_modules/.package-lock.json'

/**
 * Installs the packages of the lock file of a folder, unless they are installed. Not by `npm ci`,
 * which begins by removing all packages; with `--no-save` the versions are the same.
 *
 * @param {string} [folder] within the project; by default its root
 * @param {{ quiet?: boolean }} [options]
 */
export async function install(folder = '.', { quiet = false } = {}) {
  const lockFile = join(folder, 'package-lock.json')
  if (modifiedAt(join(folder, INSTALLED)) >= modifiedAt(lockFile)) return
  if (!quiet) console.log(`Installing the packages of ${lockFile}`)
  // The tools are development packages; no package of ours needs its install script.
  const args = [
    'install',
    '--prefix',
    folder,
    '--no-save',
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
  ]
  const { ok, output } = await runNpm([...args, '--no-audit', '--no-fund'], { quiet })
  if (!ok) {
    console.error(`${output}\nnpm could not install the packages; see above.`)
    process.exit(1)
  }
}

/** @param {string} file */
function modifiedAt(file) {
  return statSync(join(ROOT, file), { throwIfNoEntry: false })?.mtimeMs ?? 0
}
