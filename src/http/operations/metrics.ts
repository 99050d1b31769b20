import { openRoute } from '../route.ts'

export const getMetrics = openRoute('GET /metrics', {
  operationId: 'getMetrics',
  summary: 'Returns the metrics of this process in the text format of Prometheus',
  isOperational: true,
  async handle(_call, { metrics }) {
    return {
      status: 200,
      headers: { 'content-type': metrics.contentType },
      body: Buffer.from(await metrics.text()),
    }
  },
})
