import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Refusal } from '../../src/core/mod.ts'
import { LargeBodies } from '../../src/http/bodies/large-bodies.ts'
import type { Route } from '../../src/http/route.ts'
import { compileBody } from '../../src/http/schema.ts'

const schema = Type.Object({ rows: Type.Array(Type.Object({}), { maxItems: 2_000 }) })
const route = {
  bodyKind: { kind: 'json', schema, check: compileBody(schema), isOptional: false },
  operation: { manyRowsAt: 'rows' },
} as unknown as Route

let lastPartner = 0

/** Returns a request of a partner, by default of one that has sent none yet. */
function requestOf(text: string, partnerId = ++lastPartner): FastifyRequest {
  const trace = { contentType: 'application/json', claim: { partnerId } }
  return { body: Buffer.from(text), headers: {}, trace } as unknown as FastifyRequest
}

/** Returns the body that was read, or its refusal. */
async function read(
  text: string,
  bodies = new LargeBodies(),
  request = requestOf(text),
): Promise<unknown> {
  try {
    return await bodies.read(route, request)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { kind, extras } = error
    return [kind, extras.details?.[0]?.field ?? extras.retryAfterSeconds]
  }
}

const rowsOf = (row: string, count: number): string => Array<string>(count).fill(row).join(',')
const MANY = `{"rows":[${rowsOf('{"a":1}', 1_001)}],"b":2}`
const MIB = 'a'.repeat(1_048_576)

test('one body of a partner is held at a time, so that others find a place', async () => {
  const bodies = new LargeBodies()
  const first = requestOf(MANY, 1_000)
  expect(await read(MANY, bodies, first)).toHaveProperty('rows')
  expect(await read(MANY, bodies, requestOf(MANY, 1_000))).toEqual(['overloaded', 5])
  expect(await read(MANY, bodies)).toHaveProperty('rows')

  bodies.leave(first)

  expect(await read(MANY, bodies, requestOf(MANY, 1_000))).toHaveProperty('rows')
})

test('two bodies with many rows are held at a time, until each is left', async () => {
  const bodies = new LargeBodies()
  const first = requestOf(MANY)
  expect(await bodies.read(route, first)).toEqual(JSON.parse(MANY))
  await read(MANY, bodies)
  expect(await read(MANY, bodies)).toEqual(['overloaded', 5])
  expect(await read(`{"rows":[${rowsOf('{"a":1}', 1_000)}]}`, bodies)).toHaveProperty('rows')

  bodies.leave(first)

  expect(await read(MANY, bodies)).toEqual(JSON.parse(MANY))
})

test('a body above 1 MiB is held before its rows are counted', async () => {
  const bodies = new LargeBodies()
  await read(MANY, bodies)
  await read(MANY, bodies)
  expect(await read(`{"rows":"${MIB}"}`, bodies)).toEqual(['overloaded', 5])
})

test.each([
  ['a field of many values', `{"rows":[${rowsOf(`{"x":[${rowsOf('{}', 100)}]}`, 250)}]}`, 'body'],
  ['the name of the field with escapes', `${MANY.slice(0, -1)},"r\\u006fws":[1]}`, 'rows'],
  ['rows that do not end', `{"rows":["${MIB}"`, 'body'],
  ['too many rows', `{"rows":[${rowsOf('{"a":1}', 2_001)}]}`, 'rows'],
])('%s: refused as invalid', async (_, text, field) => {
  expect(await read(text)).toEqual(['invalid_request', field])
})

test.each([
  ['a row', `{"rows":[{"a":"${MIB}"}]}`],
  ['the rest of the body', `{"a":"${MIB}","rows":[{}]}`],
  ['a body without rows', `{"a":"${MIB}"}`],
])('%s may not be larger than other bodies', async (_, text) => {
  expect(await read(text)).toEqual(['body_too_large', undefined])
})
