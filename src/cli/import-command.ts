import { open } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import { randomUUID } from '../core/mod.ts'
import { operatorConnection } from './connection.ts'
import { ApiFailure, CommandFailure, EXIT_FAILURE, UsageFailure } from './failure.ts'
import { saveReport } from './imports-commands.ts'
import { asJson, show, type Build } from './invocation.ts'
import { fieldOf, listOf, textOf, type JsonValue } from './json.ts'
import { uploadAsOperator } from './operator-api.ts'
import { requestOf } from './operation-table.ts'
import { plain, tableOf } from './print.ts'
import { startProgress, type Progress } from './progress.ts'
import { unreadable } from './sources.ts'
import type { Colors, Terminal } from './terminal.ts'

/** The content of an upload, and its size if that is known. */
interface Upload {
  readonly name: string
  readonly bytes: number | undefined
  readonly body: Readable
}

const LINES_SHOWN_MAX = 50

/** The command `codes import`, which streams a file of any size. */
export const IMPORT_CODES: Build = (command, invocation) => {
  asJson(command)
    .description('import codes; waiting orders are served at once')
    .argument('<productId>')
    .argument('<file>', 'CSV with a header; - for the standard input')
    .option('--lot <name>', "the name of its lot; default: the import's id")
    .option('--dry-run', 'check and count, but store no code')
    .option('--resume <importId>', 'continue an interrupted import from the same file')
    .option('--report <file>', 'write every line that stored no new code to a file, as CSV')
    .addHelpText('after', EXAMPLES)
  command.action(async (productId: string, file: string) => {
    const { json: isQuiet, report, ...options } = command.opts<ImportOptions>()
    // The id is chosen here, so that the import can be resumed even if no response arrives.
    const importId = options.resume ?? (options.dryRun ? undefined : randomUUID())
    const query = queryOf(options, importId)
    const request = requestOf('importCodes', { path: { productId }, query })
    const connection = await operatorConnection(invocation.environment)
    const upload = await openUpload(file, invocation.terminal)
    const progress = isQuiet ? undefined : startProgress(invocation.terminal, upload)
    const response = await uploadAsOperator(connection, request, {
      type: 'text/csv',
      body: counted(upload.body, progress),
    })
      .catch((error: unknown) => {
        throw isCutOff(error) ? cutOff(error, { productId, file, importId }) : error
      })
      .finally(() => progress?.end())
    show(invocation, command, { response, view: options.dryRun ? dryOutcome : outcome })
    const reported = textOf(fieldOf(response.data, 'importId'))
    if (report !== undefined && reported !== undefined) {
      await saveReport(connection, { productId, importId: reported }, report)
    }
    if (rejectedCount(response.data) > 0) invocation.exitCode = EXIT_FAILURE
  })
}

interface ImportOptions {
  readonly json?: true
  readonly report?: string
  readonly lot?: string
  readonly dryRun?: true
  readonly resume?: string
}

/** True if the upload may have begun and did not end. The lines that arrived are stored. */
export function isCutOff(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  if (error instanceof ApiFailure) return error.isServerFault
  const fault = error.cause ?? error
  const code = fault instanceof Error && 'code' in fault ? fault.code : undefined
  return CUT_OFF_CODES.some((one) => one === code)
}

const CUT_OFF_CODES = ['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ERR_STREAM_PREMATURE_CLOSE']

function cutOff(
  error: Error,
  { productId, file, importId }: { productId: string; file: string; importId: string | undefined },
): CommandFailure {
  const reason = error instanceof ApiFailure ? `${error.code} (${error.status}): ` : ''
  const message = `the import was cut off: ${reason}${error.message}. `
  const command = ['tessera codes import', productId, quoted(file), '--resume', importId].join(' ')
  const input = file === '-' ? ', with the same standard input from its beginning' : ''
  return new CommandFailure(
    importId === undefined
      ? `${message}A dry run stores nothing: start it again`
      : `${message}The lines that arrived are stored; continue with: ${command}${input}`,
    { cause: error },
  )
}

/** Quotes an argument for a shell. */
function quoted(text: string): string {
  return /^[\w./:@%+,=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function queryOf(
  { lot, dryRun, resume }: Omit<ImportOptions, 'json' | 'report'>,
  importId: string | undefined,
) {
  if (resume !== undefined && (lot !== undefined || dryRun)) {
    throw new UsageFailure(
      '--resume continues an import as it was begun: give no --lot and no --dry-run',
    )
  }
  return {
    lot,
    dryRun: dryRun && 'true',
    resume,
    importId: resume === undefined ? importId : undefined,
  }
}

const EXAMPLES = `
The header names the columns, in any order; only the first two are required:
  faceValue,giftCardNumber,giftCardPin,barCodeNumber,redemptionUrl,expiresAt

Examples:
  $ tessera codes import 12 codes.csv
  $ tessera codes import 12 codes.csv --dry-run --report refused.csv
  $ gunzip -c codes.csv.gz | tessera codes import 12 - --lot spring
    where codes.csv is
      faceValue,giftCardNumber,giftCardPin,expiresAt
      25,NWC-7Q4K-99TX-2MZB,4821,2030-12-31T23:59:59Z
      50,NWC-1D8F-QK3V-7YHP,0093,

Codes that the product has had before are counted as duplicates and left out, so a file can be sent
again. To continue an interrupted import instead, give --resume and the id that \`tessera imports
list\` shows: the counts are then those of the whole file. Lines that cannot be imported, such as
those with the code of another product, are listed with their reason, and the exit code is 1 then.`

/** Opens a file to upload, or the standard input. */
export async function openUpload(file: string, { stdin }: Terminal): Promise<Upload> {
  if (file === '-') return { name: 'standard input', bytes: undefined, body: stdin }
  const handle = await open(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  const kind = await handle.stat()
  if (kind.isDirectory()) {
    await handle.close()
    throw new CommandFailure(`${file} is a directory`)
  }
  // A named pipe looks like a file but has no size.
  const bytes = kind.isFile() ? kind.size : undefined
  return { name: file, bytes, body: handle.createReadStream() }
}

/** Returns a stream of the same bytes that advances the progress as it is read. */
export function counted(body: Readable, progress: Progress | undefined): Readable {
  if (!progress) return body
  const counter = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      progress.advance(chunk.length)
      done(undefined, chunk)
    },
  })
  body.on('error', (error) => counter.destroy(error))
  counter.on('close', () => body.destroy())
  return body.pipe(counter)
}

function dryOutcome(data: JsonValue, colors: Colors): string {
  const counts = outcome(data, colors, 'would be imported')
  return `${colors.dim('dry run, no code was stored:')}\n${counts}`
}

function outcome(data: JsonValue, colors: Colors, done = 'imported'): string {
  const count = (name: string): string => plain(fieldOf(data, name) ?? 0)
  const rejected = listOf(fieldOf(data, 'rejected'))
  const total = rejectedCount(data)
  const summary =
    `${colors.green(`${count('imported')} ${done}`)}, ${count('duplicates')} duplicates, ` +
    (total > 0 ? colors.red(`${total} rejected`) : '0 rejected')
  if (total === 0) return summary
  const shown = rejected.slice(0, LINES_SHOWN_MAX)
  const more = total - shown.length
  return [
    summary,
    '',
    tableOf(['line', 'reason'])(shown, colors),
    ...(more > 0 ? [colors.dim(`and ${more} more; --json lists up to 1000`)] : []),
  ].join('\n')
}

function rejectedCount(data: JsonValue): number {
  const count = fieldOf(data, 'rejectedCount')
  return typeof count === 'number' ? count : listOf(fieldOf(data, 'rejected')).length
}
