import { randomBytes } from 'node:crypto'
import { link, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { KEY_BYTES } from './cipher.ts'
import { madeSecret, readSecret, syncDirectory, writeDurably } from './made-secret.ts'

/** The master key is damaged, or not the one of this database: the start stops here. */
export class MasterKeyFault extends Error {
  override readonly name = 'MasterKeyFault'
}

/** The master key in the data directory, and beside it the one before while that is in use. */
export interface MasterKeyFile {
  /** Made where there is none. */
  present(): Promise<Buffer>
  previous(): Promise<Buffer | undefined>
  /**
   * Puts a new key in the place of the present one, which becomes the previous one; the one that
   * was the previous one must be in use no more. Durable. Killed at any point, the key that was
   * present still is, or is the previous one.
   */
  renew(): Promise<void>
  dropPrevious(): Promise<void>
}

export function masterKeyFile(dataDir: string): MasterKeyFile {
  const { presentPath, previousPath } = pathsIn(dataDir)
  return {
    present: async () => readKey(presentPath, await madeSecret(presentPath, () => newKeyText())),
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

/** The steps of `renew`, in their order; each is durable before the next one begins. */
export function renewal(dataDir: string): readonly (() => Promise<void>)[] {
  const { presentPath, previousPath, draftPath } = pathsIn(dataDir)
  return [
    async () => {
      // A draft that is there was left by a kill, and has wrapped nothing.
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

function readKey(path: string, text: string): Buffer {
  const key = Buffer.from(text, 'base64')
  if (key.length === KEY_BYTES && key.toString('base64') === text) return key
  throw new MasterKeyFault(`${path} is damaged: restore it, or set TESSERA_MASTER_KEY`)
}
