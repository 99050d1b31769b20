import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { randomUUID } from '../core/mod.ts'
import { codeOf, syncDirectory } from '../db/mod.ts'

/**
 * Returns the secret text in the file at `path`. If there is none, it is created with `make`:
 * readable by its owner only, durable before it is used, and the same for processes that start
 * concurrently.
 */
export async function madeSecret(path: string, make: () => string): Promise<string> {
  return (await readSecret(path)) ?? writeSecret(path, make())
}

/** Returns the trimmed text; undefined if there is no file. */
export async function readSecret(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  return text?.trim()
}

/** Writes a temporary file and links it into place, which fails if another process was faster. */
async function writeSecret(path: string, secret: string): Promise<string> {
  const directory = dirname(path)
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}`
  try {
    await writeDurably(draft, `${secret}\n`)
    await link(draft, path).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  await syncDirectory(directory)
  const existing = await readSecret(path)
  if (existing === undefined) throw new Error(`${path} was removed while it was made`)
  return existing
}

/** Makes the file, which must not exist. Durable once its directory is synchronized. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
