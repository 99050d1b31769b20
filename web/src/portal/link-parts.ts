import { ApiError } from '../api/api-error.ts'
import { call, type Result } from '../api/client.ts'
import type { Decimal } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { addressRows } from './save-addresses.ts'
import type { FileFault } from './read-csv.ts'
import type { LinkFile, Recipient } from './read-link-file.ts'
import { askForLinks, sendLinks, type NewLinks } from './send-links.ts'

/** One request of a file of links. */
export interface LinkPart {
  readonly body: NewLinks
  /** The line of the file, for each recipient. */
  readonly numbers: readonly number[]
}

/** A request that the service has checked. */
export interface CheckedPart extends LinkPart {
  readonly totals: Result<'checkOwnLinks'>
}

/** The most recipients of a request. */
const RECIPIENTS_MAX = 100_000
/** Below the largest body of such a request, 64 MiB, with space for what all its links share. */
const RECIPIENTS_BYTES_MAX = 66_000_000

/**
 * Splits a file into requests. The same file is always split the same way, and a file that has got
 * more or fewer lines keeps the references of its requests: each has its number.
 */
export function partsOf(
  links: Omit<NewLinks, 'recipients'>,
  { recipients, numbers }: Pick<LinkFile, 'recipients' | 'numbers'>,
): readonly LinkPart[] {
  const ends = endsOf(recipients)
  return ends.map((end, at) => {
    const begin = ends[at - 1] ?? 0
    const reference = `${links.reference}-${at + 1}`
    const body = { ...links, reference, recipients: recipients.slice(begin, end) }
    return { body, numbers: numbers.slice(begin, end) }
  })
}

/** Returns the index after the last recipient of each request. */
function endsOf(recipients: readonly Recipient[]): readonly number[] {
  const encoder = new TextEncoder()
  const ends: number[] = []
  let begin = 0
  let bytes = 0
  for (const [at, recipient] of recipients.entries()) {
    const size = encoder.encode(JSON.stringify(recipient)).length + 1
    if (at - begin === RECIPIENTS_MAX || bytes + size > RECIPIENTS_BYTES_MAX) {
      ends.push(at)
      begin = at
      bytes = 0
    }
    bytes += size
  }
  return [...ends, recipients.length]
}

interface Reports {
  readonly signal: AbortSignal
  /** Is called with the number of links that are checked. */
  onProgress(links: number): void
}

export interface CheckedFile {
  readonly parts: readonly CheckedPart[]
  /** If there are any, nothing may be sent. */
  readonly faults: readonly FileFault[]
}

/**
 * Lets the service check all requests of a file, in their order. Sends nothing. A fault of what all
 * lines share ends it; after faults of lines it goes on.
 */
export async function checkParts(
  parts: readonly LinkPart[],
  { signal, onProgress }: Reports,
): Promise<CheckedFile> {
  const checked: CheckedPart[] = []
  const faults: FileFault[] = []
  let links = 0
  for (const part of parts) {
    try {
      checked.push({ ...part, totals: await call('checkOwnLinks', { body: part.body, signal }) })
    } catch (error) {
      const found = faultsOf(error, part)
      if (found.length === 0) throw error
      faults.push(...found)
      if (found.some(({ line }) => line === undefined)) break
    }
    links += part.numbers.length
    onProgress(links)
  }
  return { parts: checked, faults }
}

function isOfReference(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'client_reference_exists'
}

/** Returns the faults of a refused request by the lines of its file; none if it names no field. */
export function faultsOf(error: unknown, { body, numbers }: LinkPart): readonly FileFault[] {
  if (!(error instanceof ApiError)) return []
  return error.details.map(({ field, message }) => {
    const [, at, name] = /^recipients\[(\d+)\]\.?(.*)$/.exec(field) ?? []
    if (at !== undefined) {
      return { line: numbers[Number(at)], message: `${name} ${message}`.trim() }
    }
    const value = field === 'reference' ? ` ${body.reference}` : ''
    return { line: undefined, message: `${field}${value} ${message}` }
  })
}

export interface SentParts {
  readonly parts: readonly CheckedPart[]
  readonly isForApproval: boolean
  /** Number of requests that are done, in their order. */
  readonly done: number
  readonly links: number
  readonly amount: Decimal
  /** The lines of the file of addresses. */
  readonly rows: readonly string[]
  readonly drafts: readonly string[]
}

/** Returns a file before its first request. */
export function startOf(parts: readonly CheckedPart[], isForApproval: boolean): SentParts {
  return { parts, isForApproval, done: 0, links: 0, amount: '0', rows: [], drafts: [] }
}

/** Does the next request of a file. If it was done before, repeats it, which changes nothing. */
export async function sendNext(sent: SentParts): Promise<SentParts> {
  const part = sent.parts[sent.done]
  if (!part) return sent
  const { links, amount } = part.totals
  const after = {
    ...sent,
    done: sent.done + 1,
    links: sent.links + links,
    amount: sumOf([sent.amount, amount]),
  }
  if (sent.isForApproval && !part.totals.isSent) {
    const { draftId } = await askForLinks(part.body)
    return { ...after, drafts: [...sent.drafts, draftId] }
  }
  const rows = await addressesOf(part)
  return { ...after, rows: rows === undefined ? sent.rows : [...sent.rows, rows] }
}

/**
 * Sends the links of a request and returns the lines of their addresses. Undefined if an approval or
 * another user sent them: their addresses are shown to those who may see them elsewhere.
 */
async function addressesOf({ body, totals }: CheckedPart): Promise<string | undefined> {
  try {
    const { links } = await sendLinks(body)
    return addressRows({ links, recipients: body.recipients })
  } catch (error) {
    if (totals.isSent && isOfReference(error)) return undefined
    throw error
  }
}
