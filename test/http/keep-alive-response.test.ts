import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { respondKeptAlive } from '../../src/http/responses/keep-alive-response.ts'
import { isChunks } from '../../src/http/responses/send-stream.ts'

const HEARTBEAT_MS = 10_000
const DATA = { data: { balanced: true } }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Returns work that lasts for some heartbeats, and a little more. */
function work(heartbeats: number, end: () => object = () => DATA): Promise<object> {
  return new Promise((resolve, reject) => {
    setTimeout(
      () => {
        try {
          resolve(end())
        } catch (error) {
          reject(error)
        }
      },
      heartbeats * HEARTBEAT_MS + 1,
    )
  })
}

async function read(body: unknown): Promise<string> {
  if (!isChunks(body)) throw new Error('the answer is no stream')
  let text = ''
  for await (const chunk of body) text += String(chunk)
  return text
}

async function withTimePassing<T>(answer: Promise<T>): Promise<T> {
  await vi.advanceTimersByTimeAsync(10 * HEARTBEAT_MS)
  return answer
}

test('a fast result is a plain JSON response', async () => {
  expect(await withTimePassing(respondKeptAlive(work(0)))).toEqual({ status: 200, body: DATA })
})

test('a slow result keeps its connection alive, and is JSON too', async () => {
  const answer = respondKeptAlive(work(3))
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  const { status, headers, body } = await answer

  const text = await withTimePassing(read(body))

  expect({ status, headers }).toEqual({
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
  expect(text).toBe(`   ${JSON.stringify(DATA)}`)
  expect(JSON.parse(text)).toEqual(DATA)
})

test('the work is stopped when its client has disconnected, and not before', async () => {
  const stop = vi.fn<() => void>()
  const answer = respondKeptAlive(work(9), stop)
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  const { body } = await answer
  if (!isChunks(body)) throw new Error('the answer is no stream')
  const chunks = body[Symbol.asyncIterator]()
  await chunks.next()
  const next = chunks.next()
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  expect(await next).toEqual({ value: ' ', done: false })
  expect(stop).not.toHaveBeenCalled()

  await chunks.return?.()

  expect(stop).toHaveBeenCalledOnce()
})

test('an early failure is an ordinary error response', async () => {
  const fault = new Error('no database')
  const answer = respondKeptAlive(Promise.reject(fault))

  await expect(answer).rejects.toBe(fault)
})

test('a later failure aborts the response', async () => {
  const fault = new Error('no database')
  const answer = respondKeptAlive(
    work(2, () => {
      throw fault
    }),
  )
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS)
  const { body } = await answer
  const reading = read(body).catch((error: unknown) => error)

  expect(await withTimePassing(reading)).toBe(fault)
})
