import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from './backups.ts'
import { claimDirectory } from './claim.ts'
import { endOrphan } from './orphan.ts'
import { RESTORING } from './restore.ts'
import { shortPathTo } from './short-path.ts'

/**
 * Calls `work` with a data directory beside the backups, and removes it afterwards. First removes
 * the files that a killed process has left there, and stops its server. Throws, in one line, if
 * another process is doing a drill there.
 */
export async function inDrillPlace<T>(
  backupDir: string,
  log: (message: string) => void,
  work: (dataDir: string) => Promise<T>,
): Promise<T> {
  await mkdir(backupDir, { recursive: true, mode: 0o700 })
  const address = shortPathTo(backupDir)
  try {
    const claim = await claimDirectory(backupDir, address.path)
    const dataDir = join(backupDir, 'drill')
    try {
      await removeLeftovers(dataDir, log)
      return await work(dataDir)
    } finally {
      await rm(dataDir, { recursive: true, force: true })
      await claim.release()
    }
  } finally {
    address.close()
  }
}

async function removeLeftovers(dataDir: string, log: (message: string) => void): Promise<void> {
  const leftovers = await namesIn(dataDir)
  if (leftovers.length > 0) log(`removing ${dataDir}, which a drill that was killed has left`)
  for (const name of [RESTORING, 'postgres']) {
    if (leftovers.includes(name)) await endOrphan(join(dataDir, name), log)
  }
  await rm(dataDir, { recursive: true, force: true })
}
