import type { ProductContent } from '../../content/mod.ts'
import { formatAmount, minorUnits, markup, type Html } from '../../core/mod.ts'
import { leftOf, statusOf, type Language, type MessageName } from '../../links/mod.ts'
import type { View } from './view.ts'
import { costOf, faceValuesOf, type Choice } from './offers.ts'

const CHOICES_PER_PAGE = 60

/** The first page: who sent how much, the cards so far, and what the rest can become. */
export function helloPage(
  view: View,
  choices: readonly Choice[],
  { page, notice }: { readonly page: number; readonly notice?: MessageName | undefined },
): Html {
  const { language, sender, recipient, link } = view
  const { text } = language
  const amount = language.amount(link.amountMinor, link.currency)
  const { name, message } = recipient
  return markup`${noticeOf(language, notice)}
    ${name === undefined ? undefined : markup`<p class="soft">${text('hello', { name })}</p>`}
    <h1>${text('from', { sender, amount })}</h1>
    ${message === undefined ? undefined : markup`<blockquote>${message}</blockquote>`}
    ${cardList(view)}${leftOf(link) > 0n ? choiceList(view, choices, page) : endedText(view)}`
}

export function noticeOf({ text }: Language, notice: MessageName | undefined): Html | undefined {
  return notice && markup`<p class="fault" role="alert">${text(notice)}</p>`
}

function endedText({ language: { text }, link, sender }: View): Html {
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

function cardList({ language, path, orders }: View): Html | undefined {
  if (orders.length === 0) return undefined
  const { text } = language
  const rows = orders.map(
    ({ brand, faceValueMinor, currency, status }, at) =>
      markup`<li>
        <a href="${path}/cards/${String(at + 1)}"
          ><span class="name">${brand}</span>
          <span>${language.amount(faceValueMinor, currency)}</span>
          <span class="soft"
            >${text(status === 'CANCELLED' ? 'failed' : 'openCard').split('.')[0] ?? ''}</span
          ></a
        >
      </li>`,
  )
  return markup`<h2>${text('cards')}</h2>
    <ul class="list">
      ${rows}
    </ul>`
}

function choiceList(view: View, choices: readonly Choice[], page: number): Html {
  const { language, link, path, sender } = view
  const { text } = language
  const first = (page - 1) * CHOICES_PER_PAGE
  const rows = choices.slice(first, first + CHOICES_PER_PAGE).map((one) => choiceRow(view, one))
  const more = choices.length > first + CHOICES_PER_PAGE
  const date = language.instant(link.claimByMs)
  if (view.isPaused) return markup`<p role="status">${text('paused', { sender, date })}</p>`
  return markup`<h2>${text('choose')}</h2>
    <p>${text('left', { amount: language.amount(leftOf(link), link.currency) })}</p>
    <ul class="list">
      ${rows}
    </ul>
    ${page > 1 ? pageLink(path, page - 1, '‹') : undefined}
    ${more ? pageLink(path, page + 1, '›') : undefined}
    <p class="soft">${text('claimBy', { date, sender })}</p>
    <p><a href="${path}/return">${text('notForMe')}</a></p>`
}

function pageLink(path: string, page: number, sign: string): Html {
  return markup`<a class="button" href="${path}?page=${String(page)}">${sign}</a>`
}

function choiceRow({ language, path }: View, { offer, image, isInStock }: Choice): Html {
  const { productId, brand, currency, denomination } = offer.product
  const faces =
    denomination.type === 'FIXED'
      ? denomination.fixedMinor
      : [denomination.minMinor, denomination.maxMinor]
  const sorted = faces.toSorted((one, other) => (one < other ? -1 : 1))
  const [least = 0n, most = 0n] = [sorted[0], sorted.at(-1)]
  const values = { least: language.amount(least, currency), most: language.amount(most, currency) }
  const range = least === most ? values.most : language.text('between', values)
  const picture = image && markup`<img alt="" loading="lazy" src="/images/${image.imageId}" />`
  if (!isInStock) {
    return markup`<li>
      <span class="row soft"
        >${picture}<span class="name">${brand}</span> <span>${language.text('soldOut')}</span></span
      >
    </li>`
  }
  return markup`<li>
    <a href="${path}/choose/${String(productId)}"
      >${picture} <span class="name">${brand}</span><span class="soft">${range}</span></a
    >
  </li>`
}

/** The page that asks how much, and whether the person really wants the card. */
export function confirmPage(
  view: View,
  { offer, content }: Choice,
  { nonce, notice }: { readonly nonce: string; readonly notice?: MessageName | undefined },
): Html {
  const { language, link, path } = view
  const { text } = language
  const { brand, productId } = offer.product
  const terms = textsOf(content, language.tag)?.terms
  return markup`${noticeOf(language, notice)}
    <h1>${brand}</h1>
    <p>${text('left', { amount: language.amount(leftOf(link), link.currency) })}</p>
    <form method="post" action="${path}/claim">
      <input type="hidden" name="nonce" value="${nonce}" />
      <input type="hidden" name="claim" value="${String(link.claims)}" />
      <input type="hidden" name="product" value="${String(productId)}" />
      ${amountField(view, offer)}
      <p class="soft">${text('rest')}</p>
      ${
        terms === undefined
          ? undefined
          : markup`<h2>${text('terms')}</h2>
              <div class="card terms" tabindex="0">${terms}</div>`
      }
      <label class="check"
        ><input type="checkbox" name="agree" value="yes" required />
        <span>${text('agree')}</span></label
      >
      <button>${text('confirm')}</button>
    </form>
    <p><a href="${path}">${text('back')}</a></p>`
}

function amountField(view: View, offer: Choice['offer']): Html {
  const { language, link } = view
  const { currency, denomination } = offer.product
  const faces = faceValuesOf(offer, link)
  const shown = (face: bigint) => {
    const amount = language.amount(face, currency)
    if (currency.code === link.currency.code) return amount
    const cost = language.amount(costOf(offer, link, face), link.currency)
    return `${amount} (${cost})`
  }
  const label = markup`<label for="amount">${language.text('amount')}</label>`
  if (denomination.type === 'FIXED') {
    const options = faces.map(
      (face) =>
        markup`<option value="${formatAmount(minorUnits(face), currency)}">${shown(face)}</option>`,
    )
    return markup`${label}<select id="amount" name="amount">
        ${options}
      </select>`
  }
  const most = faces[0] ?? denomination.minMinor
  const values = { least: language.amount(denomination.minMinor, currency), most: shown(most) }
  return markup`${label}<input
      type="text"
      id="amount"
      name="amount"
      inputmode="decimal"
      dir="ltr"
      autocomplete="off"
      required
      aria-describedby="range"
      value="${formatAmount(minorUnits(most), currency)}"
    />
    <p class="soft" id="range">${language.text('between', values)}</p>`
}

/** Returns the texts of a product in a language, or in the first that it has. */
export function textsOf(content: ProductContent | undefined, tag: string) {
  const { locales = [] } = content ?? {}
  return locales.find(({ locale }) => locale.split('-')[0] === tag) ?? locales[0]
}

/** The page that asks whether the person does not want the rest. */
export function returnPage(view: View, nonce: string): Html {
  const { language, link, sender, path } = view
  const amount = language.amount(leftOf(link), link.currency)
  return markup`<h1>${language.text('notForMe')}</h1>
    <p>${language.text('returnAsk', { amount, sender })}</p>
    <form method="post" action="${path}/return">
      <input type="hidden" name="nonce" value="${nonce}" />
      <button>${language.text('returnNow')}</button>
    </form>
    <p><a href="${path}">${language.text('back')}</a></p>`
}
