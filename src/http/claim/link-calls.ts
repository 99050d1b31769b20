import { Refusal } from '../../core/mod.ts'
import type { MessageName } from '../../links/mod.ts'
import type { Context } from '../context.ts'
import { FIRST } from './chooser-views.ts'
import { helloPage, returnPage } from './link-views.ts'
import { isNonce, nonceOf } from './nonce.ts'
import { choicesOf } from './offers.ts'
import type { Form, PageReply } from './page-reply.ts'
import type { LinkView, Place } from './view.ts'

export async function showHello(
  context: Context,
  view: LinkView,
  { place = FIRST, notice }: { place?: Place; notice?: MessageName | undefined } = {},
): Promise<PageReply> {
  const choices = await choicesOf(context, view)
  return { status: notice ? 409 : 200, body: helloPage(view, choices, { place, notice }) }
}

export function askReturn(context: Context, view: LinkView): PageReply {
  const earlierPage = view.before('return')
  if (earlierPage) return earlierPage
  return { status: 200, body: returnPage(view, nonceOf(context.vault, view.purse, 'return')) }
}

/** Returns the rest of a link to its sender, at the request of its person. */
export async function giveBack(context: Context, view: LinkView, form: Form): Promise<PageReply> {
  const { link, path } = view
  const { partnerId, linkNo, generation } = link
  const named = { act: 'return', nonce: form['nonce'] ?? '' }
  const earlierPage = view.before('return')
  if (earlierPage || !isNonce(context.vault, view.purse, named)) return askReturn(context, view)
  // A program that presses buttons does not tick the box.
  if (form['agree'] !== 'yes') return { ...askReturn(context, view), status: 400 }
  const bearer = { generation, trust: view.cookie }
  try {
    await context.orders.link(partnerId, { act: 'return', linkNo, bearer })
  } catch (error) {
    // The link has ended in another way meanwhile. Its page says how.
    if (!(error instanceof Refusal) || error.kind !== 'state_conflict') throw error
  }
  return { status: 303, location: path }
}
