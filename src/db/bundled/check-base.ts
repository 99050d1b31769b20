import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { baseDirOf } from './archive.ts'
import { FILES, namesIn, type BaseBackup } from './backups.ts'
import { compareContents, readContents } from './contents.ts'

/** The identifier of a cluster is at the beginning of its control file. */
const IDENTIFIER_BYTES = 8

/**
 * Returns a line for each fault of the files of a base backup. A backup of an earlier version has
 * no hashes, so it cannot be checked.
 */
export async function checkBase(backupDir: string, backup: BaseBackup): Promise<string[]> {
  const dir = join(baseDirOf(backupDir), backup.name, FILES)
  if (backup.contents === undefined) return []
  const names = await namesIn(join(baseDirOf(backupDir), backup.name))
  if (!names.includes(FILES)) return [`${FILES} is missing`]
  return compareContents(backup.contents, await readContents(dir))
}

/** Returns the identifier of a cluster, or undefined if there is none. */
export async function clusterIdentifier(clusterDir: string): Promise<bigint | undefined> {
  if (!(await namesIn(join(clusterDir, 'global'))).includes('pg_control')) return undefined
  const file = await open(join(clusterDir, 'global', 'pg_control'))
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(IDENTIFIER_BYTES) })
    return bytesRead === IDENTIFIER_BYTES ? buffer.readBigUInt64LE() : undefined
  } finally {
    await file.close()
  }
}
