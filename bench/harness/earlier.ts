import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../..')
/** Written last, so that an interrupted build is repeated. */
const STAMP = '.built'

/**
 * Builds a commit by its own `npm ci` and `npm run build`, once, in `.cache/bench`. Returns the
 * directory. Throws if the history has no such commit, or it cannot be built.
 */
export function buildEarlier(commit: string): string {
  const id = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{commit}`)
  const directory = join(PROJECT, '.cache/bench', id)
  if (existsSync(join(directory, STAMP))) return directory
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  const archive = join(directory, 'sources.tar')
  git('archive', '--output', archive, id)
  const run = (program: string, ...args: string[]): void => {
    execFileSync(program, args, { cwd: directory, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  run('tar', '-xf', archive)
  rmSync(archive)
  run('npm', 'ci')
  run('npm', 'run', 'build')
  writeFileSync(join(directory, STAMP), '')
  return directory
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8' }).trim()
}
