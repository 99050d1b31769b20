import type { Services } from '../../src/http/mod.ts'

type Measured = Pick<Services, 'metrics'>

/** Returns the number of requests in progress. */
export function requestsInFlight(services: Measured): Promise<number> {
  return metricOf(services, 'tessera_http_requests_in_flight')
}

/**
 * Returns the value of a metric with these labels. A part of a histogram has its own name:
 * `_count`. The text of `GET /metrics` may be a second old.
 */
export async function metricOf(
  { metrics }: Measured,
  wanted: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const families = await metrics.families()
  // A part of a histogram is named after its family.
  if (!families.some(({ name }) => wanted.startsWith(name))) throw new Error(`no metric ${wanted}`)
  const found = families
    .flatMap(({ name, values }) => values.map((value) => ({ metricName: name, ...value })))
    .find((one) => one.metricName === wanted && hasAll(one.labels, labels))
  return found?.value ?? 0
}

function hasAll(has: Readonly<Record<string, unknown>>, wanted: Readonly<Record<string, string>>) {
  return Object.entries(wanted).every(([name, value]) => String(has[name]) === value)
}
