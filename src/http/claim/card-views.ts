import { markup, type Html } from '../../core/mod.ts'
import { BALANCE_PATH } from '../../issuer/mod.ts'
import type { Language } from '../../links/mod.ts'
import type { ClaimedOrder } from '../../orders/mod.ts'
import type { Barcode, ProductContent } from '../../content/mod.ts'
import { pictureOf } from './picture.ts'
import type { View } from './view.ts'
import { textsOf } from './chooser-views.ts'

/** A card as its person sees it. */
export interface ShownCard {
  readonly giftCardNumber: string
  readonly giftCardPin?: string | undefined
  readonly barCodeNumber?: string | undefined
  readonly redemptionUrl?: string | undefined
  readonly expiresMs?: number | undefined
  /** The symbology of this code, if its supplier has stated it. */
  readonly barcodeType?: Barcode | undefined
}

/** A card of a link or wallet: its order, and its number among the orders, from 1. */
export interface CardPlace {
  readonly order: ClaimedOrder
  readonly number: number
}

interface Waiting {
  readonly nonce: string
  readonly content: ProductContent | undefined
  /** The deadline after which its order fails, if it waits for stock or for money. */
  readonly failsAtMs: number | undefined
  /** True if it has waited long, perhaps for somebody to decide. */
  readonly isSlow: boolean
}

/** The page of a card before its code is shown: on its way, failed, or ready. */
export function waitingPage(
  view: View,
  { order, number }: CardPlace,
  { nonce, content, failsAtMs, isSlow }: Waiting,
): Html {
  const { language, path } = view
  const { text } = language
  const back = markup`<p><a href="${path}">${text('back')}</a></p>`
  const head = titleOf(view, order, content)
  if (order.status === 'COMPLETED') {
    return markup`${head}
      <p>${text('ready')}</p>
      <p class="soft">${text('showHint')}</p>
      <form method="post" action="${path}/cards/${String(number)}">
        <input type="hidden" name="nonce" value="${nonce}" /><button>${text('showCode')}</button>
      </form>
      ${back}`
  }
  if (order.status === 'CANCELLED')
    return markup`${head}
      <p>${text('failed')}</p>
      <a class="button" href="${path}">${text('choose')}</a>`
  const late =
    failsAtMs === undefined
      ? isSlow && text('preparingLate')
      : text('preparingLong', { date: language.instant(failsAtMs) })
  return markup`${head}
    <p role="status">${text('preparing')}</p>
    ${late ? markup`<p>${late}</p>` : undefined}
    <a class="button" href="${path}/cards/${String(number)}">${text('reload')}</a>${back}`
}

function titleOf(
  { language }: View,
  { brand, faceValueMinor, currency }: ClaimedOrder,
  content: ProductContent | undefined,
): Html {
  return markup`<div class="head">
    ${pictureOf(brand, content?.images[0])}
    <h1>${brand}</h1>
    <p>${language.amount(faceValueMinor, currency)}</p>
  </div>`
}

/** The parts of the page of a card. */
interface CardParts {
  readonly card: ShownCard
  readonly content: ProductContent | undefined
  /** True if merchants redeem it here, so that we have the page of its balance. */
  readonly isOwn: boolean
  /** The picture of `barCodeNumber`. */
  readonly barcode: Html | undefined
}

/** The page with the code, never sent in response to a GET. It prints on one sheet. */
export function codePage(
  view: View,
  order: ClaimedOrder,
  { card, content, isOwn, barcode }: CardParts,
): Html {
  const { language, path } = view
  const { text } = language
  const expires = card.expiresMs === undefined ? undefined : language.day(card.expiresMs)
  const { giftCardNumber, giftCardPin, barCodeNumber } = card
  const named = { code: giftCardNumber, pin: giftCardPin, barcode: barCodeNumber } as const
  const values = VALUE_NAMES.flatMap((name) => valueOf(language, name, named[name]) ?? [])
  const { redemptionSteps: steps = [], balanceCheckUrl } = textsOf(content, language.tag) ?? {}
  return markup`${titleOf(view, order, content)}
    <div class="card">
      <dl translate="no">
        ${values}
      </dl>
      ${barcode}
      <p id="said" class="soft no-print" role="status"></p>
      ${expires && markup`<p>${text('expires', { date: expires })}</p>`}
      ${
        isOwn
          ? balanceForm(text('balance'), giftCardNumber)
          : linkTo(text('redeem'), card.redemptionUrl)
      }
      ${linkTo(text('balance'), balanceCheckUrl)}
    </div>
    ${
      steps.length === 0
        ? undefined
        : markup`<h2>${text('steps')}</h2>
            <ol>
              ${steps.map((step) => markup`<li dir="auto">${step}</li>`)}
            </ol>`
    }
    <p class="soft no-print">${text('print')}</p>
    <p class="no-print">
      <button type="button" class="quiet" data-prints hidden>${text('printNow')}</button>
    </p>
    <p class="no-print"><a href="${path}">${text('back')}</a></p>`
}

const VALUE_NAMES = ['code', 'pin', 'barcode'] as const
type ValueName = (typeof VALUE_NAMES)[number]

function valueOf({ text }: Language, name: ValueName, value: string | undefined): Html | undefined {
  if (value === undefined || value === '') return undefined
  const label = text(name)
  return markup`<dt>${label}</dt>
    <dd>
      <span id="${name}" class="value" dir="ltr">${value}</span>
      <button type="button" class="quiet" hidden aria-label="${text('copy')}: ${label}"
        data-copies="${name}" data-copied="${text('copied')}" data-selected="${text('selected')}">
        ${text('copy')}
      </button>
    </dd>`
}

/** Opens the page of a code of our own. Its address has no code, so a form sends it. */
function balanceForm(label: string, code: string): Html {
  return markup`<form method="post" action="${BALANCE_PATH}" target="_blank" rel="noopener">
    <input type="hidden" name="code" value="${code}" /><button class="quiet">${label}</button>
  </form>`
}

/** Returns a link that sends no referrer; undefined if a browser could not open the address. */
function linkTo(label: string, url: string | undefined): Html | undefined {
  if (url === undefined || !/^https?:\/\//.test(url)) return undefined
  return markup`<p><a href="${url}" rel="noreferrer noopener" target="_blank">${label}</a></p>`
}
