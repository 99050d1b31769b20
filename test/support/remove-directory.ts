import { rmSync } from 'node:fs'

/** Removes a directory with all that is in it, though processes that were killed may still end. */
export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
}
