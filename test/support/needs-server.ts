import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const TESTS = join(import.meta.dirname, '..')
/** Modules that a test imports if it needs PostgreSQL or starts processes. */
const NEEDS = [
  'test/support/database.ts',
  'src/db/bundled/server.ts',
  'node:child_process',
  // It reads the names of its cases from their folder, so no import shows what they need.
  'test/operator/cases.ts',
]
/** How a test gets the server of the run itself. */
const INJECTED = "inject('postgres')"
const IMPORT = /^(?:import|export)\s(?!type)[^']*'([^']+)'/gm

const needs = new Map<string, boolean>()

/**
 * True if a file, or a file that it imports from `test/`, imports a module of `NEEDS` or gets the
 * server of the run.
 */
export function needsServer(file: string): boolean {
  const cached = needs.get(file)
  if (cached !== undefined) return cached
  needs.set(file, false)
  const text = readFileSync(file, 'utf8')
  const isNeeded =
    text.includes(INJECTED) ||
    [...text.matchAll(IMPORT)].some(([, name = '']) => {
      const path = name.startsWith('.') ? resolve(dirname(file), name) : name
      if (NEEDS.some((need) => path.endsWith(need))) return true
      return path.startsWith(TESTS) && path.endsWith('.ts') && needsServer(path)
    })
  needs.set(file, isNeeded)
  return isNeeded
}
