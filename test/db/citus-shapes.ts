import { sourceFiles } from '../architecture/sources.ts'

const LIST = String.raw`(?:\bunnest\(.*|\(values (?:(?! (?:from|where) ).)*)`
/** Text with at most two levels of parentheses. */
const NESTED = String.raw`(?:[^()]|\((?:[^()]|\([^()]*\))*\))*`

/**
 * Shapes of SQL that Citus cannot plan in a statement about rows of several partners. If a
 * statement is about one partner, Citus can plan them, because the whole statement goes to one
 * node.
 */
const SHAPES: Readonly<Record<string, RegExp>> = {
  'with recursive': /\bwith recursive\b/,
  'rows written in a common table expression':
    /\bas (?:(?:not )?materialized )?\( ?(?:insert|update|delete)\b/,
  'rows locked': /\bfor (?:no key )?(?:update|share)\b/,
  'a lateral with offset or limit for each of a list of values': new RegExp(
    String.raw`${LIST}\blateral \(${NESTED}\b(?:offset|limit)\b`,
  ),
}

/** Returns the shapes that Citus has no plan for, in a statement about several partners. */
export function unplannedShapes(text: string): string[] {
  const spaced = text.replaceAll(/\s+/g, ' ')
  return Object.entries(SHAPES).flatMap(([name, shape]) => (shape.test(spaced) ? [name] : []))
}

const LINE_LENGTH_MIN = 25
let files: readonly { readonly path: string; readonly text: string }[] | undefined

/** Returns the file that a statement is written in, judging by its longest lines. */
export function fileOfStatement(text: string): string {
  files ??= sourceFiles('src').map((file) => ({ path: file.path, text: file.text }))
  const lines = text.split('\n').flatMap((line) => line.split(/\$\d+/).map((part) => part.trim()))
  const statementLines = lines.filter((line) => line.length >= LINE_LENGTH_MIN)
  const matches = files.map(({ path, text: source }) => {
    return { path, lines: statementLines.filter((line) => source.includes(line)).length }
  })
  const [best] = matches.toSorted((one, other) => other.lines - one.lines)
  return best === undefined || best.lines === 0 ? 'no file of src' : best.path
}
