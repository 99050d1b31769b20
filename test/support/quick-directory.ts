import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const MEMORY_DIRECTORY = '/dev/shm'
/** Ten times what a whole run needs. */
const ROOM_BYTES_MIN = 2 ** 31

/** The variable that names the directory of the whole run, which is removed when the run ends. */
export const HOME_VARIABLE = 'TEST_HOME'

/**
 * Returns a directory for databases of tests: in memory if there is plenty, because cloning a
 * database creates 300 files, which takes ten times as long on a disk. Files of a
 * killed process stay in either place.
 */
export function quickDirectory(): string {
  const home = process.env[HOME_VARIABLE]
  if (home !== undefined) return home
  try {
    accessSync(MEMORY_DIRECTORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY_DIRECTORY)
    return bavail * bsize >= ROOM_BYTES_MIN ? MEMORY_DIRECTORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
