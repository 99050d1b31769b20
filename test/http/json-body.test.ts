import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { RECIPIENT_FIELDS_MAX } from '../../src/catalog/mod.ts'
import { Refusal } from '../../src/core/mod.ts'
import {
  BODY_DEPTH_MAX,
  readJsonBody as readBody,
  valuesMaxOf,
} from '../../src/http/bodies/json-body.ts'

const JSON_TYPE = 'application/json'
const VALUES_MAX = valuesMaxOf(1_000)

function readJsonBody(body: Buffer, contentType: string): unknown {
  return readBody(body, contentType, { valuesMax: VALUES_MAX })
}

function refusalOf(body: string | Buffer, contentType: string | undefined = JSON_TYPE): Refusal {
  try {
    readJsonBody(Buffer.from(body), contentType)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('the body was accepted')
}

function nestedJson(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

/** Returns an array of `count` values. The array counts as a value; its first element does not. */
function arrayOfValues(count: number): string {
  return `[${'1,'.repeat(count - 1)}1]`
}

describe('the body', () => {
  test('any JSON without flaws is read as JSON.parse reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        fc.pre(!/__proto__|constructor/.test(text))
        expect(readJsonBody(Buffer.from(text), JSON_TYPE)).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each([
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/json;charset="UTF-8"',
    'application/json; charset=utf8',
    'application/json; charset="UTF8"',
  ])('content type %s is accepted', (type) => {
    expect(readJsonBody(Buffer.from('{}'), type)).toEqual({})
  })

  test.each([
    '',
    'text/plain',
    'application/jsonp',
    'application/json; charset=latin1',
    'application/json; charset=utf88',
    'application/json; charset=utf--8',
    ';;;',
  ])('415: content type %j is not accepted', (type) => {
    expect(refusalOf('{}', type).kind).toBe('unsupported_media_type')
  })

  test.each([
    ['nothing', ''],
    ['cut off', '{"a":'],
    ['a comment', '{} // x'],
    ['NaN', 'NaN'],
    ['brackets without end', '['.repeat(200_000)],
    ['single quotes', "{'a':1}"],
    ['a byte order mark', '\uFEFF{}'],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ])('400: %s is not JSON, and the response does not repeat it', (_name, body) => {
    const { kind, extras, message } = refusalOf(body)

    expect(kind).toBe('invalid_request')
    expect(message).toMatch(/^the body (is not valid|begins with)/)
    expect(extras.details).toEqual([{ field: 'body', message: message.slice('the body '.length) }])
  })

  test('400: deeper than the limit, however deep', () => {
    expect(readJsonBody(Buffer.from(nestedJson(BODY_DEPTH_MAX)), JSON_TYPE)).toBeInstanceOf(Array)
    expect(refusalOf(nestedJson(BODY_DEPTH_MAX + 1)).message).toContain(
      'nested deeper than 16 levels',
    )
    expect(refusalOf(nestedJson(400_000)).message).toContain('nested deeper than 16 levels')
  })

  test.each([
    ['{"items":[{"itemReference":"a\\u0000"}]}', 'items[0].itemReference'],
    ['{"items":[{},{"a":"\\ud800"}]}', 'items[1].a'],
    ['{"a":{"b":"\\udc00\\ud800"}}', 'a.b'],
    ['["x","\\u0000"]', '[1]'],
  ])('400: %s names the text that cannot be stored', (body, field) => {
    expect(refusalOf(body).extras.details).toEqual([
      { field, message: 'must be well-formed text without NUL' },
    ])
  })

  test('400: a key that cannot be stored is refused like a value', () => {
    expect(refusalOf('{"recipient":{"a\\u0000":"x"}}').kind).toBe('invalid_request')
  })

  test('a surrogate pair is a character like any other', () => {
    expect(readJsonBody(Buffer.from('{"a":"\\ud83c\\udf81"}'), JSON_TYPE)).toEqual({ a: '🎁' })
  })

  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"\\u005f_proto__":1}]}',
    '{"constructor":{"prototype":{"x":1}}}',
  ])('400: %s would reach a prototype', (body) => {
    expect(refusalOf(body).message).toContain('prototype')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('a field named constructor is ordinary data', () => {
    expect(readJsonBody(Buffer.from('{"constructor":"Lego"}'), JSON_TYPE)).toMatchObject({
      constructor: 'Lego',
    })
  })
})

describe('a large body', () => {
  test.each(['[[[[{,', '\\\\', '\\"[,', '\\\\\\"{'])(
    'a large body has the same fault as a small one: %j',
    (text) => {
      const inner = `${'{"b":['.repeat(8)}{"c":1}${']}'.repeat(8)}`
      const small = `{"x":"${text}","a":[${inner}]}`
      const large = `{"x":"${text.repeat(3_000)}","a":[${inner}]}`

      const refusal = refusalOf(large)
      expect(refusal.message).toMatch(/^a\[0\]\.b.* is nested deeper than 16 levels$/)
      expect([refusal.message, refusal.extras]).toEqual([
        refusalOf(small).message,
        refusalOf(small).extras,
      ])
    },
  )

  test('the largest order that may be placed is read', () => {
    const recipient = Object.fromEntries(
      Array.from({ length: RECIPIENT_FIELDS_MAX }, (_, at) => [`field ${at}`, 'value']),
    )
    const line = { productId: 1, amount: 1, quantity: 1, itemReference: 'a', recipient }
    const items = Array.from({ length: 1_000 }, () => line)
    const order = { clientReference: 'a', currency: 'USD', items }

    expect(readJsonBody(Buffer.from(JSON.stringify(order)), JSON_TYPE)).toEqual(order)
  })

  test('400: more values than a body may have; as many as it may are read', () => {
    expect(readJsonBody(Buffer.from(arrayOfValues(VALUES_MAX)), JSON_TYPE)).toHaveLength(VALUES_MAX)
    const refusal = refusalOf(arrayOfValues(VALUES_MAX + 1))
    expect(refusal.kind).toBe('invalid_request')
    expect(refusal.message).toBe(`the body has more than ${VALUES_MAX} values`)
    for (const one of ['{}', '[]', '"",""']) {
      const body = `{"a":[${`${one},`.repeat(VALUES_MAX)}1]}`
      expect(refusalOf(body).message).toContain('values')
    }
  })

  test('a string counts as no values, whatever it contains', () => {
    const text = '[{,:\\\\\\",'.repeat(VALUES_MAX)
    expect(readJsonBody(Buffer.from(`{"a":"${text}"}`), JSON_TYPE)).toEqual(
      JSON.parse(`{"a":"${text}"}`),
    )
  })
})
