import { expect, test, vi } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { Http, type Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { startService } from '../support/service.ts'

test('only a sample of fast successful requests is logged, and marked; all others are logged', async () => {
  let [elapsedMs, stepMs] = [0, 0]
  const clock = { now: systemClock.now, monotonic: () => (elapsedMs += stepMs) }
  const { url, logged } = await startService({ clock, settings: { loggedOneIn: 4 } })
  const http = new Http(url)
  const chance = vi.spyOn(Math, 'random')
  /** Returns fields of the log line of a request, or of the next request if it has no line. */
  const lineOf = async (target: string, drawn: number): Promise<Json> => {
    chance.mockReturnValue(drawn)
    const from = logged.length
    await http.send({ method: 'GET', target })
    await http.send({ method: 'GET', target: '/nowhere' })
    const lines = await eventually(() => {
      const seen: Json[] = logged.slice(from).map((line) => JSON.parse(line))
      expect(seen.at(-1)).toMatchObject({ msg: 'request', route: 'none' })
      return seen
    })
    const { status, oneIn } = lines.find(({ msg }) => msg === 'request')
    return { status, oneIn }
  }

  expect(await lineOf('/health/live', 0.24)).toEqual({ status: 200, oneIn: 4 })
  expect(await lineOf('/health/live', 0.25)).toEqual({ status: 404, oneIn: undefined })
  stepMs = 1_000
  expect(await lineOf('/health/live', 0.25)).toEqual({ status: 200, oneIn: undefined })
  http.close()
})
