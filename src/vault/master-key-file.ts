import { link, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { randomBytes } from '../core/mod.ts'
import { syncDirectory } from '../db/mod.ts'
import { KEY_BYTES } from './cipher.ts'
import { madeSecret, readSecret, writeDurably } from './made-secret.ts'

/** The master key is damaged or belongs to another database, so the start fails. */
export class MasterKeyFault extends Error {
  override readonly name = 'MasterKeyFault'
}

/** The master key in the data directory, and the previous one while it is in use. */
export interface MasterKeyFile {
  /**
   * Reads the key, or makes it if there is none. Throws MasterKeyFault if there is none and the
   * database is sealed.
   */
  present(isSealed: () => Promise<boolean>): Promise<Buffer>
  previous(): Promise<Buffer | undefined>
  /**
   * Replaces the current key by a new one; the current one becomes the previous one. The old
   * previous one must not be in use any more. Durable. After a kill at any point, the current key
   * is still there as the current or the previous one.
   */
  renew(): Promise<void>
  dropPrevious(): Promise<void>
}

export function masterKeyFile(dataDir: string): MasterKeyFile {
  const { presentPath, previousPath } = pathsIn(dataDir)
  return {
    async present(isSealed) {
      // Checked before the file is read: another starting process creates the file before it seals
      // anything.
      const hasKeys = await isSealed()
      if (hasKeys && (await readSecret(presentPath)) === undefined) throw missing(presentPath)
      return readKey(presentPath, await madeSecret(presentPath, () => newKeyText()))
    },
    async previous() {
      const text = await readSecret(previousPath)
      return text === undefined ? undefined : readKey(previousPath, text)
    },
    async renew() {
      for (const step of renewal(dataDir)) await step()
    },
    async dropPrevious() {
      await rm(previousPath, { force: true })
      await syncDirectory(dataDir)
    },
  }
}

/** Returns the master key of the data directory; undefined if there is none, and makes none. */
export async function storedMasterKey(dataDir: string): Promise<Buffer | undefined> {
  const { presentPath } = pathsIn(dataDir)
  const text = await readSecret(presentPath)
  return text === undefined ? undefined : readKey(presentPath, text)
}

/** The steps of `renew`, in order. Each is durable before the next one begins. */
export function renewal(dataDir: string): readonly (() => Promise<void>)[] {
  const { presentPath, previousPath, draftPath } = pathsIn(dataDir)
  return [
    async () => {
      // A temporary file left by a kill: its key has wrapped nothing.
      await rm(draftPath, { force: true })
      await writeDurably(draftPath, `${newKeyText()}\n`)
    },
    async () => {
      await rm(previousPath, { force: true })
      await link(presentPath, previousPath)
      await syncDirectory(dataDir)
    },
    async () => {
      await rename(draftPath, presentPath)
      await syncDirectory(dataDir)
    },
  ]
}

function pathsIn(dataDir: string) {
  const presentPath = join(dataDir, 'master.key')
  return {
    presentPath,
    previousPath: `${presentPath}.previous`,
    draftPath: `${presentPath}.next`,
  }
}

function newKeyText(): string {
  return randomBytes(KEY_BYTES).toString('base64')
}

function missing(path: string): MasterKeyFault {
  return new MasterKeyFault(
    `${path} is missing, and the database is sealed with a master key: copy the file from where ` +
      'it is kept, or set TESSERA_MASTER_KEY',
  )
}

function readKey(path: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key
  throw new MasterKeyFault(`${path} is damaged: restore it, or set TESSERA_MASTER_KEY`)
}
