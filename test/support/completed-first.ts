import { onTestFinished } from 'vitest'
import { startHttpProxy } from './http-proxy.ts'
import type { RunningService } from './service.ts'

type Status = Parameters<RunningService['waitForOrder']>[1]

const ORDER = /^\/v2\/orders\/(ord_[^/?]+)$/

/**
 * Returns the URL of a proxy to the service. It delays each request for an order until the order
 * has this status, so clients that poll every few seconds poll once. It ends with the test.
 */
export async function completedFirst(
  { url, waitForOrder }: RunningService,
  status: Status = 'COMPLETED',
): Promise<string> {
  const proxy = await startHttpProxy({
    target: url,
    fate: () => ({ fate: 'pass' }),
    async ready({ method, target }) {
      const [, id] = ORDER.exec(target) ?? []
      if (method === 'GET' && id !== undefined) await waitForOrder(id, status)
    },
  })
  onTestFinished(() => proxy.close())
  return proxy.url
}
