import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * What a directory has, by the path below it: of a file its bytes and its SHA-256, of another entry
 * what it is.
 */
export type Contents = Readonly<Record<string, string>>

const READ_BYTES = 2 ** 20
const FILES_AT_ONCE = 8

/** Reads all files of a directory. */
export async function readContents(dir: string): Promise<Contents> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  const described: [string, string][] = []
  for (let start = 0; start < paths.length; start += FILES_AT_ONCE) {
    const some = paths.slice(start, start + FILES_AT_ONCE)
    const found = some.map(async (path) => [path.slice(dir.length + 1), await describe(path)])
    described.push(...((await Promise.all(found)) as [string, string][]))
  }
  return Object.fromEntries(described)
}

async function describe(path: string): Promise<string> {
  const entry = await lstat(path)
  if (entry.isDirectory()) return 'directory'
  if (entry.isSymbolicLink()) return `link to ${await readlink(path)}`
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), hash)
  return `${entry.size} ${hash.digest('hex')}`
}

/** Returns a line for each difference. */
export function compareContents(expected: Contents, found: Contents): string[] {
  const faults: string[] = []
  for (const [path, described] of Object.entries(expected)) {
    const there = found[path]
    if (there === described) continue
    faults.push(`${path} ${there === undefined ? 'is missing' : faultOf(described, there)}`)
  }
  for (const path of Object.keys(found)) {
    if (expected[path] === undefined) faults.push(`${path} was not backed up, and is there`)
  }
  return faults
}

function faultOf(expected: string, found: string): string {
  const [bytes, other] = [expected.split(' ')[0], found.split(' ')[0]]
  if (bytes !== other) return `has ${other} bytes of ${bytes}`
  return 'is damaged: its SHA-256 is another one'
}
