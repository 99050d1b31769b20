import { Zip, ZipDeflate } from 'fflate'
import { LongText } from './long-text.ts'

/** Collects entries of a list as a workbook. The columns are all fields that occur in any entry. */
export class ListXlsx {
  readonly #fields: string[] = []
  readonly #text = new LongText()
  /** The head is the first row. */
  #rows = 1

  add(entries: readonly object[]): void {
    for (const name of entries.flatMap(Object.keys)) {
      if (!this.#fields.includes(name)) this.#fields.push(name)
    }
    const rows = entries.map((entry) => {
      const values = new Map<string, unknown>(Object.entries(entry))
      return this.#row(this.#fields.map((name) => values.get(name)))
    })
    this.#text.add(rows.join(''))
  }

  /** Returns the parts of the file. */
  async parts(): Promise<BlobPart[]> {
    const chunks: BlobPart[] = []
    const zip = new Zip((error, chunk) => {
      if (error) throw error
      // As a blob, it need not stay in the memory of the page.
      chunks.push(new Blob([Uint8Array.from(chunk)]))
    })
    for (const [name, text] of FRAME) await write(zip, name, [new Blob([text])])
    this.#rows = 0
    const begin = new Blob([SHEET_BEGIN, this.#row(this.#fields)])
    const end = new Blob([SHEET_END])
    await write(zip, 'xl/worksheets/sheet1.xml', [begin, ...this.#text.parts(), end])
    zip.end()
    return chunks
  }

  #row(values: readonly unknown[]): string {
    this.#rows += 1
    const cells = values.map((value, at) => cellOf(value, `${columnName(at)}${this.#rows}`))
    return `<row r="${this.#rows}">${cells.join('')}</row>`
  }
}

/** Compresses the parts of a file one by one, so that few of them are in memory at once. */
async function write(zip: Zip, name: string, parts: readonly Blob[]): Promise<void> {
  const file = new ZipDeflate(name, { level: 6 })
  zip.add(file)
  for (const [at, part] of parts.entries()) {
    file.push(new Uint8Array(await part.arrayBuffer()), at === parts.length - 1)
  }
}

/** More digits than a spreadsheet keeps. */
const DIGITS_MAX = 15
const CELL_LENGTH_MAX = 32_767

/**
 * Returns a cell. A number that a spreadsheet would round is text, and so is everything else: a
 * text cell of this kind is never taken for a formula.
 */
function cellOf(value: unknown, place: string): string {
  if (value === undefined || value === null || value === '') return ''
  if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? 1 : 0}</v></c>`
  if (typeof value === 'number' && isExact(value)) return `<c r="${place}"><v>${value}</v></c>`
  const text = escaped(textOf(value).slice(0, CELL_LENGTH_MAX))
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

function isExact(value: number): boolean {
  const digits = String(value).replace(/e.*$/, '').replaceAll(/\D/g, '').replace(/^0+/, '')
  return Number.isFinite(value) && digits.length <= DIGITS_MAX
}

function textOf(value: unknown): string {
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return value.join('; ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Characters that XML cannot contain, even escaped. */
const NO_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
/** A text that a spreadsheet would read as an escaped character. */
const LIKE_ESCAPED = /_(?=x[0-9A-Fa-f]{4}_)/g

function escaped(text: string): string {
  return text
    .replaceAll(NO_XML, '\uFFFD')
    .replaceAll(LIKE_ESCAPED, '_x005F_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;')
}

const LETTERS = 26

/** Returns the name of a column by its place: A, ..., Z, AA. */
function columnName(at: number): string {
  const last = String.fromCodePoint('A'.charCodeAt(0) + (at % LETTERS))
  return at < LETTERS ? last : columnName(Math.floor(at / LETTERS) - 1) + last
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const SHEET_BEGIN =
  `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0">` +
  '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>' +
  '</sheetViews><sheetData>'
const SHEET_END = '</sheetData></worksheet>'

/** The files of a workbook with one sheet (ECMA-376, part 1). */
const FRAME = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types">` +
      '<Default Extension="rels" ' +
      'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
      `<Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
      `Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      '<sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>',
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" ` +
      `Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
] as const
