import { isSameSecret, MS_PER_SECOND, systemClock } from '../core/mod.ts'
import {
  type JsonBody,
  signRequest,
  signResponse,
  SKEW_SECONDS_MAX,
  stringifyExact,
  textAt,
} from '../connectors/mod.ts'
import { Books, decimal, type Sale, scaled } from './books.ts'
import type { Call, Reply, Shop } from './stand-in.ts'

export const PLUGIN_SECRETS = { keyId: 'plugin-key', secret: 'plugin-secret' }

const LEAST = '5'
const MOST = '500'
const REFERENCE = /^[0-9a-f]{32}$/

interface PluginSwitches {
  /** `any` accepts signatures of any time. */
  readonly time?: 'any'
}

/** A plug-in behind our port: `PUT` is idempotent, and every response is signed. */
export function pluginShop({ time }: PluginSwitches = {}): Shop {
  const books = new Books({ EUR: '10000' })
  return {
    name: 'plugin',
    books,
    kindOf({ method, path }) {
      if (method === 'PUT') return 'create'
      return method === 'GET' && path.startsWith('/purchases/') ? 'lookUp' : 'other'
    },
    reply: (call) =>
      isOurs(call) && (time === 'any' || isOfNow(call))
        ? sign(call, replyTo(books, call))
        : { status: 401, body: { detail: 'not signed' } },
    notFound: (call) => sign(call, { status: 404, body: { is: 'notFound' } }),
    // This response is not signed: it comes from a gateway between us and the plug-in.
    error: () => ({ status: 502, body: { detail: 'bad gateway' } }),
    refuse: () => ({ status: 400, body: { detail: 'bad request' } }),
    busy: () => ({ status: 429, body: { detail: 'too many requests' } }),
  }
}

function isOurs({ method, target, headers, text: body }: Call): boolean {
  const timestamp = String(headers['tessera-timestamp'])
  const expected = signRequest(PLUGIN_SECRETS, { method, target, body, timestamp })
  return (
    headers['tessera-key-id'] === PLUGIN_SECRETS.keyId &&
    isSameSecret(String(headers['tessera-signature']), expected)
  )
}

function isOfNow({ headers }: Call): boolean {
  const seconds = Number(headers['tessera-timestamp'])
  return Math.abs(systemClock.now() / MS_PER_SECOND - seconds) <= SKEW_SECONDS_MAX
}

function sign({ headers }: Call, reply: Reply): Reply {
  const requestSignature = String(headers['tessera-signature'])
  const body = stringifyExact(reply.body)
  const signature = signResponse(PLUGIN_SECRETS, { status: reply.status, requestSignature, body })
  return { ...reply, headers: { 'tessera-signature': signature } }
}

function replyTo(books: Books, call: Call): Reply {
  const { method, path } = call
  const [, what, reference = '', act] = path.split('/')
  switch (`${method} ${[what, act].filter((part) => part !== undefined).join(' ')}`) {
    case 'GET catalog':
      return ok({ listings: books.gone.has('card') ? [] : [CARD] })
    case 'GET balances':
      return ok({ balances: [{ amount: decimal(fundsLeft(books)), currency: 'EUR' }] })
    case 'PUT purchases':
      return buy(books, reference, call)
    case 'GET purchases': {
      if (books.isUnderWay(reference)) return ok(UNDER_WAY)
      const [sale] = books.ofReference(reference)
      if (sale?.status === 'processing' && !books.isSlow) books.end(sale, 'done')
      return sale ? ok(verdictOf(sale)) : { status: 404, body: { is: 'notFound' } }
    }
    case 'POST purchases undo':
      return undo(books, reference)
    default:
      return { status: 404, body: { detail: 'no such path' } }
  }
}

const CARD = {
  listing: 'card',
  name: 'Made-up card',
  productType: 'GIFT_CARD',
  currency: 'EUR',
  countries: ['DE'],
  faceValues: { min: LEAST, max: MOST },
}

const UNDER_WAY = { is: 'accepted', askAgainInSeconds: '1' }

function ok(body: JsonBody): Reply {
  return { status: 200, body }
}

function fundsLeft({ funds }: Books): bigint {
  return funds.get('EUR') ?? 0n
}

function buy(books: Books, reference: string, { json, text }: Call): Reply {
  if (!REFERENCE.test(reference)) return refused('request', 'the reference is not ours')
  if (books.isUnderWay(reference)) return ok(UNDER_WAY)
  const [known] = books.ofReference(reference)
  if (known?.facts['text'] === text) return ok(verdictOf(known))
  if (known) return { status: 409, body: { detail: 'the reference has another purchase' } }
  if (textAt(json, 'settings', 'product') !== 'card') return refused('product', 'no such product')
  if (books.lacks('card')) return refused('stock', 'none is left')
  const [amount, currency] = [textAt(json, 'faceValue') ?? '0', textAt(json, 'currency')]
  if (!/^[0-9]+(\.[0-9]{1,2})?$/.test(amount) || currency !== 'EUR') {
    return refused('amount', 'not an amount in EUR')
  }
  const face = scaled(amount)
  if (face < scaled(LEAST) || face > scaled(MOST)) return refused('amount', 'out of range')
  const units = Number(textAt(json, 'units') ?? '1')
  const sale = books.sell({ reference, currency, face, units, facts: { text } })
  return sale ? ok(verdictOf(sale)) : refused('funds', 'no funds')
}

function refused(why: string, detail: string): Reply {
  return { status: 422, body: { is: 'refused', for: why, detail } }
}

function verdictOf(sale: Sale): JsonBody {
  const { theirs, price, currency, codes, status } = sale
  if (status === 'processing') return { is: 'accepted', theirs, askAgainInSeconds: '1' }
  if (status !== 'done') return { is: 'reversed', theirs, detail: 'it was taken back' }
  return {
    is: 'done',
    theirs,
    units: codes.map(({ number, pin, expiresOn }) => ({ number, pin, expiresOn })),
    charged: { amount: decimal(price), currency },
  }
}

function undo(books: Books, reference: string): Reply {
  const [sale] = books.ofReference(reference)
  if (!sale) return ok({ is: 'absent' })
  books.end(sale, 'reversed')
  return ok({ is: 'undone' })
}
