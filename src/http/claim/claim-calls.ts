import { isFault, MS_PER_SECOND, parseAmount, Refusal, type Currency } from '../../core/mod.ts'
import { linkId, type MessageName } from '../../links/mod.ts'
import { asciiDigits } from './ascii-digits.ts'
import { barcodeOf } from './barcode.ts'
import { factorBefore } from './factor-calls.ts'
import { readCard } from './read-card.ts'
import { fingerprintOf } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { codePage, waitingPage, type CardPlace } from './card-views.ts'
import { claimKey, isNonce, nonceOf } from './nonce.ts'
import { choicesOf, type Choice } from './offers.ts'
import type { Form, Shown } from './shown.ts'
import type { View } from './view.ts'
import { confirmPage, helloPage, returnPage } from './views.ts'

const UNIQUE_LENGTH = 8

export async function showHello(
  context: Context,
  view: View,
  { page = 1, notice }: { page?: number; notice?: MessageName } = {},
): Promise<Shown> {
  const choices = await choicesOf(context, view)
  return { status: notice ? 409 : 200, body: helloPage(view, choices, { page, notice }) }
}

export async function showChoice(
  context: Context,
  view: View,
  { productId, notice }: { productId: number; notice?: MessageName },
): Promise<Shown> {
  const asking = factorBefore(context, view, `choose/${productId}`)
  if (asking) return asking
  const choice = await findChoice(context, view, productId)
  if (!choice) return showHello(context, view, { notice: 'notNow' })
  const nonce = nonceOf(context.vault, view.link, `claim:${view.link.claims}`)
  return { status: notice ? 400 : 200, body: confirmPage(view, choice, { nonce, notice }) }
}

async function findChoice(
  context: Context,
  view: View,
  productId: number,
): Promise<Choice | undefined> {
  const choices = await choicesOf(context, view)
  return choices.find(({ offer, isInStock }) => isInStock && offer.product.productId === productId)
}

/**
 * Places the order of a card, paid by the link. A form that is sent again, or at the same time,
 * gets the same card.
 */
export async function claim(context: Context, view: View, form: Form): Promise<Shown> {
  const { link, path } = view
  const number = Number(form['claim'])
  const act = `claim:${number}`
  const productId = Number(form['product'])
  if (!isNonce(context.vault, link, { act, nonce: form['nonce'] ?? '' })) {
    return showHello(context, view, { notice: 'changed' })
  }
  if (form['agree'] !== 'yes') {
    return showChoice(context, view, { productId, notice: 'agreeFirst' })
  }
  const asking = factorBefore(context, view, `choose/${productId}`)
  if (asking) return asking
  if (view.isPaused) return showHello(context, view)
  const product = (await context.catalog.current()).products.get(productId)
  const amount = product && readFace(form['amount'] ?? '', product.currency)
  if (amount === undefined) return showChoice(context, view, { productId, notice: 'tooMuch' })
  const idempotencyKey = claimKey(context.vault, link, number)
  const notice = await place(context, {
    // With a part of the key: no reference that the partner has used before can be the same.
    clientReference: `${linkId(link)}-${number + 1}-${idempotencyKey.slice(0, UNIQUE_LENGTH)}`,
    idempotencyKey,
    fingerprint: fingerprintOf({ productId, amount }),
    currency: link.currency,
    isTest: view.isTest,
    items: [{ productId, amount, quantity: 1 }],
    claim: { linkNo: link.linkNo, generation: link.generation, trust: view.cookie },
    partnerId: link.partnerId,
  })
  if (notice === undefined) return { status: 303, location: `${path}/cards/${number + 1}` }
  return notice === 'changed'
    ? showHello(context, view, { notice })
    : showChoice(context, view, { productId, notice })
}

type Place = Parameters<Context['orders']['place']>[1] & { readonly partnerId: number }

/** Returns why there is no card, or undefined if there is one. */
async function place(
  context: Context,
  { partnerId, ...input }: Place,
): Promise<MessageName | undefined> {
  try {
    await context.orders.place(partnerId, input)
    return undefined
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind === 'overloaded') throw error
    if (error.kind === 'insufficient_funds') return 'tooMuch'
    const isOver = error.kind === 'state_conflict' || error.kind === 'idempotency_conflict'
    return isOver ? 'changed' : error.kind === 'invalid_request' ? 'tooMuch' : 'notNow'
  }
}

/** Reads an amount as people write it: with a comma, a point, or Arabic digits. */
function readFace(text: string, currency: Currency): number | undefined {
  const plain = asciiDigits(text.trim()).replace(/[,\u066b]/, '.')
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(plain)) return undefined
  const amount = Number(plain)
  return isFault(parseAmount(amount, currency)) ? undefined : amount
}

/** Shows a card without its code: a GET shows none. */
export function showCard(context: Context, view: View, card: CardPlace): Shown {
  const { order, number } = card
  const asking = order.status === 'COMPLETED' && factorBefore(context, view, `cards/${number}`)
  if (asking) return asking
  const { outOfStockSecondsMax, onHoldSecondsMax } = context.config
  const seconds = { OUT_OF_STOCK: outOfStockSecondsMax, ON_HOLD: onHoldSecondsMax }
  const isLate = order.status === 'OUT_OF_STOCK' || order.status === 'ON_HOLD'
  const failsAtMs = isLate ? order.statusSinceMs + seconds[order.status] * MS_PER_SECOND : undefined
  const nonce = nonceOf(context.vault, view.link, `reveal:${number}`)
  return { status: 200, body: waitingPage(view, card, { nonce, failsAtMs }) }
}

/** Shows the code of a card, as often as its person asks. */
export async function reveal(
  context: Context,
  view: View,
  { card, form }: { card: CardPlace; form: Form },
): Promise<Shown> {
  const { order, number } = card
  const named = { act: `reveal:${number}`, nonce: form['nonce'] ?? '' }
  const isAsked = isNonce(context.vault, view.link, named)
  const asking = factorBefore(context, view, `cards/${number}`)
  if (!isAsked || asking || order.status !== 'COMPLETED') return showCard(context, view, card)
  const shown = await readCard(context, view.link.partnerId, order.orderNo)
  const { contents } = await context.contents.current()
  const { barCodeNumber = '' } = shown
  const barcode =
    barCodeNumber === ''
      ? undefined
      : await barcodeOf(barCodeNumber, view.language.text('barcodeOf'))
  const content = contents.get(order.productId)
  const body = codePage(view, order, { card: shown, content, barcode })
  return { status: 200, body, hasScript: true }
}

export function askReturn(context: Context, view: View): Shown {
  const asking = factorBefore(context, view, 'return')
  if (asking) return asking
  return { status: 200, body: returnPage(view, nonceOf(context.vault, view.link, 'return')) }
}

/** Gives the rest back to its sender, because its person said so. */
export async function giveBack(context: Context, view: View, form: Form): Promise<Shown> {
  const { link, path } = view
  const { partnerId, linkNo, generation } = link
  const named = { act: 'return', nonce: form['nonce'] ?? '' }
  const asking = factorBefore(context, view, 'return')
  if (asking || !isNonce(context.vault, link, named)) return askReturn(context, view)
  const bearer = { generation, trust: view.cookie }
  try {
    await context.orders.link(partnerId, { act: 'return', linkNo, bearer })
  } catch (error) {
    // It ended otherwise meanwhile: the page says how.
    if (!(error instanceof Refusal) || error.kind !== 'state_conflict') throw error
  }
  return { status: 303, location: path }
}
