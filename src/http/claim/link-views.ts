import { markup, type Html } from '../../core/mod.ts'
import { leftOf, pendingReview, statusOf, type MessageName } from '../../links/mod.ts'
import { cardList, choiceRows, noticeOf } from './chooser-views.ts'
import type { Choice } from './offers.ts'
import type { LinkView, Place } from './view.ts'

/** The first page: who sent how much, the cards so far, and the choices for the rest. */
export function helloPage(
  view: LinkView,
  choices: readonly Choice[],
  { place, notice }: { readonly place: Place; readonly notice?: MessageName | undefined },
): Html {
  const { language, brand, sender, recipient, link } = view
  const { text } = language
  const amount = language.amount(link.amountMinor, link.currency)
  const { name } = recipient
  const { message } = brand
  const hello = brand.greeting ?? (name === undefined ? undefined : text('hello', { name }))
  return markup`${noticeOf(language, notice)}
    ${hello && markup`<p class="soft" dir="auto">${hello}</p>`}
    <h1>${inSentence(text('from', { sender, amount: AMOUNT }), amount)}</h1>
    ${message === undefined ? undefined : markup`<blockquote dir="auto">${message}</blockquote>`}
    ${cardList(view)}${leftOf(link) > 0n ? choiceList(view, choices, place) : endedText(view)}`
}

const AMOUNT = '\u0000'

/** Sets an amount large, on a line of its own, in a sentence that has a mark in its place. */
function inSentence(sentence: string, amount: string): Html {
  const [before = '', after = ''] = sentence.split(AMOUNT)
  return markup`${before}<span class="sum">${amount}</span>${after}`
}

function endedText({ language: { text }, link, sender }: LinkView): Html {
  const names = {
    CLAIMED: 'claimed',
    EXPIRED: 'expired',
    CANCELLED: 'cancelled',
    RETURNED: 'returned',
  } as const
  const status = statusOf(link)
  const name = status === 'OPEN' || status === 'PARTLY_CLAIMED' ? 'claimed' : names[status]
  return markup`<p>${text(name, { sender })}</p>`
}

function choiceList(view: LinkView, choices: readonly Choice[], place: Place): Html {
  const { language, link, path, sender } = view
  const { text } = language
  const date = language.instant(link.claimByMs)
  const review = pendingReview(link)
  if (review) {
    const until = language.instant(review.untilMs)
    return markup`<h2>${text('reviewTitle')}</h2>
      <p role="status">${text('review', { sender, date: until })}</p>
      <p><a href="${path}/return">${text('notForMe')}</a></p>`
  }
  if (view.isPaused) return markup`<p role="status">${text('paused', { sender, date })}</p>`
  return markup`<h2>${text('choose')}</h2>
    ${
      leftOf(link) === link.amountMinor
        ? undefined
        : markup`<p>${text('left', { amount: language.amount(leftOf(link), link.currency) })}</p>`
    }
    ${choiceRows(view, choices, place)}
    <p class="soft">${text('claimBy', { date, sender })}</p>
    <p><a href="${path}/return">${text('notForMe')}</a></p>`
}

/** The page that asks a person to confirm that they do not want the rest of the money. */
export function returnPage(view: LinkView, nonce: string): Html {
  const { language, link, sender, path } = view
  const amount = language.amount(leftOf(link), link.currency)
  return markup`<h1>${language.text('notForMe')}</h1>
    <p>${language.text('returnAsk', { amount, sender })}</p>
    <form method="post" action="${path}/return">
      <input type="hidden" name="nonce" value="${nonce}" />
      <label class="check"
        ><input type="checkbox" name="agree" value="yes" required />
        <span>${language.text('notForMe')}</span></label
      >
      <button>${language.text('returnNow')}</button>
    </form>
    <p><a href="${path}">${language.text('back')}</a></p>`
}
