import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import {
  ARRIVING_BYTES_MAX,
  ARRIVING_OF_ONE_MAX,
  BODY_BYTES_MAX,
  BodyReader,
} from '../../src/http/bodies/read-body.ts'

interface SentBody {
  readonly payload: PassThrough
  /** The body, or the kind of the refusal. */
  readonly read: Promise<Buffer | string>
}

let reader: BodyReader
beforeEach(() => {
  reader = new BodyReader()
})

/** Begins to send a body of `sender`, with this declared length if there is one. */
function sendBody(sender = 1, bytesDeclared?: number): SentBody {
  const payload = new PassThrough()
  const headers = bytesDeclared === undefined ? {} : { 'content-length': String(bytesDeclared) }
  const read = new Promise<Buffer | string>((resolve) => {
    reader.read({ payload, headers, sender }, (error, body) =>
      resolve(error ? Reflect.get(error, 'kind') : (body ?? 'nothing')),
    )
  })
  return { payload, read }
}

/** Sends all but the last byte of a body of the largest size. */
async function stallBody(sender: number): Promise<SentBody> {
  const one = sendBody(sender, BODY_BYTES_MAX)
  const arrival = once(one.payload, 'data')
  one.payload.write(Buffer.alloc(BODY_BYTES_MAX - 1))
  await arrival
  return one
}

/** Sends bodies of several partners that use all the memory for bodies. */
async function fillMemory(): Promise<SentBody[]> {
  const bodiesOfOne = ARRIVING_OF_ONE_MAX / BODY_BYTES_MAX
  const all: SentBody[] = []
  for (let i = 0; i < ARRIVING_BYTES_MAX / BODY_BYTES_MAX; i += 1) {
    all.push(await stallBody(Math.floor(i / bodiesOfOne)))
  }
  return all
}

test('a body of one chunk is that chunk', async () => {
  const { payload, read } = sendBody(1, 2)
  const segment = Buffer.from('{}')
  payload.end(segment)

  expect(await read).toBe(segment)
})

test.each([undefined, 3 * 70_000])('chunks are joined: declared %j', async (declared) => {
  const { payload, read } = sendBody(1, declared)
  const segments = ['a', 'b', 'c'].map((letter) => Buffer.alloc(70_000, letter))
  for (const segment of segments) payload.write(segment)
  payload.end()

  expect(await read).toEqual(Buffer.concat(segments))
})

test('a missing body is read as an empty one', async () => {
  const { payload, read } = sendBody()
  payload.end()

  expect(await read).toEqual(Buffer.alloc(0))
})

test('chunks of one byte use no more memory than the body', async () => {
  const { payload, read } = sendBody()
  for (let i = 0; i < 100_000; i += 1) payload.write(Buffer.from('1'))
  payload.end()
  const body = await read

  expect(body).toEqual(Buffer.alloc(100_000, '1'))
  expect((body as Buffer).buffer.byteLength).toBeLessThan(2 * 100_000)
})

test('body_too_large: one byte more than a body may have', async () => {
  const atLimit = sendBody()
  atLimit.payload.end(Buffer.alloc(BODY_BYTES_MAX))
  expect(await atLimit.read).toHaveLength(BODY_BYTES_MAX)

  const beyond = sendBody()
  beyond.payload.write(Buffer.alloc(BODY_BYTES_MAX))
  beyond.payload.write(Buffer.alloc(1))
  expect(await beyond.read).toBe('body_too_large')
})

test('overloaded: incomplete bodies use all the memory; bodies of one chunk still pass', async () => {
  const [first, second, last] = await fillMemory()

  const refused = sendBody(99, 1_000)
  refused.payload.write(Buffer.alloc(999))
  expect(await refused.read).toBe('overloaded')
  const small = sendBody(99, 10)
  small.payload.end(Buffer.alloc(10))
  expect(await small.read).toHaveLength(10)

  // A body that is complete or broken off frees its memory.
  first?.payload.end(Buffer.alloc(1))
  expect(await first?.read).toHaveLength(BODY_BYTES_MAX)
  await stallBody(99)
  second?.payload.destroy(new Error('the client is gone'))
  expect(await second?.read).toBe('invalid_request')
  await stallBody(99)
  last?.payload.destroy()
  expect(await last?.read).toBe('invalid_request')
  const third = await stallBody(99)
  third.payload.end(Buffer.alloc(1))
  expect(await third.read).toHaveLength(BODY_BYTES_MAX)
})

test('overloaded: bodies of one partner use up its share; others have room', async () => {
  for (let i = 0; i < ARRIVING_OF_ONE_MAX / BODY_BYTES_MAX; i += 1) await stallBody(1)

  const refused = sendBody(1, 1_000)
  refused.payload.write(Buffer.alloc(999))
  expect(await refused.read).toBe('overloaded')
  const other = await stallBody(2)
  other.payload.end(Buffer.alloc(1))
  expect(await other.read).toHaveLength(BODY_BYTES_MAX)
})
