import { FONTS } from './fonts.ts'
import { BOTTOM, COLORS, LEFT, RIGHT, SIZES, WIDTH } from './page-layout.ts'
import type { PrintedColumn, PrintedTable } from './printed-document.ts'
import { newPage, type Sheet } from './sheet.ts'

const SIZE = SIZES.small
const LINE = SIZE * 1.3
const GAP = 6
/** The space above and below the lines of a row. */
const SPACE = 3
/** References may have 255 characters. */
const CELL_LINES_MAX = 4
const ROWS_WITH_HEAD = 3

interface PlacedColumn extends PrintedColumn {
  readonly x: number
  readonly room: number
}

/** Draws a table, with its head on each page. */
export function drawTable(sheet: Sheet, table: PrintedTable): void {
  const columns = placeColumns(table.columns)
  const last = table.rows.length - 1
  // Otherwise the head would stand alone at the foot of a page.
  if (sheet.y + 40 + ROWS_WITH_HEAD * (LINE + 2 * SPACE) > BOTTOM) newPage(sheet)
  sheet.y += 14
  sheet.pdf.font(FONTS.strong).fontSize(SIZES.lead).fillColor(COLORS.ink)
  sheet.text.draw(sheet.text.plain(table.title), LEFT, sheet.y)
  sheet.y += SIZES.lead * 1.6
  drawHead(sheet, columns)
  for (const [at, row] of table.rows.entries()) {
    drawRow(sheet, { columns, row, isStrong: at === last && table.hasTotal === true })
  }
}

function placeColumns(columns: readonly PrintedColumn[]): PlacedColumn[] {
  const parts = columns.reduce((sum, { width }) => sum + width, 0)
  let x = LEFT
  return columns.map((column) => {
    const width = (WIDTH * column.width) / parts
    const at = x
    x += width
    // Numbers are aligned to the right end of the rules.
    const left = column.isNumber === true ? at + GAP : at
    return { ...column, x: left, room: width - GAP }
  })
}

function drawHead(sheet: Sheet, columns: readonly PlacedColumn[]): void {
  const { pdf } = sheet
  pdf.font(FONTS.plain).fontSize(SIZE).fillColor(COLORS.soft)
  for (const column of columns) drawCell(sheet, column, [column.label])
  sheet.y += LINE + SPACE
  drawRule(sheet)
}

interface DrawnRow {
  readonly columns: readonly PlacedColumn[]
  readonly row: readonly string[]
  readonly isStrong: boolean
}

function drawRow(sheet: Sheet, { columns, row, isStrong }: DrawnRow): void {
  const font = isStrong ? FONTS.strong : FONTS.plain
  sheet.pdf.font(font).fontSize(SIZE)
  const cells = columns.map(({ isNumber, room, label }, at) => {
    const text = row[at] ?? ''
    if (isNumber !== true) {
      return sheet.text.linesOf(text, { width: room, linesMax: CELL_LINES_MAX })
    }
    // A number is never cut: a part of it is a different number.
    if (sheet.text.widthOf(text) > room) throw new Error(`${label} has no room for ${text}`)
    return [text]
  })
  const height = Math.max(1, ...cells.map(({ length }) => length)) * LINE + 2 * SPACE
  if (sheet.y + height > BOTTOM) {
    newPage(sheet)
    drawHead(sheet, columns)
    sheet.pdf.font(font).fontSize(SIZE)
  }
  sheet.pdf.fillColor(COLORS.ink)
  sheet.y += SPACE
  for (const [at, column] of columns.entries()) drawCell(sheet, column, cells[at] ?? [])
  sheet.y += height - SPACE
  drawRule(sheet)
}

function drawCell({ text, y }: Sheet, column: PlacedColumn, lines: readonly string[]): void {
  const { x, room, isNumber } = column
  for (const [at, line] of lines.entries()) {
    const left = isNumber === true ? x + room - text.widthOf(line) : x
    text.draw(line, left, y + at * LINE)
  }
}

function drawRule({ pdf, y }: Sheet): void {
  pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).strokeColor(COLORS.line).stroke()
}
