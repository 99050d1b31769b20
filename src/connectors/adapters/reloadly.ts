import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  Creation,
  Pot,
  Unit,
  Verdict,
} from '../adapter.ts'
import { at, exactNumber, type ExactJson, isList, textAt } from '../exact-json.ts'
import { failedLookUp, isSuccess, moneyOf } from '../verdicts.ts'
import { callTo, hostOf } from './reloadly-call.ts'
import { catalog, readCatalog } from './reloadly-catalog.ts'
import { errorOf, refusal } from './reloadly-errors.ts'
import { RELOADLY } from './reloadly-manifest.ts'
import { offer, phoneOf, readOffer } from './reloadly-offer.ts'
import { readToken, token } from './reloadly-token.ts'
import { readWebhook } from './reloadly-webhook.ts'

const SENDER = 'Tessera'
const POLL_SECONDS = 20
/** Bills are final within a day, and most within seconds. */
const BILL_POLL_SECONDS = 300

function create(creation: Creation, account: AdapterAccount): Call {
  const { reference, settings, faceValue, units, recipient } = creation
  const host = hostOf(creation.productType)
  const amount = exactNumber(faceValue.amount)
  const useLocalAmount = settings['amountIn'] === 'recipient'
  if (host === 'giftcards') {
    const body = {
      productId: exactNumber(settings['product'] ?? '0'),
      quantity: exactNumber(String(units)),
      unitPrice: amount,
      customIdentifier: reference,
      senderName: account.settings['senderName'] ?? SENDER,
    }
    return callTo(host, { method: 'POST', path: '/orders', body })
  }
  if (host === 'topups') {
    const body = {
      operatorId: exactNumber(settings['operator'] ?? creation.offer['operator'] ?? '0'),
      amount,
      useLocalAmount,
      customIdentifier: reference,
      recipientPhone: { countryCode: settings['country'], number: phoneOf(recipient) },
    }
    return callTo(host, { method: 'POST', path: '/topups', body })
  }
  const body = {
    subscriberAccountNumber: recipient['accountNumber'],
    amount,
    billerId: exactNumber(settings['biller'] ?? '0'),
    useLocalAmount,
    referenceId: reference,
  }
  return callTo(host, { method: 'POST', path: '/pay', body })
}

function lookUp({ theirs, reference, productType }: Creation): Call {
  const host = hostOf(productType)
  const isBill = host === 'utilities'
  const reports = { giftcards: '/reports/transactions', topups: '/topups/reports/transactions' }
  const path = isBill ? '/transactions' : reports[host]
  if (theirs !== undefined) {
    return callTo(host, { method: 'GET', path: `${path}/${encodeURIComponent(theirs)}` })
  }
  const query = isBill ? { referenceId: reference } : { customIdentifier: reference }
  return callTo(host, { method: 'GET', path, query })
}

/** A bill and a report wrap the transaction. Several reports come as a list or as a page. */
function transactionsOf(json: ExactJson | undefined): readonly (ExactJson | undefined)[] {
  if (json !== undefined && isList(json)) return json
  const page = at(json, 'content')
  return page !== undefined && isList(page) ? page : [json]
}

function readLookUp(response: Reply, creation: Creation): Verdict {
  const { json } = response
  if (!isSuccess(response)) return failedLookUp(response, errorOf(json))
  const [transaction, ...more] = transactionsOf(json)
  if (more.length > 0) return several(transactionsOf(json))
  return transaction === undefined
    ? { is: 'notFound' }
    : verdictOfTransaction(transaction, creation)
}

function several(transactions: readonly (ExactJson | undefined)[]): Verdict {
  const theirs = transactions.map(
    (one) => textAt(one, 'transactionId') ?? textAt(one, 'id') ?? 'no number',
  )
  return { is: 'several', detail: `${transactions.length} transactions: ${theirs.join(', ')}` }
}

function readCreate(response: Reply, creation: Creation): Verdict {
  return isSuccess(response) ? verdictOfTransaction(response.json, creation) : refusal(response)
}

function verdictOfTransaction(json: ExactJson | undefined, creation: Creation): Verdict {
  const one = at(json, 'transaction') ?? json
  const theirs = textAt(one, 'transactionId') ?? textAt(one, 'id')
  const isBill = hostOf(creation.productType) === 'utilities'
  if (theirs === undefined) return { is: 'unknown', detail: 'a transaction without an id' }
  switch (textAt(one, 'status') ?? '') {
    case 'SUCCESSFUL':
      return { is: 'done', theirs, units: unitsOf(one, creation, theirs), charged: chargedOf(one) }
    case 'PENDING':
    case 'PROCESSING':
      return {
        is: 'accepted',
        theirs,
        askAgainInSeconds: isBill ? BILL_POLL_SECONDS : POLL_SECONDS,
        isSoonerAtFirst: true,
      }
    case 'FAILED':
      return { is: 'refused', for: 'request', detail: 'the supplier says FAILED' }
    case 'REFUNDED':
      return { is: 'reversed', theirs, detail: 'the supplier says REFUNDED' }
    default:
      return { is: 'unknown', detail: 'a transaction in a state that is not known' }
  }
}

function unitsOf(
  one: ExactJson | undefined,
  { productType }: Creation,
  theirs: string,
): readonly Unit[] | 'separate' {
  if (hostOf(productType) === 'giftcards') return 'separate'
  const pin = textAt(one, 'pinDetail', 'code')
  if (pin !== undefined) {
    return [{ number: pin, expiresOn: textAt(one, 'pinDetail', 'validity')?.slice(0, 10) }]
  }
  const prepaid = textAt(one, 'billDetails', 'pinDetails', 'token')
  const confirmed =
    textAt(one, 'operatorTransactionId') ?? textAt(one, 'billDetails', 'billerReferenceId')
  return [{ number: prepaid ?? confirmed ?? theirs }]
}

function chargedOf(one: ExactJson | undefined) {
  const info = at(one, 'balanceInfo')
  const cost = moneyOf(textAt(info, 'cost'), textAt(info, 'currencyCode'))
  return cost ?? moneyOf(textAt(one, 'amount'), textAt(one, 'currencyCode'))
}

function codes({ theirs = '' }: Creation): Call {
  const path = `/orders/transactions/${encodeURIComponent(theirs)}/cards`
  return callTo('giftcards', { method: 'GET', path })
}

/** The response has one card or a list of cards. It is 400 or 404 until the cards are there. */
function readCodes(response: Reply): Unit[] | 'notYet' {
  const { json } = response
  if (!isSuccess(response) || json === undefined) return 'notYet'
  const cards = isList(json) ? json : [json]
  return cards.map((card) => ({
    number: textAt(card, 'cardNumber'),
    pin: textAt(card, 'pinCode'),
    url: textAt(card, 'redemptionUrl'),
  }))
}

function balance(): Call {
  return callTo('giftcards', { method: 'GET', path: '/accounts/balance' })
}

function readBalance(response: Reply): Pot[] | undefined {
  const { json } = response
  const money = moneyOf(textAt(json, 'balance'), textAt(json, 'currencyCode'))
  return isSuccess(response) && money ? [{ name: '', ...money }] : undefined
}

export const reloadly: Adapter = {
  manifest: RELOADLY,
  create,
  readCreate,
  lookUp,
  readLookUp,
  codes,
  readCodes,
  catalog,
  readCatalog,
  balance,
  readBalance,
  offer,
  readOffer,
  token,
  readToken,
  readWebhook,
}
