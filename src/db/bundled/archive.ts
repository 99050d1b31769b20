import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { rethrowUnless } from './error-code.ts'
import { giveAway } from './copy-files.ts'
import { runProgram, type ServerUser } from './run-program.ts'
import type { Settings } from './settings.ts'

/** Where the bundled PostgreSQL archives its WAL, for restores to any second. */
export interface Archive {
  /** The directory of the backups: WAL in `wal`, base backups in `base`. */
  readonly backupDir: string
  /** A segment that is not full is archived after this time, if anything was written to it. */
  readonly seconds: number
}

/** The directory of the backups cannot be made or written to. */
export class ArchiveUnusable extends Error {
  override readonly name = 'ArchiveUnusable'
}

export function walDirOf(backupDir: string): string {
  return join(backupDir, 'wal')
}

export function baseDirOf(backupDir: string): string {
  return join(backupDir, 'base')
}

/**
 * Returns the settings that make the server archive its WAL. The archive module ships with
 * PostgreSQL: it archives within the server, makes each file durable, and never overwrites a file
 * with other content.
 */
export function archiveSettings({ backupDir, seconds }: Archive): Settings {
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': walDirOf(backupDir),
    archive_timeout: `${seconds}s`,
  }
}

/**
 * Makes the directories that are missing. Throws ArchiveUnusable if that fails, or if the server's
 * user cannot write there.
 */
export async function prepareArchive(
  { backupDir }: Archive,
  runAs: ServerUser | undefined,
): Promise<void> {
  try {
    for (const dir of [backupDir, walDirOf(backupDir)]) await makeOwned(dir, runAs)
    await requireAccess(walDirOf(backupDir), 'w', runAs)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    throw new ArchiveUnusable(message, { cause: error })
  }
}

/** Throws, in one line, unless the server's user can read (`r`) or write (`w`) the directory. */
export async function requireAccess(
  dir: string,
  mode: 'r' | 'w',
  runAs: ServerUser | undefined,
): Promise<void> {
  const tested = `test -${mode} "$0" && test -x "$0"`
  if ((await runProgram('/bin/sh', ['-c', tested, dir], { runAs })).hasSucceeded) return
  const user = runAs ? `the user of PostgreSQL (uid ${runAs.uid})` : 'this user'
  const act = mode === 'w' ? 'write to' : 'read'
  throw new Error(`${user} cannot ${act} ${dir}, or may not enter a directory above it`)
}

async function makeOwned(dir: string, runAs: ServerUser | undefined): Promise<void> {
  try {
    await mkdir(dir, { mode: 0o700 })
    await giveAway(dir, runAs)
  } catch (error) {
    rethrowUnless(error, 'EEXIST')
  }
}
