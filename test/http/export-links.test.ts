import { createHmac, timingSafeEqual } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatOrderId, Refusal } from '../../src/core/mod.ts'
import { makeLink, openLink } from '../../src/exports/mod.ts'

const NOW = Date.UTC(2026, 0, 31, 12, 0, 0, 700)
const ORDER = { partnerId: 7, orderNo: 3, createdMs: NOW - 1_000 }
const ID = formatOrderId(ORDER)
const sign = (text: string): Buffer => createHmac('sha256', 'key').update(text).digest()
let signaturesSeen = 0
const vault = {
  sign,
  isSignature: async (text: string, signature: Buffer) => {
    signaturesSeen += 1
    return signature.length === 32 && timingSafeEqual(sign(text), signature)
  },
}
const LINK = makeLink(vault, ID, { now: NOW, seconds: 900 })

/** Returns the order that a target opens at `now`, or the kind of its refusal. */
async function orderAt(target: string, now = NOW): Promise<unknown> {
  const url = new URL(target, 'http://t')
  try {
    return await openLink(
      vault,
      {
        orderId: url.pathname.slice('/exports/'.length),
        expires: url.searchParams.get('expires'),
        signature: url.searchParams.get('signature'),
      },
      now,
    )
  } catch (error) {
    if (error instanceof Refusal) return `${error.kind}: ${error.message}`
    throw error
  }
}

const INVALID = 'link_invalid: the link is not valid, or has expired'

describe('a download link', () => {
  test('opens its order until the second of its expiry', async () => {
    expect(LINK.expiresAt).toBe(Date.UTC(2026, 0, 31, 12, 15))
    expect(await orderAt(LINK.target)).toEqual(ORDER)
    expect(await orderAt(LINK.target, LINK.expiresAt - 1)).toEqual(ORDER)
    expect(await orderAt(LINK.target, LINK.expiresAt)).toBe(INVALID)
  })

  test('is refused for another order, another partner or a later expiry', async () => {
    const others = [
      { ...ORDER, orderNo: 4 },
      { ...ORDER, partnerId: 8 },
      { ...ORDER, createdMs: NOW },
    ]
    for (const other of others) {
      expect(await orderAt(LINK.target.replace(ID, formatOrderId(other)))).toBe(INVALID)
    }
    const expires = String(LINK.expiresAt / 1_000)
    expect(await orderAt(LINK.target.replace(expires, String(Number(expires) + 1)))).toBe(INVALID)
  })

  test('is refused after any single change', async () => {
    const mutation = fc.record({
      at: fc.integer({ min: '/exports/'.length, max: LINK.target.length - 1 }),
      character: fc.constantFrom(
        '0',
        '1',
        '9',
        'A',
        'Q',
        'a',
        '-',
        '_',
        '=',
        '&',
        '?',
        '/',
        '%',
        '+',
        ' ',
      ),
      kind: fc.constantFrom('replace', 'insert', 'remove'),
    })
    await fc.assert(
      fc.asyncProperty(mutation, async ({ at, character, kind }) => {
        const { target } = LINK
        const rest = kind === 'insert' ? target.slice(at) : target.slice(at + 1)
        const mutated = target.slice(0, at) + (kind === 'remove' ? '' : character) + rest
        // A further parameter is ignored; all else must be unchanged.
        fc.pre(!isSameLink(mutated, target))
        expect(await orderAt(mutated)).toBe(INVALID)
      }),
      { numRuns: 2_000 },
    )
  })

  test('is refused without reading a key if it names no order, or has expired', async () => {
    const before = signaturesSeen

    expect(await orderAt(LINK.target.replace(ID, 'ord_1'))).toBe(INVALID)
    expect(await orderAt(LINK.target, LINK.expiresAt)).toBe(INVALID)
    expect(await orderAt(`${LINK.target}=`)).toBe(INVALID)
    expect(signaturesSeen).toBe(before)
  })

  test.each([
    '/exports/ord_1',
    `/exports/${ID}`,
    `/exports/${ID}?expires=&signature=`,
    `/exports/${ID}?expires=1e10&signature=${'A'.repeat(43)}`,
    `/exports/${ID}?expires=99999999999&signature=${'A'.repeat(43)}`,
    `/exports/${ID}?expires=99999999999&signature=${'A'.repeat(4_000)}`,
  ])('%s is refused: this service did not make it', async (target) => {
    expect(await orderAt(target)).toBe(INVALID)
  })
})

function isSameLink(one: string, other: string): boolean {
  const [a, b] = [new URL(one, 'http://t'), new URL(other, 'http://t')]
  return (
    a.pathname === b.pathname &&
    ['expires', 'signature'].every((name) => a.searchParams.get(name) === b.searchParams.get(name))
  )
}
