import type { Caller } from './caller.ts'
import type * as Api from './operations.ts'
import { sendRows, type CreateManyOptions, type Rows } from './split-rows.ts'

export type LinkRecipient = Api.NewLinks['recipients'][number]

/** What all links of `sendMany` share. */
export type ManyLinks = Omit<Api.NewLinks, 'recipients'>

/** The link of a recipient. */
export interface SentLinkRow {
  /** The index of the recipient, from 0. */
  readonly index: number
  readonly row: LinkRecipient
  readonly link: Api.SentLinks['links'][number]
}

/** The most recipients of a request. */
const RECIPIENTS_MAX = 1_000
/** A reference has at most 255 characters, of which the number of a request needs up to 10. */
const REFERENCE_LENGTH_MAX = 245

/**
 * Yields the link of each recipient, in sequence, request by request. Each request has the reference
 * with its number, and a key derived from that, so that it is sent once. Throws TypeError at once if
 * the reference is missing or too long.
 */
export function sendMany(
  caller: Caller,
  { links, recipients }: { links: ManyLinks; recipients: Rows<LinkRecipient> },
  options: CreateManyOptions,
): AsyncGenerator<SentLinkRow> {
  const { reference: shared } = links
  if (typeof shared !== 'string' || shared === '' || shared.length > REFERENCE_LENGTH_MAX) {
    throw new TypeError(`reference must be a text of 1 to ${REFERENCE_LENGTH_MAX} characters`)
  }
  let number = 0
  return sendRows(
    recipients,
    async (part, { signal }) => {
      number += 1
      const reference = `${shared}-${number}`
      const body = { ...links, reference, recipients: part }
      const keyed = { idempotencyKey: await keyOf(reference), ...(signal && { signal }) }
      const sent = await caller.call('sendLinks', { body }, keyed)
      return { results: sent.links.map((link) => ({ link })) }
    },
    { rowsMax: RECIPIENTS_MAX, ...options },
  )
}

async function keyOf(reference: string): Promise<string> {
  const text = new TextEncoder().encode(`links ${reference}`)
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
}
