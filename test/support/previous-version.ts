import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../..')

/** The commit of the previous version, whose processes run beside those of this version. */
export const PREVIOUS_VERSION = '443170b6fdb0d3fb7626293d6c840d229321dc86'

/** False if the checkout does not have this commit. */
export function hasPreviousVersion(): boolean {
  const { status } = git('cat-file', '-e', `${PREVIOUS_VERSION}^{commit}`)
  return status === 0
}

/** Builds the previous version, without the web application, and returns its folder. */
export function buildPreviousVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-previous-'))
  const archive = join(folder, 'source.tar')
  mustSucceed(git('archive', '--output', archive, PREVIOUS_VERSION))
  mustSucceed(spawnSync('tar', ['-xf', archive], { cwd: folder, encoding: 'utf8' }))
  linkPackages(folder)
  for (const part of [['sdk'], ['tsconfig.build.json', '--noCheck']]) {
    const compiler = join(PROJECT, 'node_modules/typescript/bin/tsc')
    mustSucceed(
      spawnSync(process.execPath, [compiler, '-p', ...part], { cwd: folder, encoding: 'utf8' }),
    )
  }
  return folder
}

/** The previous version uses the packages of this version, except its own SDK. */
function linkPackages(folder: string): void {
  const packages = join(folder, 'node_modules')
  mkdirSync(join(packages, '@tessera'), { recursive: true })
  for (const name of readdirSync(join(PROJECT, 'node_modules'))) {
    if (name === '@tessera') continue
    symlinkSync(join(PROJECT, 'node_modules', name), join(packages, name))
  }
  symlinkSync(join(folder, 'sdk'), join(packages, '@tessera/sdk'))
}

interface EndedProcess {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

function git(...args: string[]): EndedProcess {
  return spawnSync('git', args, { cwd: PROJECT, encoding: 'utf8' })
}

function mustSucceed({ status, stdout, stderr }: EndedProcess): void {
  if (status !== 0) throw new Error(stdout + stderr)
}
