import {
  copyFile,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  symlink,
} from 'node:fs/promises'
import { join } from 'node:path'
import { rethrowUnless } from './error-code.ts'
import type { ServerUser } from './run-program.ts'

export interface CopyOptions {
  /** The owner of the copies, if it is not this process's user. */
  readonly owner: ServerUser | undefined
  /** True for a file or directory that is not copied, by its relative path. */
  readonly isLeftOut?: (path: string) => boolean
}

export interface CopyResult {
  readonly files: number
  readonly bytes: number
}

const COPIES_AT_ONCE = 8
const OWNER_ONLY = 0o700

/**
 * Copies a directory of PostgreSQL's files to a new one, durably. Files that vanish meanwhile are
 * passed over: a running server removes files of dropped tables.
 */
export async function copyFiles(
  from: string,
  to: string,
  options: CopyOptions,
): Promise<CopyResult> {
  const sizes: number[] = []
  await copyDirectory({ from, to, options, sizes }, '')
  return { files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) }
}

interface Copy {
  readonly from: string
  readonly to: string
  readonly options: CopyOptions
  readonly sizes: number[]
}

async function copyDirectory(copy: Copy, path: string): Promise<void> {
  const { from, to, options } = copy
  const entries = await readdir(join(from, path), { withFileTypes: true })
  await mkdir(join(to, path), { mode: OWNER_ONLY })
  const included = entries.filter(({ name }) => options.isLeftOut?.(join(path, name)) !== true)
  for (let start = 0; start < included.length; start += COPIES_AT_ONCE) {
    const some = included.slice(start, start + COPIES_AT_ONCE)
    await Promise.all(
      some.map(async (entry) => {
        const below = join(path, entry.name)
        if (entry.isDirectory()) return copyDirectory(copy, below)
        if (entry.isSymbolicLink())
          return symlink(await readlink(join(from, below)), join(to, below))
        // A socket belongs to the running server.
        if (entry.isFile()) await copyOne(copy, below)
      }),
    )
  }
  await giveAway(join(to, path), options.owner)
}

async function copyOne({ from, to, options, sizes }: Copy, path: string): Promise<void> {
  try {
    await copyFile(join(from, path), join(to, path))
  } catch (error) {
    rethrowUnless(error, 'ENOENT')
    return
  }
  await giveAway(join(to, path), options.owner)
  sizes.push((await lstat(join(to, path))).size)
}

/** Sets the owner of a file or directory, and makes it durable. */
export async function giveAway(path: string, owner: ServerUser | undefined): Promise<void> {
  const file = await open(path)
  try {
    if (owner) await file.chown(owner.uid, owner.gid)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes a new file, durable once its directory is. */
export async function writeOwned(
  path: string,
  content: string | Buffer,
  owner: ServerUser | undefined,
): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(content)
    if (owner) await file.chown(owner.uid, owner.gid)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Returns the bytes of a small file that is never read half written: two reads are the same. */
export async function readStable(path: string): Promise<Buffer> {
  for (;;) {
    const [first, second] = [await readFile(path), await readFile(path)]
    if (first.equals(second)) return first
  }
}
