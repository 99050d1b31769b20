import type { Caller } from './caller.ts'
import { sendMany, type LinkRecipient, type ManyLinks, type SentLinkRow } from './link-rows.ts'
import type * as Api from './operations.ts'
import type { CallOptions } from './sender.ts'
import type { CreateManyOptions, Rows } from './split-rows.ts'

type Query<Id extends keyof Api.Operations> = Api.Operations[Id]['query']

/** Links with value that people claim. */
export class Links {
  readonly #caller: Caller

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /**
   * Sends links: one for each recipient, in their order. All or none.
   *
   * @example
   * const recipients = [{ name: 'Ada' }]
   * const body = { reference: 'may', currency: 'USD', amount: 25, recipients }
   * const { links } = await tessera.links.send(body)
   */
  send(body: Api.NewLinks, options?: CallOptions) {
    return this.#caller.call('sendLinks', { body }, options)
  }

  /**
   * Sends any number of links, and yields the link of each recipient. Each request has up to 1,000
   * recipients, and the reference with its number, such as `may-1`. A request whose response is
   * lost is repeated with its key. If it fails for good, begin again with the same recipients: no
   * link is sent twice. The reference has at most 245 characters.
   *
   * @example
   * const people = [{ name: 'Ada' }, { name: 'Ben' }]
   * const body = { reference: 'june', currency: 'USD', amount: 25 }
   * for await (const { row, link } of tessera.links.sendMany(body, people)) {
   *   console.log(row.name, link.url)
   * }
   */
  sendMany(
    links: ManyLinks,
    recipients: Rows<LinkRecipient>,
    options: CreateManyOptions = {},
  ): AsyncGenerator<SentLinkRow> {
    return sendMany(this.#caller, { links, recipients }, options)
  }

  /**
   * Lists the links, newest first.
   *
   * @example
   * for await (const { linkId, status } of tessera.links.list()) console.log(linkId, status)
   */
  list(query: Query<'listLinks'> = {}, options?: CallOptions) {
    return this.#caller.list('listLinks', { query }, options)
  }

  /**
   * Returns a link with the orders that were claimed from it.
   *
   * @example
   * const { status, left, orders } = await tessera.links.get(linkId)
   */
  get(linkId: string, options?: CallOptions) {
    return this.#caller.call('getLink', { path: { linkId } }, options)
  }

  /**
   * Ends a link. Its remaining value comes back at once.
   *
   * @example
   * const { returned } = await tessera.links.cancel(linkId, { reason: 'left the company' })
   */
  cancel(linkId: string, body: Api.LinkCancellation = {}, options?: CallOptions) {
    return this.#caller.call('cancelLink', { path: { linkId }, body }, options)
  }

  /**
   * Gives a link another address, if nothing of it is claimed yet. The old address ends.
   *
   * @example
   * const { url } = await tessera.links.replace(linkId)
   */
  replace(linkId: string, body: Api.LinkReplacement = {}, options?: CallOptions) {
    return this.#caller.call('replaceLink', { path: { linkId }, body }, options)
  }

  /**
   * Mails a link to its person once more.
   *
   * @example
   * const { messages } = await tessera.links.resend(linkId)
   */
  resend(linkId: string, options?: CallOptions) {
    return this.#caller.call('resendLink', { path: { linkId } }, options)
  }
}
