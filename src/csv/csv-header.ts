import { Refusal, type FieldFault } from '../core/mod.ts'

/** The columns that files of one kind may have, and those that they must have. */
export interface CsvColumns<Column extends string> {
  readonly all: readonly Column[]
  readonly required: readonly Column[]
  /** The prefix of columns that hold a label, such as `metadata.`. Undefined: no such columns. */
  readonly labels?: string
}

/** The position of each column, from 0, and the number of columns. */
export interface CsvHeader<Column extends string> {
  readonly width: number
  readonly at: Readonly<Partial<Record<Column, number>>>
  /** The positions of labels by their keys. */
  readonly labels: ReadonlyMap<string, number>
}

/**
 * Reads the first line of a file. Refuses invalid_request with every fault. Missing columns are
 * named. Unknown and repeated columns are named by position only: if the file has no header, their
 * texts are codes or addresses.
 */
export function readHeader<Column extends string>(
  fields: readonly string[],
  { all, required, labels: prefix }: CsvColumns<Column>,
): CsvHeader<Column> {
  const names = fields.map((name) => name.trim())
  const isLabel = (name: string | undefined): boolean =>
    prefix !== undefined && name?.startsWith(prefix) === true
  const allowed = [...all, ...(prefix === undefined ? [] : [`${prefix}…`])].join(', ')
  const columns = names.map((name) => all.find((column) => column === name))
  const faults = [
    ...columns.flatMap((column, at): FieldFault[] => {
      if (isLabel(names[at])) {
        const isFirst = names.indexOf(names[at] ?? '') === at
        return isFirst ? [] : [{ field: `columns[${at}]`, message: 'is a label again' }]
      }
      const message =
        column === undefined
          ? `must be one of ${allowed}`
          : columns.indexOf(column) < at && `is ${column} again`
      return message === false ? [] : [{ field: `columns[${at}]`, message }]
    }),
    ...required
      .filter((column) => !columns.includes(column))
      .map((field): FieldFault => ({ field, message: 'is a required column' })),
  ]
  if (faults.length > 0) {
    throw new Refusal('invalid_request', 'the first line must be a header with the columns', {
      details: faults,
    })
  }
  const at = Object.fromEntries(columns.map((column, place) => [column, place]))
  const labels = names.flatMap((name, place) =>
    isLabel(name) ? [[name.slice(prefix?.length), place] as const] : [],
  )
  return { width: columns.length, at: at as CsvHeader<Column>['at'], labels: new Map(labels) }
}

/** Returns the fault of a record without exactly one field per column; undefined if correct. */
export function widthFault({ width }: { readonly width: number }, fields: readonly string[]) {
  if (fields.length === width) return undefined
  return `has ${fields.length} columns where the header has ${width}`
}

/** Returns a field of a record; empty if the file does not have the column. */
export function fieldAt(fields: readonly string[], at: number | undefined): string {
  return at === undefined ? '' : (fields[at] ?? '')
}
