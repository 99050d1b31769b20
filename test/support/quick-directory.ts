import { access, constants, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'

const MEMORY_DIRECTORY = '/dev/shm'
/** Ten times what a whole run needs. */
const ROOM_BYTES_MIN = 2 ** 31

/**
 * Returns a directory for databases of tests: memory where there is plenty, as cloning a database
 * creates 300 files, which takes ten times as long on a disk. Tests of durability start a service
 * of their own, on the disk.
 */
export async function quickDirectory(): Promise<string> {
  try {
    await access(MEMORY_DIRECTORY, constants.W_OK)
    const { bavail, bsize } = await statfs(MEMORY_DIRECTORY)
    return bavail * bsize >= ROOM_BYTES_MIN ? MEMORY_DIRECTORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
