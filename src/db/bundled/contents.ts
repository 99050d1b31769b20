import { createHash } from 'node:crypto'
import { lstat, open, readdir, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The contents of a directory by relative path: size and SHA-256 of a file, the kind of any other
 * entry.
 */
export type Contents = Readonly<Record<string, string>>

const READ_BYTES = 2 ** 18
const FILES_AT_ONCE = 8

/** Reads all files of a directory. */
export async function readContents(dir: string): Promise<Contents> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  const described = new Map(paths.map((path) => [path, '']))
  const waiting = paths.values()
  const readSome = async (): Promise<void> => {
    // Most files are small: allocating a buffer for each would take longer than reading the file.
    const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
    for (const path of waiting) described.set(path, await describe(path, buffer))
  }
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, readSome))
  return Object.fromEntries(
    Array.from(described, ([path, content]) => [path.slice(dir.length + 1), content]),
  )
}

async function describe(path: string, buffer: Buffer): Promise<string> {
  const entry = await lstat(path)
  if (entry.isDirectory()) return 'directory'
  if (entry.isSymbolicLink()) return `link to ${await readlink(path)}`
  return `${entry.size} ${await hashOf(path, entry.size, buffer)}`
}

async function hashOf(path: string, size: number, buffer: Buffer): Promise<string> {
  const hash = createHash('sha256')
  if (size === 0) return hash.digest('hex')
  const file = await open(path)
  try {
    for (let bytesLeft = size; bytesLeft > 0;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length)
      if (bytesRead === 0) break
      hash.update(buffer.subarray(0, bytesRead))
      bytesLeft -= bytesRead
    }
    return hash.digest('hex')
  } finally {
    await file.close()
  }
}

/** Returns a line for each difference. */
export function compareContents(expected: Contents, actual: Contents): string[] {
  const faults: string[] = []
  for (const [path, described] of Object.entries(expected)) {
    const there = actual[path]
    if (there === described) continue
    faults.push(`${path} ${there === undefined ? 'is missing' : faultOf(described, there)}`)
  }
  for (const path of Object.keys(actual)) {
    if (expected[path] === undefined) faults.push(`${path} was not backed up, and is there`)
  }
  return faults
}

function faultOf(expected: string, actual: string): string {
  const [bytes, other] = [expected.split(' ')[0], actual.split(' ')[0]]
  if (bytes !== other) return `has ${other} bytes of ${bytes}`
  return 'is damaged: its SHA-256 is another one'
}
