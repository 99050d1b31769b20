import { open } from 'node:fs/promises'
import { Transform, type Readable } from 'node:stream'
import type { Command } from 'commander'
import { operatorConnection } from './connection.ts'
import { CommandFailure, EXIT_FAILURE } from './failure.ts'
import { asJson, show, type Invocation } from './invocation.ts'
import { fieldOf, listOf, type JsonValue } from './json.ts'
import { segment, uploadAsOperator } from './operator-api.ts'
import { plain, tableOf } from './print.ts'
import { startProgress, type Progress } from './progress.ts'
import { unreadable } from './sources.ts'
import type { Colours, Terminal } from './terminal.ts'

/** What is uploaded, and how many bytes it has where that is known beforehand. */
interface Upload {
  readonly name: string
  readonly bytes: number | undefined
  readonly body: Readable
}

const LINES_SHOWN_MAX = 50

/** codes import: sends a file of codes as it is read, whatever its size. */
export function addImportCommand(program: Command, invocation: Invocation): void {
  const codes = program
    .command('codes')
    .description('the stock of products whose supplier is vault')
  const command = asJson(codes.command('import'))
    .description('import codes; orders that wait for them are served at once')
    .argument('<productId>')
    .argument('<file>', 'CSV with a header; - for the standard input')
    .addHelpText('after', EXAMPLES)
  command.action(async (productId: string, file: string) => {
    const path = `/products/${segment(productId)}/codes`
    const connection = await operatorConnection(invocation.environment)
    const upload = await openUpload(file, invocation.terminal)
    const isQuiet = command.opts<{ json?: true }>().json === true
    const progress = isQuiet ? undefined : startProgress(invocation.terminal, upload)
    const answer = await uploadAsOperator(connection, {
      path,
      type: 'text/csv',
      body: counted(upload.body, progress),
    }).finally(() => progress?.end())
    show(invocation, command, { answer, view: outcome })
    if (rejectedCount(answer.data) > 0) invocation.exitCode = EXIT_FAILURE
  })
}

const EXAMPLES = `
The header names the columns, in any order; only the first two are required:
  faceValue,giftCardNumber,giftCardPin,barCodeNumber,redemptionUrl,expiresAt

Examples:
  $ tessera codes import 12 codes.csv
  $ gunzip -c codes.csv.gz | tessera codes import 12 -
    where codes.csv is
      faceValue,giftCardNumber,giftCardPin,expiresAt
      25,NWC-7Q4K-99TX-2MZB,4821,2030-12-31T23:59:59Z
      50,NWC-1D8F-QK3V-7YHP,0093,

Codes that the product has had before are counted as duplicates and left out, so a file can be sent
again. Lines that cannot be taken are listed with their reason, and the exit code is 1 then.`

async function openUpload(file: string, { stdin }: Terminal): Promise<Upload> {
  if (file === '-') return { name: 'standard input', bytes: undefined, body: stdin }
  const handle = await open(file).catch((error: unknown) => {
    throw unreadable(file, error)
  })
  const kind = await handle.stat()
  if (kind.isDirectory()) {
    await handle.close()
    throw new CommandFailure(`${file} is a directory`)
  }
  // A pipe may be named like a file, and does not know its size.
  const bytes = kind.isFile() ? kind.size : undefined
  return { name: file, bytes, body: handle.createReadStream() }
}

function counted(body: Readable, progress: Progress | undefined): Readable {
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

function outcome(data: JsonValue, colours: Colours): string {
  const count = (name: string): string => plain(fieldOf(data, name) ?? 0)
  const rejected = listOf(fieldOf(data, 'rejected'))
  const total = rejectedCount(data)
  const summary =
    `${colours.green(`${count('imported')} imported`)}, ${count('duplicates')} duplicates, ` +
    (total > 0 ? colours.red(`${total} rejected`) : '0 rejected')
  if (total === 0) return summary
  const shown = rejected.slice(0, LINES_SHOWN_MAX)
  const more = total - shown.length
  return [
    summary,
    '',
    tableOf(['line', 'reason'])(shown, colours),
    ...(more > 0 ? [colours.dim(`and ${more} more; --json lists up to 1000`)] : []),
  ].join('\n')
}

function rejectedCount(data: JsonValue): number {
  const count = fieldOf(data, 'rejectedCount')
  return typeof count === 'number' ? count : listOf(fieldOf(data, 'rejected')).length
}
