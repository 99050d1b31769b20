import PdfDocument from 'pdfkit'
import { dateAt } from '../core/mod.ts'
import { FONTS } from './fonts.ts'
import { PageText, type Pdf } from './page-text.ts'
import { newPage, type Sheet } from './sheet.ts'
import type { Party, PrintedDocument } from './printed-document.ts'
import { shownInstant } from './printed-text.ts'
import { drawTable } from './draw-table.ts'
import { BOTTOM, COLORS, LEFT, RIGHT, SIZES, TOP, WIDTH } from './page-layout.ts'

/** Returns the document as PDF, A4. Only the glyphs that it has are in the file. */
export async function drawDocument(document: PrintedDocument): Promise<Uint8Array> {
  const { title, number, issuer, printedAtMs } = document
  const pdf = new PdfDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    font: FONTS.plain,
    lang: 'en',
    displayTitle: true,
    info: {
      Title: `${title} ${number}`,
      Author: issuer.name,
      CreationDate: dateAt(printedAtMs),
    },
  })
  const chunks: Uint8Array[] = []
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    pdf.on('end', resolve)
    pdf.on('error', reject)
  })
  const sheet: Sheet = { pdf, text: new PageText(pdf), y: TOP }
  drawHead(sheet, document)
  for (const table of document.tables) drawTable(sheet, table)
  for (const note of document.notes) drawNote(sheet, note)
  drawFeet(sheet, document)
  pdf.end()
  await ended
  return Buffer.concat(chunks)
}

/** Draws the letterhead, the title, both parties, and the subject of the document. */
function drawHead(sheet: Sheet, document: PrintedDocument): void {
  const { title, number, issuer, recipient, facts, warning } = document
  const { pdf } = sheet
  drawMark(pdf)
  drawLines(sheet, issuer.name, {
    x: LEFT + 26,
    width: WIDTH - 26,
    size: SIZES.lead,
    isStrong: true,
  })
  sheet.y += 18
  drawLines(sheet, title, { x: LEFT, width: WIDTH, size: SIZES.title, isStrong: true })
  drawLines(sheet, number, { x: LEFT, width: WIDTH, size: SIZES.text, color: COLORS.soft })
  if (warning !== undefined) {
    sheet.y += 4
    drawLines(sheet, warning, { x: LEFT, width: WIDTH, size: SIZES.text, color: COLORS.failed })
  }
  sheet.y += 12
  const column = (WIDTH - 24) / 2
  const { y } = sheet
  drawParty(sheet, issuer, { x: LEFT, width: column })
  const end = sheet.y
  sheet.y = y
  drawParty(sheet, recipient, { x: LEFT + column + 24, width: column })
  sheet.y = Math.max(end, sheet.y) + 10
  for (const [name, value] of facts) {
    const top = sheet.y
    drawLines(sheet, name, { x: LEFT, width: 120, size: SIZES.text, color: COLORS.soft })
    sheet.y = top
    drawLines(sheet, value, { x: LEFT + 124, width: WIDTH - 124, size: SIZES.text })
    sheet.y += 1
  }
}

/** A tile that one diagonal cuts into two tones. */
function drawMark(pdf: Pdf): void {
  const side = 16
  pdf.rect(LEFT, TOP - 2, side, side).fill(COLORS.clay)
  pdf
    .moveTo(LEFT, TOP - 2)
    .lineTo(LEFT + side, TOP - 2)
    .lineTo(LEFT, TOP - 2 + side)
    .fill(COLORS.clayLight)
}

function drawParty(sheet: Sheet, { role, name, lines }: Party, at: Column): void {
  drawLines(sheet, role, { ...at, size: SIZES.small, color: COLORS.soft })
  drawLines(sheet, name, { ...at, size: SIZES.text, isStrong: true })
  for (const line of lines) drawLines(sheet, line, { ...at, size: SIZES.text })
}

interface Column {
  readonly x: number
  readonly width: number
}

interface Style extends Column {
  readonly size: number
  readonly isStrong?: boolean
  readonly color?: string
}

/** The most lines of a name that are printed. */
const LINES_MAX = 4

/** Draws a text below everything drawn so far. */
function drawLines(sheet: Sheet, text: string, style: Style): void {
  const { x, width, size, isStrong = false, color = COLORS.ink } = style
  const { pdf } = sheet
  pdf
    .font(isStrong ? FONTS.strong : FONTS.plain)
    .fontSize(size)
    .fillColor(color)
  for (const line of sheet.text.linesOf(text, { width, linesMax: LINES_MAX })) {
    sheet.text.draw(line, x, sheet.y)
    sheet.y += size * 1.35
  }
}

function drawNote(sheet: Sheet, note: string): void {
  const needed = SIZES.text * 1.35 * LINES_MAX
  if (sheet.y + needed > BOTTOM) newPage(sheet)
  sheet.y += 6
  drawLines(sheet, note, { x: LEFT, width: WIDTH, size: SIZES.text, color: COLORS.soft })
}

/** Writes on each page the document's number, the page number and the number of pages. */
function drawFeet({ pdf, text }: Sheet, { number, printedAtMs }: PrintedDocument): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let at = start; at < start + count; at++) {
    pdf.switchToPage(at)
    pdf.font(FONTS.plain).fontSize(SIZES.small).fillColor(COLORS.soft)
    text.draw(`${number}  ·  made ${shownInstant(printedAtMs)} UTC`, LEFT, BOTTOM + 14)
    const page = `Page ${at - start + 1} of ${count}`
    text.draw(page, RIGHT - text.widthOf(page), BOTTOM + 14)
  }
}
