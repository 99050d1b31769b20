import type { CopyOrder, CopyReport } from '../processes/copy-in.ts'
import type { UploadOrder, UploadReport } from '../processes/upload.ts'
import { Child } from './child.ts'
import { cpuSeconds } from './cpu.ts'
import type { Sample } from './interleave.ts'
import { clocksOf, rateOf } from './load.ts'
import { placeOrder, requireCompleted, untilNoneIsOpen, type OrderSize } from './orders.ts'
import type { BenchPartner } from './operator.ts'
import type { BenchService } from './service.ts'

/** The process that imports codes from a CSV file, as an operator would. */
export class Upload {
  readonly #service: BenchService
  readonly #child = new Child('upload')

  constructor(service: BenchService) {
    this.#service = service
  }

  /** Imports new codes of 1.00 for a product. Returns codes per second. */
  async import(productId: number, lines: number): Promise<Sample> {
    const { url, operator } = this.#service
    const path = `/admin/v1/products/${productId}/codes`
    const { authorization } = operator
    await this.#child.ask({ url: url + path, authorization, lines } satisfies UploadOrder)
    return rateOf(lines, clocksOf(this.#service), async () => {
      const { report } = await this.#child.ask<{ report: UploadReport }>('go')
      if (report.imported !== lines) throw new Error(`${report.imported} codes were imported`)
      return report.seconds
    })
  }

  end(): Promise<void> {
    return this.#child.end()
  }
}

/** The process that writes the same rows by COPY. */
export class CopyIn {
  readonly #service: BenchService
  readonly #schema: string
  readonly #child = new Child('copy-in')

  /** Each copy has a schema of its own for its tables. */
  constructor(service: BenchService, schema: string) {
    this.#service = service
    this.#schema = schema
  }

  /** Reads the rows that are to be copied. */
  async prepare(sources: CopyOrder['sources']): Promise<void> {
    const { target } = this.#service
    await this.#child.ask({ target, schema: this.#schema, sources } satisfies CopyOrder)
  }

  /** Copies the rows of `units` units. Returns units per second. */
  run(units: number): Promise<Sample> {
    const clocks = (): Record<string, number> => ({
      postgres: this.#service.cpu().postgres,
      copy: cpuSeconds(this.#child.pid),
    })
    return rateOf(units, clocks, async () => {
      const { report } = await this.#child.ask<{ report: CopyReport }>('go')
      return report.seconds
    })
  }

  end(): Promise<void> {
    return this.#child.end()
  }
}

/** Returns units per second, from the POST of one order until it is seen to be COMPLETED. */
export function fulfilmentRate(
  service: BenchService,
  partner: BenchPartner,
  size: OrderSize,
): Promise<Sample> {
  return rateOf(size.quantity, clocksOf(service), async () => {
    // Warms up this connection too: COPY uses another one, and a first use takes milliseconds.
    await untilNoneIsOpen(service, partner.partnerId)
    const began = performance.now()
    await placeOrder(service, partner, size)
    await untilNoneIsOpen(service, partner.partnerId)
    const seconds = (performance.now() - began) / 1_000
    // The count is proven elsewhere: counting all codes takes longer the more there are.
    await requireCompleted(service, partner.partnerId)
    return seconds
  })
}
