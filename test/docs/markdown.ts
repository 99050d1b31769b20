import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const PROJECT = join(import.meta.dirname, '../..')

/** Returns the text of a page of the documentation, by its path from the root of the project. */
export function readPage(path: string): string {
  return readFileSync(join(PROJECT, path), 'utf8')
}

/** Returns the text from a heading to the next one. Throws if the page has no such heading. */
export function sectionOf(page: string, heading: string): string {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.replace(/^#+ /, '') === heading)
  if (start < 0) throw new Error(`the page has no heading "${heading}"`)
  const rest = lines.slice(start + 1)
  const end = rest.findIndex((line) => /^#+ /.test(line))
  return rest.slice(0, end < 0 ? undefined : end).join('\n')
}

/** Returns the rows of the first table of a text, without its head. Cells stay Markdown. */
export function tableOf(text: string): string[][] {
  const lines = text.split('\n')
  const rule = lines.findIndex((line) => /^\|( *-+ *\|)+$/.test(line))
  const rows = lines.slice(rule + 1)
  const end = rows.findIndex((line) => !line.startsWith('|'))
  if (rule < 0) throw new Error('the text has no table')
  return rows.slice(0, end < 0 ? undefined : end).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** Returns the text of a cell that is one piece of code, without its backticks. */
export function codeOf(cell = ''): string {
  return cell.replace(/^`(.*)`$/, '$1')
}

/** Returns the fenced blocks of one language, in order, without their fences. */
export function blocksOf(text: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\n([^]*?)\n\`\`\`$`, 'gm')
  return Array.from(text.matchAll(fence), ([, block = '']) => block)
}
