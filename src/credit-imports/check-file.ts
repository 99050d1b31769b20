import { uuidv7 } from 'uuidv7'
import { recordAudit, type Actor } from '../audit/mod.ts'
import { invalidParameter, lineFault, Refusal, yieldToEventLoop } from '../core/mod.ts'
import {
  CsvBroken,
  CsvReader,
  partsOf,
  readHeader,
  requireFewer,
  type CsvHeader,
  type CsvRecord,
} from '../csv/mod.ts'
import { oneRow, transact } from '../db/mod.ts'
import { draftIfNeeded, requireNoDraft } from './file-approval.ts'
import { checkRows } from './check-rows.ts'
import type { CreditContext, CreditImportKey } from './credit-import.ts'
import {
  addChecked,
  endCheck,
  forgetRows,
  insertCreditImport,
  insertPart,
} from './credit-import-rows.ts'
import { CREDIT_COLUMNS, readRow, type CreditRow, type RowError } from './credit-row.ts'
import { rejectCutOff } from './reject-stalled.ts'
import { SeenReferences } from './seen-references.ts'
import { sealRows } from './stored-rows.ts'

export interface NewCreditFile {
  readonly partnerId: number
  readonly actor: Actor
  /** A UUID that the sender chose. */
  readonly importId?: string | undefined
  readonly fileReference: string
  /** True to check only: it can never be credited. */
  readonly isDryRun: boolean
  readonly createsConsumers: boolean
  /** The URL of the portal, for the link in mails to approvers. */
  readonly portalUrl?: string | undefined
}

/** Small, so that requests are served between two of them. */
const PART_BYTES = 65_536
/** The rows that are credited in one commit. */
const ROWS_OF_PART = 1_000
const FILE_REFERENCE_LENGTH_MAX = 100
/** More errors are counted, and not stored. */
const ERRORS_STORED_MAX = 10_000

/**
 * Returns the fault of a file's reference; undefined if it is valid. A reference has no slash, so
 * that keys of rows of different files differ.
 */
export function fileReferenceFault(text: string): string | undefined {
  if (text.includes('/')) return 'must have no slash'
  return lineFault(text, FILE_REFERENCE_LENGTH_MAX)
}

/**
 * Checks a whole file of credits, and stores its rows, sealed, unless it is a dry run. Moves no
 * money. Returns the key of the import, which is REJECTED if a row cannot be credited.
 *
 * Refuses invalid_request for the reference of the file and for its header, and state_conflict if
 * the partner has an import or a draft of this id; nothing is stored then.
 */
export async function checkCreditFile(
  context: CreditContext,
  file: NewCreditFile,
  csv: AsyncIterable<Uint8Array>,
): Promise<CreditImportKey> {
  const fault = fileReferenceFault(file.fileReference)
  if (fault !== undefined) throw invalidParameter('fileReference', fault)
  const check = new FileCheck(context, file)
  const reader = new CsvReader()
  try {
    for await (const { bytes, isLast } of partsOf(csv, PART_BYTES)) {
      reader.push(bytes, isLast)
      for (let record = reader.next(); record; record = reader.next()) {
        await check.add(record)
      }
      await yieldToEventLoop(bytes.length)
    }
  } catch (error) {
    if (error instanceof CsvBroken) await check.breakOff(error)
    else {
      await check.cutOff()
      throw error
    }
  }
  return await check.end()
}

/** The check of one file, row by row. */
class FileCheck {
  readonly #context: CreditContext
  readonly #file: NewCreditFile
  readonly #key: CreditImportKey
  readonly #seen = new SeenReferences()
  #header: CsvHeader<(typeof CREDIT_COLUMNS.all)[number]> | undefined
  #rows: CreditRow[] = []
  #errors: RowError[] = []
  #rowsOfPart = 0
  #rowsRead = 0
  #errorsStored = 0
  /** The last full part, which is checked and stored while the next one is read. */
  #storing: Promise<void> = Promise.resolve()
  #partNo = 0
  #isStored = false

  constructor(context: CreditContext, file: NewCreditFile) {
    this.#context = context
    this.#file = file
    this.#key = { partnerId: file.partnerId, importId: file.importId ?? uuidv7() }
  }

  async add(record: CsvRecord): Promise<void> {
    if (!this.#header) {
      this.#header = readHeader(record.fields, CREDIT_COLUMNS)
      return await this.#begin()
    }
    requireFewer(this.#rowsRead, record)
    this.#rowsRead += 1
    this.#rowsOfPart += 1
    const { row, errors } = readRow(this.#header, record)
    const first = row && this.#seen.add(row.reference, row.line)
    if (first !== undefined) {
      const { line } = record
      this.#errors.push({ line, field: 'reference', message: `is that of line ${first} again` })
    } else if (row) this.#rows.push(row)
    this.#errors.push(...errors)
    if (this.#rowsOfPart === ROWS_OF_PART) await this.#storePart()
  }

  async breakOff({ line, message }: CsvBroken): Promise<void> {
    if (!this.#header) {
      const details = [{ field: `line ${line}`, message }]
      throw new Refusal('invalid_request', `line ${line} ${message}`, { details })
    }
    this.#errors.push({ line, field: '', message })
    await Promise.resolve()
  }

  /** Rejects the import of a file that was cut off. If this fails, `rejectStalledChecks` does. */
  async cutOff(): Promise<void> {
    if (!this.#isStored) return
    await this.#storing.catch(() => undefined)
    const { db, clock } = this.#context
    await transact(db, (tx) => rejectCutOff(tx, this.#key, clock.now())).catch(() => undefined)
  }

  async end(): Promise<CreditImportKey> {
    this.#header ??= readHeader([], CREDIT_COLUMNS)
    if (this.#rowsRead === 0) {
      this.#errors.push({ line: 1, field: '', message: 'is the only line of the file' })
    }
    if (this.#rowsOfPart > 0 || this.#errors.length > 0) await this.#storePart()
    await this.#storing
    const { db, clock } = this.#context
    await transact(db, async (tx) => {
      const { state } = await oneRow(tx, endCheck(this.#key, clock.now()))
      if (state === 'REJECTED') tx.write(forgetRows(this.#key))
      else if (!this.#file.isDryRun) {
        await draftIfNeeded(tx, { ...this.#file, ...this.#key, at: clock.now() })
      }
    })
    return this.#key
  }

  async #begin(): Promise<void> {
    const { db, clock } = this.#context
    const { actor, fileReference, isDryRun, createsConsumers } = this.#file
    const { partnerId, importId } = this.#key
    const now = clock.now()
    const terms = { fileReference, isDryRun, createsConsumers }
    await transact(db, async (tx) => {
      if (this.#file.importId !== undefined) await requireNoDraft(tx, this.#key)
      const inserted = await tx.rows(
        insertCreditImport({
          ...this.#key,
          ...terms,
          actor: actor.name,
          madeBy: userOf(actor),
          now,
        }),
      )
      if (inserted.length === 0) {
        throw new Refusal('state_conflict', 'the partner has an import of this id')
      }
      recordAudit(tx, {
        partnerId,
        actor,
        action: 'credits.check',
        target: `credit_import:${importId}`,
        valueOut: 'none',
        after: terms,
        at: now,
      })
    })
    this.#isStored = true
  }

  /** Begins to store the part that was read, once the part before it is stored. */
  async #storePart(): Promise<void> {
    const part = {
      partNo: this.#partNo,
      rowCount: this.#rowsOfPart,
      rows: this.#rows,
      errors: this.#errors,
    }
    this.#partNo += 1
    this.#rowsOfPart = 0
    this.#rows = []
    this.#errors = []
    await this.#storing
    this.#storing = this.#store(part)
    // The error is thrown where the promise is awaited.
    this.#storing.catch(() => undefined)
  }

  async #store({ partNo, rowCount, ...part }: ReadPart): Promise<void> {
    const { db, vault, clock } = this.#context
    const checked = await checkRows(this.#context, this.#file, part.rows)
    const all = [...part.errors, ...checked.errors].toSorted((one, two) => one.line - two.line)
    const errors = all.slice(0, ERRORS_STORED_MAX - this.#errorsStored)
    const { rows, totals } = checked
    const sealed = this.#file.isDryRun ? null : sealRows(vault, this.#key, { partNo, rows })
    const counts = { rows: rowCount, errors: all.length, now: clock.now() }
    await transact(db, async (tx) => {
      if (sealed) vault.requireKeys(tx, [sealed])
      tx.write(insertPart(this.#key, { partNo, rows: rowCount, totals, errors, sealed }))
      const updatedRows = await tx.rows(addChecked(this.#key, counts))
      if (updatedRows.length === 0) throw new Refusal('state_conflict', 'the check was cut off')
    })
    this.#errorsStored += errors.length
  }
}

/** The rows that could be read, and the errors of the others. */
interface ReadPart {
  readonly partNo: number
  readonly rowCount: number
  readonly rows: readonly CreditRow[]
  readonly errors: readonly RowError[]
}

/** Returns the id of the user of the partner; null for anybody else. */
function userOf({ kind, id }: Actor): number | null {
  return kind === 'partner_user' ? Number(id) : null
}
