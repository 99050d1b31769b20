import { Refusal, type FieldFault } from '../core/mod.ts'

export const IMPORT_COLUMNS = [
  'faceValue',
  'giftCardNumber',
  'giftCardPin',
  'barCodeNumber',
  'redemptionUrl',
  'expiresAt',
] as const
export type Column = (typeof IMPORT_COLUMNS)[number]

const REQUIRED: readonly Column[] = ['faceValue', 'giftCardNumber']

/** The position of each column, from 0, and the number of columns. */
export interface Header {
  readonly width: number
  readonly at: Readonly<Partial<Record<Column, number>>>
}

/**
 * Reads the first line of an import. Refuses invalid_request with every fault. Unknown and repeated
 * columns are named by position only: in a file without a header they are codes. Missing columns
 * are named.
 */
export function readHeader(fields: readonly string[]): Header {
  const columns = fields.map((name) => IMPORT_COLUMNS.find((column) => column === name.trim()))
  const faults = [
    ...columns.flatMap((column, at) => faultOf(columns, column, at)),
    ...REQUIRED.filter((column) => !columns.includes(column)).map((field): FieldFault => ({
      field,
      message: 'is a required column',
    })),
  ]
  if (faults.length > 0) {
    throw new Refusal('invalid_request', 'the first line must be a header with the columns', {
      details: faults,
    })
  }
  const at = Object.fromEntries(columns.map((column, place) => [column, place]))
  return { width: columns.length, at }
}

function faultOf(
  columns: readonly (Column | undefined)[],
  column: Column | undefined,
  at: number,
): FieldFault[] {
  const field = `columns[${at}]`
  if (column === undefined) {
    return [{ field, message: `must be one of ${IMPORT_COLUMNS.join(', ')}` }]
  }
  return columns.indexOf(column) === at ? [] : [{ field, message: `is ${column} again` }]
}
