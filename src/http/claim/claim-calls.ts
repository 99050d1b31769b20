import { systemActor } from '../../audit/mod.ts'
import {
  isFault,
  MS_PER_MINUTE,
  MS_PER_SECOND,
  parseAmount,
  Refusal,
  type Currency,
  type OrderName,
} from '../../core/mod.ts'
import { ClaimHeld, type BrokenRule, type MessageName, type TestClaim } from '../../links/mod.ts'
import { asciiDigits } from './ascii-digits.ts'
import { barcodeOf } from './barcode.ts'
import { readCard } from './read-card.ts'
import { findCardOfCode } from '../../issuer/mod.ts'
import { fingerprintOf } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import { codePage, waitingPage, type CardPlace } from './card-views.ts'
import { claimKey, isNonce, nonceOf } from './nonce.ts'
import { choicesOf, costsOf, leastOf, type Choice } from './offers.ts'
import type { Form, PageReply } from './page-reply.ts'
import type { View } from './view.ts'
import { confirmPage } from './chooser-views.ts'

const UNIQUE_LENGTH = 8
/** After this time a person reads that a card takes longer than usual. */
const SLOW_MS = 2 * MS_PER_MINUTE

export async function showChoice(
  context: Context,
  view: View,
  { productId, notice }: { productId: number; notice?: MessageName },
): Promise<PageReply> {
  const earlierPage = view.before(`choose/${productId}`)
  if (earlierPage) return earlierPage
  const choices = await choicesOf(context, view)
  const choice = choiceOf(choices, productId)
  if (!choice?.isInStock) return view.showHome('notNow')
  const leastMinor = leastOf(choices.filter(({ isInStock }) => isInStock))
  const nonce = nonceOf(context.vault, view.purse, `claim:${view.purse.claims}`)
  return {
    status: notice ? 400 : 200,
    body: confirmPage(view, choice, { nonce, leastMinor, notice }),
  }
}

/** Returns a card that the purse can buy, also one that is sold out. */
function choiceOf(choices: readonly Choice[], productId: number): Choice | undefined {
  return choices.find(({ offer }) => offer.product.productId === productId)
}

/**
 * Places the order of a card, paid by the purse. A form that is sent again, or at the same time,
 * gets the same card.
 */
export async function claim(context: Context, view: View, form: Form): Promise<PageReply> {
  const { purse, path } = view
  const number = Number(form['claim'])
  const act = `claim:${number}`
  const productId = Number(form['product'])
  if (!isNonce(context.vault, purse, { act, nonce: form['nonce'] ?? '' })) {
    return view.showHome('changed')
  }
  if (form['agree'] !== 'yes') {
    return showChoice(context, view, { productId, notice: 'agreeFirst' })
  }
  const earlierPage = view.before(`choose/${productId}`)
  if (earlierPage) return earlierPage
  if (view.isPaused) return view.showHome()
  const choice = number === purse.claims && choiceOf(await choicesOf(context, view), productId)
  if (choice && costsOf(choice) !== form['costs']) {
    return showChoice(context, view, { productId, notice: 'changed' })
  }
  const snapshot = await context.catalog.current()
  const product = snapshot.products.get(productId)
  const amount = product && readFace(form['amount'] ?? '', product.currency)
  if (product === undefined || amount === undefined)
    return showChoice(context, view, { productId, notice: 'tooMuch' })
  const costMinor = choice ? choice.costOf(minorOf(amount, product.currency)) : 0n
  const idempotencyKey = claimKey(context.vault, purse, number)
  const placed = await place(context, view.testClaim, {
    // Ends with a part of the key, so that it differs from every reference that the partner has
    // used.
    clientReference: `${purse.reference}-${number + 1}-${idempotencyKey.slice(0, UNIQUE_LENGTH)}`,
    idempotencyKey,
    fingerprint: fingerprintOf({ productId, amount }),
    currency: purse.currency,
    isTest: view.isTest,
    items: [{ productId, amount, quantity: 1 }],
    ...purse.payBy(costMinor),
    partnerId: purse.partnerId,
  })
  if (placed === undefined) return { status: 303, location: `${path}/cards/${number + 1}` }
  if (typeof placed === 'object') return view.hold ? view.hold(placed) : view.showHome('notNow')
  return placed === 'changed'
    ? view.showHome(placed)
    : showChoice(context, view, { productId, notice: placed })
}

type Place = Parameters<Context['orders']['place']>[1] & { readonly partnerId: number }

/** Returns why there is no card, or which rule the claim breaks. Undefined if there is a card. */
async function place(
  context: Context,
  testClaim: TestClaim | undefined,
  { partnerId, ...input }: Place,
): Promise<MessageName | BrokenRule | undefined> {
  if (testClaim !== undefined && testClaim !== 'cancelled') return testClaim
  try {
    const { order } = await context.orders.place(partnerId, input)
    if (testClaim === 'cancelled') await cancelTest(context, order)
    return undefined
  } catch (error) {
    if (error instanceof ClaimHeld) return error.broken
    if (!(error instanceof Refusal) || error.kind === 'overloaded') throw error
    if (error.kind === 'insufficient_funds') return 'tooMuch'
    const isOver = error.kind === 'state_conflict' || error.kind === 'idempotency_conflict'
    return isOver ? 'changed' : error.kind === 'invalid_request' ? 'tooMuch' : 'notNow'
  }
}

/** Cancels an order of a test partner. An order that is COMPLETED already stays so. */
async function cancelTest({ orders }: Context, order: OrderName): Promise<void> {
  const act = { actor: systemActor('sandbox'), reason: 'the address of its link' }
  await orders.cancel(order, act).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error
  })
}

/** Reads an amount as people write it: with a comma, a point, or Arabic digits. */
function readFace(text: string, currency: Currency): number | undefined {
  const plain = asciiDigits(text.trim()).replace(/[,\u066b]/, '.')
  if (!/^\d{1,12}(\.\d{1,4})?$/.test(plain)) return undefined
  const amount = Number(plain)
  return isFault(parseAmount(amount, currency)) ? undefined : amount
}

function minorOf(amount: number, currency: Currency): bigint {
  const minor = parseAmount(amount, currency)
  return isFault(minor) ? 0n : minor
}

/** Shows a card without its code, because no GET shows a code. */
export async function showCard(context: Context, view: View, card: CardPlace): Promise<PageReply> {
  const { order, number } = card
  const earlierPage = order.status === 'COMPLETED' && view.before(`cards/${number}`)
  if (earlierPage) return earlierPage
  const { outOfStockSecondsMax, onHoldSecondsMax } = context.config
  const seconds = { OUT_OF_STOCK: outOfStockSecondsMax, ON_HOLD: onHoldSecondsMax }
  const isLate = order.status === 'OUT_OF_STOCK' || order.status === 'ON_HOLD'
  const failsAtMs = isLate ? order.statusSinceMs + seconds[order.status] * MS_PER_SECOND : undefined
  const isSlow = context.clock.now() - order.createdMs > SLOW_MS
  const nonce = nonceOf(context.vault, view.purse, `reveal:${number}`)
  const content = (await context.contents.current()).contents.get(order.productId)
  return { status: 200, body: waitingPage(view, card, { nonce, content, failsAtMs, isSlow }) }
}

/** Shows the code of a card, as often as its person asks. */
export async function reveal(
  context: Context,
  view: View,
  { card, form }: { card: CardPlace; form: Form },
): Promise<PageReply> {
  const { order, number } = card
  const named = { act: `reveal:${number}`, nonce: form['nonce'] ?? '' }
  const isValidForm = isNonce(context.vault, view.purse, named)
  const earlierPage = view.before(`cards/${number}`)
  if (!isValidForm || earlierPage || order.status !== 'COMPLETED')
    return showCard(context, view, card)
  const shown = await readCard(context, view.purse.partnerId, order.orderNo)
  const { contents } = await context.contents.current()
  const content = contents.get(order.productId)
  const { barCodeNumber = '' } = shown
  const barcode =
    barCodeNumber === ''
      ? undefined
      : await barcodeOf({
          text: barCodeNumber,
          label: view.language.text('barcodeOf'),
          barcode: shown.barcodeType ?? content?.barcode,
        })
  const isOwn = (await findCardOfCode(context, shown.giftCardNumber)) !== undefined
  const body = codePage(view, order, { card: shown, content, isOwn, barcode })
  return { status: 200, body, hasScript: true }
}
