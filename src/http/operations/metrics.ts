import { openRoute } from '../route.ts'

/** Returns the metrics of this process in the text format of Prometheus. */
export const getMetrics = openRoute('GET /metrics', {
  isOperational: true,
  async handle(_call, { metrics }) {
    return {
      status: 200,
      headers: { 'content-type': metrics.contentType },
      body: Buffer.from(await metrics.text()),
    }
  },
})
