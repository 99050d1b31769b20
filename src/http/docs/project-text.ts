import { readFileSync } from 'node:fs'
import { PROJECT } from '../../core/mod.ts'

/** Returns the text of a file of the project. */
export function readText(file: string): string {
  return readFileSync(new URL(file, PROJECT), 'utf8')
}
