import { closeSync, constants, openSync } from 'node:fs'

/** A path to a directory in which sockets can be bound and reached. */
export interface ShortPath {
  readonly path: string
  close(): void
}

/** The longest path of a socket, in bytes, without the final zero. */
const SOCKET_PATH_BYTES_MAX = process.platform === 'linux' ? 107 : 103
/** Room for a slash and the longest socket name in the directory. */
const SOCKET_NAME_BYTES_MAX = 50

/**
 * Returns the directory itself if its path is short enough for a socket, else a short alias for all
 * processes of this user, valid while ours keeps it open. Refuses a long path if the system has no
 * such alias.
 */
export function shortPathTo(dir: string): ShortPath {
  if (Buffer.byteLength(dir) + SOCKET_NAME_BYTES_MAX <= SOCKET_PATH_BYTES_MAX) {
    return { path: dir, close: () => {} }
  }
  if (process.platform !== 'linux') {
    const bytesMax = SOCKET_PATH_BYTES_MAX - SOCKET_NAME_BYTES_MAX
    throw new Error(`the data directory's path is longer than ${bytesMax} bytes: ${dir}`)
  }
  const fd = openSync(dir, constants.O_RDONLY | constants.O_DIRECTORY)
  return { path: `/proc/${process.pid}/fd/${fd}`, close: () => closeSync(fd) }
}
