import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PROJECT = join(import.meta.dirname, '../..')
const SOURCE = /\.(ts|js|cjs|sql)$/
const GENERATED = [
  'src/cli/operator-operations.ts',
  'src/db/schema-types.ts',
  'migrations/schema.sql',
]

/** A file of the project, by its path from the root. */
export interface SourceFile {
  readonly path: string
  readonly text: string
  /** The text with its comments blanked out, so that the code stays on its lines. */
  readonly code: string
}

/** Every TypeScript, JavaScript and SQL file below these folders, but for generated ones. */
export function sourceFiles(...folders: string[]): SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(PROJECT, folder), { withFileTypes: true, recursive: true }),
    )
    .filter((entry) => entry.isFile() && SOURCE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(PROJECT.length + 1))
    .filter((path) => !GENERATED.includes(path) && !path.includes('node_modules/'))
    .toSorted()
    .map((path) => sourceFile(path, projectText(path)))
}

export function projectText(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8')
}

export function sourceFile(path: string, text: string): SourceFile {
  return { path, text, code: withoutComments(text) }
}

/** Comments of formatted sources begin a line or follow a space, which spares `https://`. */
function withoutComments(text: string): string {
  return text.replaceAll(/(^|\s)\/\*[^]*?\*\//g, blank).replaceAll(/(^|\s)\/\/.*$/gm, blank)
}

function blank(comment: string): string {
  return comment.replaceAll(/[^\n]/g, ' ')
}

/** Returns the lines whose code matches, as `path:line`. */
export function linesThatMatch(files: readonly SourceFile[], pattern: RegExp): string[] {
  const everywhere = new RegExp(pattern.source, `${pattern.flags.replace('g', '')}g`)
  return files.flatMap(({ path, code }) =>
    Array.from(code.matchAll(everywhere), ({ index }) => `${path}:${lineAt(code, index)}`),
  )
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/** Returns the files whose code matches. */
export function filesThatMatch(files: readonly SourceFile[], pattern: RegExp): string[] {
  const lines = linesThatMatch(files, pattern).map((place) => place.replace(/:\d+$/, ''))
  return [...new Set(lines)]
}
