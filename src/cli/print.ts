import Table from 'cli-table3'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { printable, type Colors } from './terminal.ts'

/** Renders a response for people. */
export type View = (data: JsonValue, colors: Colors) => string

/** A column: a field name, or a title and a function that returns the cell. */
export type Column =
  | string
  | { readonly title: string; read(row: JsonValue): JsonValue | undefined }

const GOOD = ['ACTIVE', 'COMPLETED', 'ENABLED']
const UNDER_WAY = ['PENDING', 'PROCESSING']
const WAITING = ['ON_HOLD', 'OUT_OF_STOCK', 'FROZEN', 'SUSPENDED', 'EXPIRED']
const OVER = ['CANCELLED', 'FAILED', 'REVOKED', 'CLOSED']

const BORDERLESS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
}

/** Renders a list, one line per entry. */
export function tableOf(columns: readonly Column[]): View {
  return (data, colors) => {
    const rows = listOf(data)
    if (rows.length === 0) return colors.dim('none')
    const titles = columns.map((column) => (typeof column === 'string' ? column : column.title))
    return alignColumns([
      titles.map((title) => colors.bold(title)),
      ...rows.map((row) => columns.map((column) => cell(cellOf(column, row), colors))),
    ])
  }
}

/** Renders an object, one line per field. */
export const record: View = (data, colors) => {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return cell(data, colors)
  const fields = Object.entries<JsonValue>(data)
  return alignColumns(
    fields.map(([name, value]) => [colors.dim(printable(name)), cell(value, colors)]),
  )
}

/** Renders an object and, below it, the fields that `tables` names. */
export function recordWith(tables: Readonly<Record<string, View>>): View {
  return (data, colors) => {
    const names = Object.keys(tables)
    const rest = Object.entries(data ?? {}).filter(([name]) => !names.includes(name))
    const parts = [record(Object.fromEntries(rest) as JsonValue, colors)]
    for (const [name, view] of Object.entries(tables)) {
      const list = fieldOf(data, name)
      if (listOf(list).length > 0) parts.push('', colors.bold(name), view(list ?? [], colors))
    }
    return parts.join('\n')
  }
}

function alignColumns(rows: readonly (readonly string[])[]): string {
  const table = new Table({
    chars: BORDERLESS,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...rows.map((row) => [...row]))
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}

function cellOf(column: Column, row: JsonValue): JsonValue | undefined {
  return typeof column === 'string' ? fieldOf(row, column) : column.read(row)
}

function cell(value: JsonValue | undefined, colors: Colors): string {
  const text = plain(value)
  if (GOOD.includes(text)) return colors.green(text)
  if (UNDER_WAY.includes(text)) return colors.cyan(text)
  if (WAITING.includes(text)) return colors.yellow(text)
  return OVER.includes(text) ? colors.red(text) : text
}

/** Renders a value in one line. */
export function plain(value: JsonValue | undefined): string {
  if (value === undefined || value === null || value === '') return '-'
  if (typeof value === 'string') return printable(value)
  if (typeof value !== 'object') return String(value)
  const isFlat = Object.values(value).every((one) => typeof one !== 'object')
  if (!isFlat) return printable(JSON.stringify(value))
  if (Array.isArray(value)) return value.map(plain).join(', ') || '-'
  const fields = Object.entries(value).map(([name, one]) => `${printable(name)} ${plain(one)}`)
  return fields.join(', ') || '-'
}

/** Returns a note on the page and how to see the next; undefined if there is one page only. */
export function pageNote(pagination: JsonValue | undefined): string | undefined {
  const after = fieldOf(pagination, 'after')
  if (typeof after === 'string') return `--after ${printable(after)} shows the next`
  const [page, pages, total] = ['page', 'totalPages', 'totalRecords'].map((name) =>
    fieldOf(pagination, name),
  )
  if (typeof page !== 'number' || typeof pages !== 'number' || pages <= 1) return undefined
  const next = page < pages ? `; --page ${page + 1} shows the next` : ''
  return `page ${page} of ${pages}, ${plain(total)} in all${next}`
}
