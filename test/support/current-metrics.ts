import type { Services } from '../../src/http/mod.ts'

type MeasuredServices = Pick<Services, 'metrics'>

/** Returns the number of requests in progress. */
export function requestsInFlight(services: MeasuredServices): Promise<number> {
  return metricOf(services, 'tessera_http_requests_in_flight')
}

/**
 * Returns the value of a metric with these labels, or 0 if there is none. A part of a histogram is
 * named after its family, such as `..._count`. Does not use `GET /metrics`, whose text may be a
 * second old.
 */
export async function metricOf(
  { metrics }: MeasuredServices,
  metricName: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const families = await metrics.families()
  if (!families.some(({ name }) => metricName.startsWith(name))) {
    throw new Error(`no metric ${metricName}`)
  }
  const metric = families
    .flatMap(({ name, values }) => values.map((value) => ({ metricName: name, ...value })))
    .find((value) => value.metricName === metricName && hasAll(value.labels, labels))
  return metric?.value ?? 0
}

function hasAll(
  labels: Readonly<Record<string, unknown>>,
  expected: Readonly<Record<string, string>>,
): boolean {
  return Object.entries(expected).every(([name, value]) => String(labels[name]) === value)
}
