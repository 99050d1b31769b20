import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { markup, networkOf, Refusal, type Html } from '../../core/mod.ts'
import { BALANCE_PATH, readHistory, type CardHistory, type CardMovement } from '../../issuer/mod.ts'
import type { Language, MessageName } from '../../links/mod.ts'
import type { Context } from '../context.ts'
import type { Form, PageReply } from './page-reply.ts'
import { changeOf } from './wallet-views.ts'

const CODE_LENGTH_MAX = 100

type Send = (
  request: FastifyRequest,
  reply: FastifyReply,
  shownIn: (language: Language) => PageReply | Promise<PageReply>,
) => Promise<FastifyReply>

/**
 * Adds the page that shows the balance and history of a card. The code is sent in the form only,
 * never in an address, and nothing is stored.
 */
export function addBalancePage(app: FastifyInstance, context: Context, send: Send): void {
  app.get(BALANCE_PATH, (request, reply) =>
    send(request, reply, (language) => ({ status: 200, body: askPage(language) })),
  )
  app.post(BALANCE_PATH, (request, reply) =>
    send(request, reply, (language) => balanceOf(context, request, language)),
  )
}

async function balanceOf(
  context: Context,
  { body, ip }: FastifyRequest,
  language: Language,
): Promise<PageReply> {
  const { code = '' } = (body ?? {}) as Form
  try {
    const find = () => readHistory(context, code)
    const history = await context.codeGuesses.guard([networkOf(ip)], find)
    return { status: 200, body: balancePage(language, history) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.kind === 'not_found') return { status: 404, body: askPage(language, 'cardUnknown') }
    if (error.kind === 'rate_limited') return { status: 429, body: askPage(language, 'tooMany') }
    throw error
  }
}

function askPage({ text }: Language, notice?: MessageName): Html {
  return markup`${notice && markup`<p class="fault" role="alert">${text(notice)}</p>`}
    <h1>${text('cardBalance')}</h1>
    <form method="post" action="${BALANCE_PATH}">
      <label for="code">${text('code')}</label>
      <input
        type="text"
        id="code"
        name="code"
        dir="ltr"
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        maxlength="${String(CODE_LENGTH_MAX)}"
        required
      />
      <p><button>${text('cardShow')}</button></p>
    </form>`
}

/**
 * The name of a movement for people, and the sign of its change of the balance. A capture changes
 * nothing, because its amount was reserved before.
 */
const NAMES: Readonly<Record<CardMovement['kind'], readonly [MessageName, bigint]>> = {
  AUTHORIZE: ['cardReserved', -1n],
  RELEASE: ['cardReleased', 1n],
  CAPTURE: ['cardSpent', 0n],
  REFUND: ['cardRefunded', 1n],
  REVERSE_CAPTURE: ['cardRefunded', 1n],
  REVERSE_REFUND: ['cardSpent', -1n],
}

function balancePage(language: Language, { card, movements }: CardHistory): Html {
  const { text } = language
  const rows = movements.map(({ kind, amountMinor, merchantName, createdMs }) => {
    const [name, sign] = NAMES[kind]
    const amount =
      sign === 0n
        ? markup`<span class="soft">${language.amount(amountMinor, card.currency)}</span>`
        : changeOf(language, sign * amountMinor, card.currency)
    return markup`<li>
      <span class="row"
        ><span class="name">${merchantName}<br /><span class="soft"
            >${text(name)}, ${language.day(createdMs)}</span
          ></span
        >
        ${amount}</span
      >
    </li>`
  })
  return markup`<p class="soft">${text('cardBalance')}</p>
    <h1 class="sum">${language.amount(card.balanceMinor, card.currency)}</h1>
    <p>${text('cardIssued', { amount: language.amount(card.issuedMinor, card.currency) })}</p>
    ${
      rows.length === 0
        ? undefined
        : markup`<h2>${text('cardHistory')}</h2>
            <ul class="list">
              ${rows}
            </ul>`
    }
    <p><a href="${BALANCE_PATH}">${text('back')}</a></p>`
}
