import { markup, type Currency, type Html } from '../../core/mod.ts'
import type { Language, MessageName } from '../../links/mod.ts'
import type { WalletMovement } from '../../movements/mod.ts'
import { cardList, choiceRows, noticeOf } from './chooser-views.ts'
import type { Choice } from './offers.ts'
import type { Place, View } from './view.ts'
import type { OwnWallet } from './wallet-purse.ts'

/** The page of an address before it is opened: mail and chat programs open it, too. */
export function addressPage({ text }: Language, path: string): Html {
  return markup`<h1>${text('wallets')}</h1>
    <p>${text('walletOpenHint')}</p>
    <form method="post" action="${path}"><button>${text('walletOpen')}</button></form>`
}

/** The wallets of a person, those that end soonest first. */
export function walletsPage(
  language: Language,
  wallets: readonly OwnWallet[],
  { sender, path }: Pick<View, 'sender' | 'path'>,
): Html {
  const { text } = language
  const rows = wallets.map(
    ({ wallet, rules }) =>
      markup`<li>
        <a href="${path}/${wallet.walletId}"
          ><span class="name">${nameOf(language, rules)}${untilOf(language, rules)}</span>
          <span>${language.amount(wallet.balanceMinor, wallet.currency)}</span></a
        >
      </li>`,
  )
  return markup`<p class="soft">${sender}</p>
    <h1>${text('wallets')}</h1>
    ${
      rows.length === 0
        ? markup`<p>${text('walletNothing', { sender })}</p>`
        : markup`<ul class="list">
            ${rows}
          </ul>`
    }`
}

function nameOf({ text }: Language, { campaignName }: OwnWallet['rules']): string {
  return campaignName ?? text('walletStandard')
}

function untilOf(language: Language, { endsAtMs }: OwnWallet['rules']): Html | undefined {
  if (endsAtMs === undefined) return undefined
  const date = language.instant(endsAtMs)
  return markup`<br /><span class="soft">${language.text('walletUntil', { date })}</span>`
}

/** The parts of the page of a wallet besides its cards. */
interface WalletParts {
  readonly own: OwnWallet
  readonly choices: readonly Choice[]
  readonly movements: readonly WalletMovement[]
  readonly place: Place
  readonly notice: MessageName | undefined
}

/**
 * The page of a wallet: its balance, the cards bought from it, the choices for it, and its history.
 */
export function walletPage(view: View, { own, ...parts }: WalletParts): Html {
  const { language, sender } = view
  const { wallet, rules } = own
  return markup`${noticeOf(language, parts.notice)}
    <p class="soft">${sender}: ${nameOf(language, rules)}${untilOf(language, rules)}</p>
    <h1 class="sum">${language.amount(wallet.balanceMinor, wallet.currency)}</h1>
    ${cardList(view)}${choosing(view, parts)}${historyOf(language, parts.movements)}
    <p><a href="/w">${language.text('back')}</a></p>`
}

function choosing(view: View, { choices, place }: Pick<WalletParts, 'choices' | 'place'>): Html {
  const { language, sender, isPaused, purse } = view
  const { text } = language
  if (isPaused) return markup`<p role="status">${text('walletPaused', { sender })}</p>`
  if (purse.leftMinor === 0n) return markup`<p>${text('walletNothing', { sender })}</p>`
  return markup`<h2>${text('choose')}</h2>
    ${choiceRows(view, choices, place)}`
}

/** Returns the text of an amount by which a movement has changed a balance. */
export function changeOf(language: Language, minor: bigint, currency: Currency): Html {
  const text = language.change(minor, currency)
  return minor < 0n ? markup`<span class="out">${text}</span>` : markup`<span>${text}</span>`
}

function historyOf(language: Language, movements: readonly WalletMovement[]): Html | undefined {
  if (movements.length === 0) return undefined
  const rows = movements.map(
    ({ amountMinor, currency, atMs }) =>
      markup`<li>
        <span class="row"
          ><span class="name">${language.text(amountMinor < 0n ? 'cardSpent' : 'walletAdded')}
            <br /><span class="soft">${language.day(atMs)}</span></span
          >
          ${changeOf(language, amountMinor, currency)}</span
        >
      </li>`,
  )
  return markup`<h2>${language.text('cardHistory')}</h2>
    <ul class="list">
      ${rows}
    </ul>`
}
