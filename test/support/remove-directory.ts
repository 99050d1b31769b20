import { rmSync } from 'node:fs'

/** Removes a directory and its content, even while killed processes are still ending. */
export function removeDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
}
