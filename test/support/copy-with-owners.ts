import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Copies a directory with the owners of its files. Node's own copy makes root the owner, and
 * PostgreSQL refuses files of root.
 */
export function copyWithOwners(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  execFileSync('cp', ['-a', from, to])
}
