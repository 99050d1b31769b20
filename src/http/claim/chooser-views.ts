import type { ProductContent } from '../../content/mod.ts'
import { formatAmount, minorUnits, markup, type Html } from '../../core/mod.ts'
import type { Language, MessageName } from '../../links/mod.ts'
import type { ClaimedOrder } from '../../orders/mod.ts'
import { fold } from '../has-words.ts'
import type { Place, View } from './view.ts'
import { costsOf, faceValuesOf, type Choice } from './offers.ts'
import { pictureOf } from './picture.ts'

const CHOICES_PER_PAGE = 36
/** With fewer cards, looking is faster than searching. */
const SEARCHED_MIN = 13

export const FIRST: Place = { page: 1, search: '' }

export function noticeOf({ text }: Language, notice: MessageName | undefined): Html | undefined {
  return notice && markup`<p class="fault" role="alert">${text(notice)}</p>`
}

/** The list of cards chosen so far. */
export function cardList({ language, path, orders }: View): Html | undefined {
  if (orders.length === 0) return undefined
  const { text } = language
  const rows = orders.map(
    ({ brand, faceValueMinor, currency, status }, at) =>
      markup`<li>
        <a href="${path}/cards/${String(at + 1)}"
          ><span class="name"
            >${brand}<br /><span class="soft ${status.toLowerCase()}"
              >${labelOf(language, status)}</span
            ></span
          >
          <span>${language.amount(faceValueMinor, currency)}</span></a
        >
      </li>`,
  )
  return markup`<h2>${text('cards')}</h2>
    <ul class="list">
      ${rows}
    </ul>`
}

function labelOf({ text }: Language, status: ClaimedOrder['status']): string {
  if (status === 'COMPLETED') return text('openCard')
  return text(status === 'CANCELLED' ? 'cardFailed' : 'cardWaits')
}

/** The cards that the remaining money can buy, in pages, and a field to search for a brand. */
export function choiceRows(view: View, choices: readonly Choice[], place: Place): Html {
  const { path, language, sender } = view
  const { page, search } = place
  if (choices.length === 0) {
    return markup`<p role="status">${language.text('walletNothing', { sender })}</p>`
  }
  const searched = fold(search)
  const matches = choices.filter(({ offer }) => fold(offer.product.brand).includes(searched))
  const first = (page - 1) * CHOICES_PER_PAGE
  const tiles = matches.slice(first, first + CHOICES_PER_PAGE).map((one) => choiceTile(view, one))
  const pageLink = (other: number, name: MessageName): Html => {
    const query = new URLSearchParams({ ...(search && { q: search }), page: String(other) })
    return markup`<a href="${path}?${String(query)}">${language.text(name)}</a>`
  }
  return markup`${choices.length < SEARCHED_MIN ? undefined : searchForm(view, search)}
    ${
      tiles.length > 0
        ? markup`<ul class="choices">
            ${tiles}
          </ul>`
        : search && markup`<p role="status">${language.text('searchNone')}</p>`
    }
    <p class="pages">
      ${page > 1 ? pageLink(page - 1, 'back') : undefined}
      ${matches.length > first + CHOICES_PER_PAGE ? pageLink(page + 1, 'more') : undefined}
    </p>`
}

function searchForm({ path, language: { text } }: View, search: string): Html {
  return markup`<form method="get" action="${path}" role="search">
    <label for="q">${text('search')}</label>
    <div class="field">
      <input type="search" id="q" name="q" maxlength="60" autocomplete="off" value="${search}" />
      <button class="quiet">${text('searchNow')}</button>
    </div>
  </form>`
}

function choiceTile({ language, path, purse }: View, choice: Choice): Html {
  const { offer, image, isInStock } = choice
  const { productId, brand, currency, denomination } = offer.product
  const faces = faceValuesOf(choice, purse)
  const most = faces[0] ?? 0n
  const least = denomination.type === 'FIXED' ? (faces.at(-1) ?? 0n) : denomination.minMinor
  const values = { least: language.amount(least, currency), most: language.amount(most, currency) }
  const range = least === most ? values.most : language.text('between', values)
  const picture = pictureOf(brand, image)
  if (!isInStock) {
    return markup`<li class="gone">
      ${picture}<span class="name">${brand}</span>
      <span class="soft">${language.text('soldOut')}</span>
    </li>`
  }
  return markup`<li>
    <a href="${path}/choose/${String(productId)}"
      >${picture}<span class="name">${brand}</span> <span class="soft">${range}</span></a
    >
  </li>`
}

interface ConfirmParts {
  readonly nonce: string
  /** The least that any card costs, in minor units of the purse. */
  readonly leastMinor: bigint
  readonly notice?: MessageName | undefined
}

/** The page that asks how much, and whether the person really wants the card. */
export function confirmPage(
  view: View,
  choice: Choice,
  { nonce, leastMinor, notice }: ConfirmParts,
): Html {
  const { language, purse, path } = view
  const { text } = language
  const { offer, content } = choice
  const { brand, productId } = offer.product
  const terms = textsOf(content, language.tag)?.terms
  return markup`${noticeOf(language, notice)}
    <div class="head">
      ${pictureOf(brand, choice.image)}
      <h1>${brand}</h1>
      <p>${text('left', { amount: language.amount(purse.leftMinor, purse.currency) })}</p>
    </div>
    <form method="post" action="${path}/claim">
      <input type="hidden" name="nonce" value="${nonce}" />
      <input type="hidden" name="claim" value="${String(purse.claims)}" />
      <input type="hidden" name="product" value="${String(productId)}" />
      <input type="hidden" name="costs" value="${costsOf(choice)}" />
      ${amountField(view, choice)}
      <p class="soft">${text('rest', { amount: language.amount(leastMinor, purse.currency) })}</p>
      ${
        terms === undefined
          ? undefined
          : markup`<h2>${text('terms')}</h2>
              <div class="card terms" tabindex="0" dir="auto">${terms}</div>`
      }
      <label class="check"
        ><input type="checkbox" name="agree" value="yes" required />
        <span>${text('agree')}</span></label
      >
      <button>${text('confirm')}</button>
    </form>
    <p><a href="${path}">${text('back')}</a></p>`
}

function amountField(view: View, choice: Choice): Html {
  const { language, purse } = view
  const { currency, denomination } = choice.offer.product
  const faces = faceValuesOf(choice, purse)
  const shown = (face: bigint) => {
    const amount = language.amount(face, currency)
    const costMinor = choice.costOf(face)
    const isPlain = currency.code === purse.currency.code && costMinor === face
    return isPlain ? amount : `${amount} (${language.amount(costMinor, purse.currency)})`
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
  const values = { least: shown(denomination.minMinor), most: shown(most) }
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
