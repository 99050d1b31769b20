import { constants } from 'node:fs'
import {
  chmod,
  copyFile,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readlink,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { rethrowUnless } from './error-code.ts'

interface CopyTarget {
  /** Names the copy by version and platform. A copy never changes. */
  readonly name: string
  readonly dataDir: string
}

/**
 * Root's directories, which every user may enter. The first one that can execute programs is used.
 */
const ROOT_PLACES = ['/var/cache/tessera', '/var/tmp/tessera', '/tmp/tessera']

const EVERYBODY_READS = 0o755
const OTHERS_WRITE = 0o022
const STICKY = 0o1000
const COPIES_AT_ONCE = 16
/** The errors of a directory that is not usable. The next one is tried. */
const UNUSABLE_PLACE = ['ENOENT', 'EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'ENOSPC']

type CanRun = (copy: string) => Promise<boolean>

/**
 * Returns a copy of the package that works for the caller, made once in the first directory that
 * only we can write and the server's user can enter, or undefined. A directory that somebody else
 * prepared is skipped, because its programs would run as our server.
 */
export async function usableCopy(
  packageDir: string,
  target: CopyTarget,
  canRun: CanRun,
): Promise<string | undefined> {
  const isRoot = process.getuid?.() === 0
  for (const place of isRoot ? ROOT_PLACES : [join(target.dataDir, 'binaries')]) {
    try {
      const copy = join(place, target.name)
      if (!(await isSafePlace(place))) continue
      if (!(await exists(copy))) await copyWhole(packageDir, copy, canRun)
      if ((await isOurs(copy)) && (await canRun(copy))) return copy
    } catch (error) {
      rethrowUnless(error, ...UNUSABLE_PLACE)
    }
  }
  return undefined
}

/** Copies everything or nothing: renames the copy into place when all its bytes are on disk. */
async function copyWhole(packageDir: string, copy: string, canRun: CanRun): Promise<void> {
  const unfinished = await mkdtemp(`${copy}.unfinished-`)
  try {
    await copyTree(join(packageDir, 'native'), join(unfinished, 'native'))
    await chmod(unfinished, EVERYBODY_READS)
    // Another start may have been faster. Its copy is as good as ours.
    if (await canRun(unfinished)) await rename(unfinished, copy).catch(() => {})
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}

async function copyTree(from: string, to: string): Promise<void> {
  await mkdir(to)
  await chmod(to, EVERYBODY_READS)
  const entries = await readdir(from, { withFileTypes: true })
  for (let start = 0; start < entries.length; start += COPIES_AT_ONCE) {
    const some = entries.slice(start, start + COPIES_AT_ONCE)
    await Promise.all(
      some.map((entry) => {
        const [source, target] = [join(from, entry.name), join(to, entry.name)]
        if (entry.isDirectory()) return copyTree(source, target)
        return entry.isSymbolicLink() ? copyLink(source, target) : copyBytes(source, target)
      }),
    )
  }
}

async function copyLink(from: string, to: string): Promise<void> {
  await symlink(await readlink(from), to)
}

/** Makes files readable by everybody, whatever the umask of the install was. */
async function copyBytes(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  await chmod(to, EVERYBODY_READS)
  const file = await open(to)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function isSafePlace(place: string): Promise<boolean> {
  if (!(await isSafeParent(dirname(place)))) return false
  await makeDirectory(place)
  return isOurs(place)
}

async function makeDirectory(dir: string): Promise<void> {
  try {
    await mkdir(dir)
    await chmod(dir, EVERYBODY_READS)
  } catch (error) {
    rethrowUnless(error, 'EEXIST')
  }
}

/** True for a real directory of this user that nobody else can write. */
async function isOurs(dir: string): Promise<boolean> {
  const entry = await lstat(dir)
  return (
    entry.isDirectory() && entry.uid === process.getuid?.() && (entry.mode & OTHERS_WRITE) === 0
  )
}

/** True if nobody else can replace our entries in it. */
async function isSafeParent(dir: string): Promise<boolean> {
  const { uid, mode } = await lstat(dir)
  const isTrusted = uid === 0 || uid === process.getuid?.()
  return isTrusted && ((mode & OTHERS_WRITE) === 0 || (mode & STICKY) !== 0)
}

async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
