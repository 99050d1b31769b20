import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Refusal } from '../../src/core/mod.ts'
import { BODY_DEPTH_MAX, readJsonBody } from '../../src/http/json-body.ts'

const JSON_TYPE = 'application/json'

function refusalOf(body: string | Buffer, contentType: string | undefined = JSON_TYPE): Refusal {
  try {
    readJsonBody(Buffer.from(body), contentType)
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  throw new Error('was taken')
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
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
  ])('content type %s is taken', (type) => {
    expect(readJsonBody(Buffer.from('{}'), type)).toEqual({})
  })

  test.each(['', 'text/plain', 'application/jsonp', 'application/json; charset=latin1', ';;;'])(
    '415: content type %j is none that is read',
    (type) => {
      expect(refusalOf('{}', type).kind).toBe('unsupported_media_type')
    },
  )

  test.each([
    ['nothing', ''],
    ['cut off', '{"a":'],
    ['a comment', '{} // x'],
    ['NaN', 'NaN'],
    ['single quotes', "{'a':1}"],
    ['a byte order mark', '\uFEFF{}'],
    ['invalid UTF-8', Buffer.from([0x22, 0xc3, 0x28, 0x22])],
    ['overlong UTF-8', Buffer.from([0x22, 0xc0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
  ])('400: %s is no JSON, and what was sent is not repeated', (_name, body) => {
    const { kind, extras, message } = refusalOf(body)

    expect(kind).toBe('invalid_request')
    expect(extras.details ?? []).toEqual([])
    expect(message).toMatch(/^the body (is not valid|begins with)/)
  })

  test('400: deeper than the limit, however deep', () => {
    expect(readJsonBody(Buffer.from(nested(BODY_DEPTH_MAX)), JSON_TYPE)).toBeInstanceOf(Array)
    expect(refusalOf(nested(BODY_DEPTH_MAX + 1)).message).toContain('nested deeper than 16 levels')
    expect(refusalOf(nested(400_000)).kind).toBe('invalid_request')
  })

  test.each([
    ['{"items":[{"itemReference":"a\\u0000"}]}', 'items[0].itemReference'],
    ['{"items":[{},{"a":"\\ud800"}]}', 'items[1].a'],
    ['{"a":{"b":"\\udc00\\ud800"}}', 'a.b'],
    ['["x","\\u0000"]', '[1]'],
  ])('400: %s names the text that cannot be kept', (body, field) => {
    expect(refusalOf(body).extras.details).toEqual([
      { field, message: 'must be well-formed text without NUL' },
    ])
  })

  test('400: a key that cannot be kept is refused like a value', () => {
    expect(refusalOf('{"recipient":{"a\\u0000":"x"}}').kind).toBe('invalid_request')
  })

  test('a surrogate pair is a character like any other', () => {
    expect(readJsonBody(Buffer.from('{"a":"\\ud83c\\udf81"}'), JSON_TYPE)).toEqual({ a: '🎁' })
  })

  test.each([
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"\\u005f_proto__":1}]}',
    '{"constructor":{"prototype":{"x":1}}}',
  ])('400: %s reaches for a prototype', (body) => {
    expect(refusalOf(body).message).toContain('prototype')
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test('a field that is merely called constructor is data', () => {
    expect(readJsonBody(Buffer.from('{"constructor":"Lego"}'), JSON_TYPE)).toMatchObject({
      constructor: 'Lego',
    })
  })
})
