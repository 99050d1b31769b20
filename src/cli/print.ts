import Table from 'cli-table3'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { printable, type Colours } from './terminal.ts'

/** How an answer is shown to people. */
export type View = (data: JsonValue, colours: Colours) => string

/** A column: the name of a field, or a title and how its cell is made. */
export type Column = string | { readonly title: string; of(row: JsonValue): JsonValue | undefined }

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

/** One line per entry of a list. */
export function tableOf(columns: readonly Column[]): View {
  return (data, colours) => {
    const rows = listOf(data)
    if (rows.length === 0) return colours.dim('none')
    const titles = columns.map((column) => (typeof column === 'string' ? column : column.title))
    return aligned([
      titles.map((title) => colours.bold(title)),
      ...rows.map((row) => columns.map((column) => cell(cellOf(column, row), colours))),
    ])
  }
}

/** One line per field of an object. */
export const record: View = (data, colours) => {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return cell(data, colours)
  const fields = Object.entries<JsonValue>(data)
  return aligned(
    fields.map(([name, value]) => [colours.dim(printable(name)), cell(value, colours)]),
  )
}

/** An object of which some fields are lists with a table of their own, below. */
export function recordWith(tables: Readonly<Record<string, View>>): View {
  return (data, colours) => {
    const names = Object.keys(tables)
    const rest = Object.entries(data ?? {}).filter(([name]) => !names.includes(name))
    const parts = [record(Object.fromEntries(rest) as JsonValue, colours)]
    for (const [name, view] of Object.entries(tables)) {
      const list = fieldOf(data, name)
      if (listOf(list).length > 0) parts.push('', colours.bold(name), view(list ?? [], colours))
    }
    return parts.join('\n')
  }
}

function aligned(rows: readonly (readonly string[])[]): string {
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
  return typeof column === 'string' ? fieldOf(row, column) : column.of(row)
}

function cell(value: JsonValue | undefined, colours: Colours): string {
  const text = plain(value)
  if (GOOD.includes(text)) return colours.green(text)
  if (UNDER_WAY.includes(text)) return colours.cyan(text)
  if (WAITING.includes(text)) return colours.yellow(text)
  return OVER.includes(text) ? colours.red(text) : text
}

/** A value in one line. */
export function plain(value: JsonValue | undefined): string {
  if (value === undefined || value === null || value === '') return '-'
  if (typeof value === 'string') return printable(value)
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) {
    return value.map(plain).join(', ') || '-'
  }
  return typeof value === 'object' ? printable(JSON.stringify(value)) : String(value)
}

/** Which page of how many, where there is more than one. */
export function pageNote(pagination: JsonValue | undefined): string | undefined {
  const [page, pages, total] = ['page', 'totalPages', 'totalRecords'].map((name) =>
    fieldOf(pagination, name),
  )
  if (typeof page !== 'number' || typeof pages !== 'number' || pages <= 1) return undefined
  const next = page < pages ? `; --page ${page + 1} shows the next` : ''
  return `page ${page} of ${pages}, ${plain(total)} in all${next}`
}
