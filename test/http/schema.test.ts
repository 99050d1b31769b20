import { Type } from 'typebox'
import { describe, expect, test } from 'vitest'
import { DETAILS_MAX, Refusal } from '../../src/core/mod.ts'
import { created, ok } from '../../src/http/response.ts'
import { operatorRoute, route } from '../../src/http/route.ts'
import { closed, compileBody, textField, type BodyCheck } from '../../src/http/schema.ts'
import { Instant, Text, Whole } from '../../src/http/shapes/field.ts'
import { view } from '../../src/http/shapes/view.ts'

const SHAPE = Type.Object({
  name: textField('The name', 5),
  kind: Type.Enum(['CREDIT', 'DEBIT']),
  limit: Type.Optional(Type.Unsafe<number | null>({ type: ['integer', 'null'] })),
  items: Type.Array(
    Type.Object({ amount: Type.Number(), quantity: Type.Integer({ minimum: 1 }) }),
    { minItems: 1 },
  ),
})
const check = compileBody(SHAPE)
const GOOD = { name: 'a', kind: 'DEBIT', items: [{ amount: 1.5, quantity: 1 }] }

function detailsOf(body: unknown, shape: BodyCheck<unknown> = check): readonly object[] {
  try {
    shape.read(body)
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid_request')
      return error.extras.details ?? []
    throw error
  }
  return []
}

describe('body shapes', () => {
  test('unknown fields are ignored', () => {
    expect(detailsOf({ ...GOOD, more: { deep: [null] } })).toEqual([])
  })

  test.each([
    [{ ...GOOD, name: null }, 'name', 'must be a string'],
    [{ ...GOOD, name: 5 }, 'name', 'must be a string'],
    [{ ...GOOD, name: '' }, 'name', 'must have 1 to 5 characters'],
    [{ ...GOOD, name: 'e\u0301'.repeat(3) }, 'name', 'must have 1 to 5 characters'],
    [{ ...GOOD, kind: 'debit' }, 'kind', 'must be one of CREDIT, DEBIT'],
    [{ ...GOOD, limit: 1.5 }, 'limit', 'must be an integer or null'],
    [{ ...GOOD, items: [] }, 'items', 'must have at least 1 entry'],
    [{ ...GOOD, items: {} }, 'items', 'must be an array'],
    [{ ...GOOD, items: [null] }, 'items[0]', 'must be an object'],
    [{ ...GOOD, items: [{ amount: '1', quantity: 1 }] }, 'items[0].amount', 'must be a number'],
    [
      { ...GOOD, items: [{ amount: Infinity, quantity: 1 }] },
      'items[0].amount',
      'must be a number',
    ],
    [{ ...GOOD, items: [{ amount: 1, quantity: 1.5 }] }, 'items[0].quantity', 'must be an integer'],
    [{ ...GOOD, items: [{ amount: 1, quantity: 0 }] }, 'items[0].quantity', 'must be at least 1'],
    [
      { ...GOOD, items: [{ amount: 1, quantity: true }] },
      'items[0].quantity',
      'must be an integer',
    ],
  ])('%j names the field', (body, field, message) => {
    expect(detailsOf(body)).toEqual([{ field, message }])
  })

  test('every missing field is named', () => {
    expect(detailsOf({ items: [{}] })).toEqual([
      { field: 'name', message: 'is required' },
      { field: 'kind', message: 'is required' },
      { field: 'items[0].amount', message: 'is required' },
      { field: 'items[0].quantity', message: 'is required' },
    ])
  })

  test('a field called like a method of objects is still missing', () => {
    const hidden = compileBody(Type.Object({ toString: Type.String() }))

    expect(() => hidden.read({})).toThrow(Refusal)
  })

  test.each([null, [], 'text', 5, true])('%j is not an object', (body) => {
    expect(() => check.read(body)).toThrow('the body must be an object')
  })

  test('the number of details is bounded', () => {
    const items = Array.from({ length: 1_000 }, () => ({}))

    expect(detailsOf({ ...GOOD, items })).toHaveLength(DETAILS_MAX)
  })

  test('a closed shape names each unknown field, nested ones too', () => {
    const strict = compileBody(closed(SHAPE))
    const items = [{ amount: 1, quantity: 1, amout: 2 }]

    expect(strict.read(GOOD)).toBe(GOOD)
    expect(detailsOf({ ...GOOD, items, nme: 'b', '': 1 }, strict)).toEqual([
      { field: 'nme', message: 'is not known' },
      { field: '""', message: 'is not known' },
      { field: 'items[0].amout', message: 'is not known' },
    ])
  })
})

function rowOf(id: number) {
  return { id, secret: 'x' }
}

test('a response with a field too many or too few for its shape does not compile', () => {
  const response = Type.Object({ data: Type.Array(Type.Object({ id: Type.Integer() })) })
  const options = { operationId: 'x', summary: 'x', permission: 'orders:read', response } as const
  const wrong = [
    () =>
      operatorRoute('GET /admin/v1/x', {
        ...options,
        // @ts-expect-error: `id` is missing.
        handle: () => Promise.resolve(ok({ data: [{}] })),
      }),
    () =>
      // @ts-expect-error: the shape lacks `secret`, which a function adds.
      operatorRoute('GET /admin/v1/x', {
        ...options,
        handle: () => Promise.resolve(ok({ data: [1].map(rowOf) })),
      }),
    () =>
      // @ts-expect-error: the shape lacks `more`.
      route('GET /v2/x', {
        ...options,
        handle: () => Promise.resolve(created({ data: [], more: 1 })),
      }),
  ]
  expect(wrong).toHaveLength(3)
})

interface Row {
  readonly name: string
  readonly count: bigint
  readonly endedAt: number | undefined
}

test('a view yields a schema and a body: members by name, other fields by a function', () => {
  const rowView = view<Row>()(
    {
      count: Whole('Counts'),
      title: [Text('The title'), ({ name }) => `"${name}"`],
      endedAt: Type.Optional(Instant('When it ended')),
    },
    { title: 'Row' },
  )

  expect(rowView.schema).toEqual(
    Type.Object(
      {
        count: Whole('Counts'),
        title: Text('The title'),
        endedAt: Type.Optional(Instant('When it ended')),
      },
      { title: 'Row' },
    ),
  )
  expect([{ name: 'a', count: 2n, endedAt: 0 }].map(rowView.body)).toEqual([
    { count: 2, title: '"a"', endedAt: '1970-01-01T00:00:00.000Z' },
  ])
  expect(rowView.body({ name: 'a', count: 2n, endedAt: undefined }).endedAt).toBeUndefined()
})

test('a field of a view that the row lacks, or has with another type, does not compile', () => {
  const wrong = [
    // @ts-expect-error: the row has no `label`.
    () => view<Row>()({ label: Text('The label') }),
    // @ts-expect-error: `name` is a text.
    () => view<Row>()({ name: Whole('The name') }),
    // @ts-expect-error: `endedAt` may be absent.
    () => view<Row>()({ endedAt: Instant('When it ended') }),
    // @ts-expect-error: the length is a number.
    () => view<Row>()({ name: [Text('The length'), ({ name }) => name.length] }),
  ]
  expect(wrong).toHaveLength(4)
})
