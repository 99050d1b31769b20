import { randomUUID } from 'node:crypto'
import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Type, type Static, type TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { BackupFault } from './backup-fault.ts'
import { giveAway, writeOwned } from './copy-files.ts'
import { rethrowUnless } from './error-code.ts'

const Instant = Type.String({ minLength: 20, maxLength: 30 })

/** Notes in the directory of the backups: the name and the content of each file. */
const NOTES = {
  /**
   * The last segment that a service knows to be archived: a copy of the archive without it is
   * incomplete.
   */
  archived: Type.Object({ segment: Type.String({ pattern: '^[0-9A-F]{24}$' }), at: Instant }),
  /** The last drill, and the last one that found nothing. */
  drill: Type.Object({
    at: Instant,
    isWell: Type.Boolean(),
    wellAt: Type.Union([Instant, Type.Null()]),
  }),
} satisfies Record<string, TSchema>

type NoteName = keyof typeof NOTES
export type Note<Name extends NoteName> = Static<(typeof NOTES)[Name]>

/** Replaces a note, durably. */
export async function writeNote<Name extends NoteName>(
  backupDir: string,
  name: Name,
  note: Note<Name>,
): Promise<void> {
  const draft = join(backupDir, `.${name}.${randomUUID()}`)
  await writeOwned(draft, `${JSON.stringify(note)}\n`, undefined)
  await rename(draft, join(backupDir, `${name}.json`))
  await giveAway(backupDir, undefined)
}

/** Returns undefined if there is no such note. Throws BackupFault if it is damaged. */
export async function readNote<Name extends NoteName>(
  backupDir: string,
  name: Name,
): Promise<Note<Name> | undefined> {
  const text = await readFile(join(backupDir, `${name}.json`), 'utf8').catch((error: unknown) => {
    rethrowUnless(error, 'ENOENT', 'ENOTDIR')
    return undefined
  })
  if (text === undefined) return undefined
  const note = parseJson(text)
  if (isNote(name, note)) return note
  throw new BackupFault(`${name}.json is damaged: remove it, and it is written again`)
}

function isNote<Name extends NoteName>(name: Name, value: unknown): value is Note<Name> {
  return Value.Check(NOTES[name], value)
}

/** Returns undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
