import perfHooks from 'node:perf_hooks'
import { expect, test, vi } from 'vitest'
import { createMetrics } from '../../src/http/observability/metrics.ts'
import { stoppedClock } from '../conformance/v2/fixture.ts'

/** Returns metrics with one figure that is read from elsewhere. */
function metricsFromAfar() {
  const clock = stoppedClock()
  const metrics = createMetrics(clock)
  let reads = 0
  metrics.observeEach({ name: 'from_afar', help: 'Read from afar', label: 'of' }, () => {
    reads += 1
    return Promise.resolve(new Map([['all', reads]]))
  })
  return { clock, metrics, reads: () => reads }
}

test('figures from elsewhere are read at most once a second, for any number of requests', async () => {
  const { clock, metrics, reads } = metricsFromAfar()

  const texts = await Promise.all(Array.from({ length: 20 }, () => metrics.text()))
  clock.advance(999)
  texts.push(await metrics.text())
  expect(new Set(texts).size).toBe(1)
  expect(reads()).toBe(1)

  clock.advance(1)
  expect(await metrics.text()).toContain('from_afar{of="all"} 2\n')
})

test('a process measures itself once, however many services it starts', async () => {
  const measured = vi.spyOn(perfHooks, 'monitorEventLoopDelay')
  const services = [metricsFromAfar(), metricsFromAfar()]
  const texts = await Promise.all(services.map(({ metrics }) => metrics.text()))

  expect(measured.mock.calls.length).toBeLessThan(2)
  for (const text of texts) expect(text).toContain('\nnodejs_eventloop_lag_p99_seconds ')
})
