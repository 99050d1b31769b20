import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { PROJECT } from '../../core/mod.ts'

const FOLDER = new URL('migrations/', PROJECT)

/**
 * `expand`: processes of the previous version keep working while it is applied and afterwards.
 * `contract`: removes what that version needs, so its processes must have ended.
 */
export type MigrationKind = 'expand' | 'contract'

export interface Migration {
  /** The name of its file without `.sql`. Migrations are applied in the order of their names. */
  readonly name: string
  /** SHA-256 of the file, in hexadecimal. */
  readonly checksum: string
  readonly kind: MigrationKind
  /** The file as statements, which run in one transaction unless `isConcurrent`. */
  readonly statements: readonly string[]
  /** True if it creates indexes while others write, which works only outside of transactions. */
  readonly isConcurrent: boolean
}

let migrations: Promise<readonly Migration[]> | undefined

/** Returns the migrations of this version, in order. A process reads their files once. */
export function readMigrations(): Promise<readonly Migration[]> {
  return (migrations ??= readFiles())
}

async function readFiles(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, FOLDER), 'utf8')
      return toMigration(file.slice(0, -'.sql'.length), text)
    }),
  )
}

/** The first line of a file may be `-- contract`, `-- expand` or nothing, which means expand. */
export function toMigration(name: string, text: string): Migration {
  const statements = splitStatements(text)
  const concurrent = statements.filter((statement) => CONCURRENT.test(statement)).length
  if (concurrent > 0 && concurrent < statements.length) {
    throw new Error(`the migration ${name} makes indexes concurrently, and does something else`)
  }
  if (concurrent > 0 && !statements.every((statement) => REPEATABLE.test(statement))) {
    throw new Error(
      `the migration ${name} must say \`if not exists\` or \`if exists\`: it has no transaction, ` +
        'so it is applied again if a process ends in the middle of it',
    )
  }
  return {
    name,
    checksum: createHash('sha256').update(text).digest('hex'),
    kind: /^-- contract\b/.test(text) ? 'contract' : 'expand',
    statements,
    isConcurrent: concurrent > 0,
  }
}

const CONCURRENT = /^(create|drop)\s+(unique\s+)?index\s+concurrently\b/i
const REPEATABLE = /\bindex\s+concurrently\s+if\s+(not\s+)?exists\b/i

/**
 * Splits a file at the semicolons that end statements: not at those in comments, quoted text, names
 * or bodies of functions. Comments before a statement are left out.
 */
export function splitStatements(text: string): string[] {
  const statements: string[] = []
  let statement = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === ';') {
      if (statement.trim() !== '') statements.push(statement.trim())
      statement = ''
    } else if (!token.startsWith('--') && !token.startsWith('/*')) {
      statement += token
    }
  }
  if (statement.trim() !== '') statements.push(statement.trim())
  return statements
}

/** Plain text, comments, quoted text, quoted names, dollar-quoted text, and anything else. */
const TOKENS = /[^-/'"$;]+|--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[^]*?\1|[^]/g
