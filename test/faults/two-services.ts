import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { signedClient, type Credentials, type SignedClient } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { type Endpoint, openEndpoint } from './endpoint.ts'
import { isOutage } from './failover-run.ts'
import { ADMIN_TOKEN, makeInstallation, type ServiceProcess } from './service-process.ts'

/** What the partner has at first, in EUR. */
export const FUNDS = 900_000_000

export interface Service {
  readonly process: ServiceProcess
  readonly endpoint: Endpoint
  readonly partner: SignedClient
}

/** Two services on one database, and a partner with funds in EUR. */
export class TwoServices {
  readonly #start: () => Promise<ServiceProcess>
  #credentials: Credentials | undefined
  #services: readonly Service[] = []
  kills = 0

  private constructor(start: () => Promise<ServiceProcess>) {
    this.#start = start
  }

  static async start(
    databaseUrl: string,
    settings: Readonly<Record<string, string>>,
  ): Promise<TwoServices> {
    const TESSERA_MASTER_KEY = randomBytes(32).toString('base64')
    const own = { ...settings, DATABASE_URL: databaseUrl, TESSERA_MASTER_KEY }
    const installation = makeInstallation({ isEmpty: true })
    const services = new TwoServices(() => installation.start(own))
    const [first, second] = await Promise.all([services.#start(), services.#start()])
    const endpoint = openEndpoint(first.url, ADMIN_TOKEN)
    services.#credentials = await newPartner(endpoint)
    endpoint.http.close()
    services.#services = [services.#serviceOf(first), services.#serviceOf(second)]
    return services
  }

  get all(): readonly Service[] {
    return this.#services
  }

  get processes(): readonly ServiceProcess[] {
    return this.#services.map(({ process }) => process)
  }

  get endpoint(): Endpoint {
    return this.#first.endpoint
  }

  get partner(): SignedClient {
    return this.#first.partner
  }

  async kill(): Promise<void> {
    await Promise.all(this.#services.map((one) => this.#kill(one)))
  }

  async restart(): Promise<void> {
    const [first, second] = await Promise.all([this.#start(), this.#start()])
    this.#services = [this.#serviceOf(first), this.#serviceOf(second)]
  }

  /** Kills one of the services, and starts it again. The other one goes on alone meanwhile. */
  async replaceOne(): Promise<void> {
    const [first = expect.unreachable(), second = expect.unreachable()] = this.#services
    this.#services = [second]
    await this.#kill(first)
    this.#services = [second, this.#serviceOf(await this.#start())]
  }

  /** Ends both services, which have logged no fault that an outage does not explain. */
  async end(): Promise<void> {
    for (const { process, endpoint } of this.#services) {
      const faults = process.log.filter(({ level, err }) => level >= 50 && !isOutage(err))
      expect(faults).toEqual([])
      endpoint.http.close()
      expect(await process.end('SIGTERM')).toEqual({ code: 0, signal: null })
    }
  }

  async #kill({ process, endpoint }: Service): Promise<void> {
    this.kills += 1
    expect(await process.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    endpoint.http.close()
  }

  get #first(): Service {
    return this.#services[0] ?? expect.unreachable()
  }

  #serviceOf(process: ServiceProcess): Service {
    const endpoint = openEndpoint(process.url, ADMIN_TOKEN)
    const credentials = this.#credentials ?? expect.unreachable()
    return { process, endpoint, partner: signedClient(endpoint.http, credentials) }
  }
}

async function newPartner({ operate }: Endpoint): Promise<Credentials> {
  const { partnerId } = dataOf(await operate('POST', '/admin/v1/partners', { name: 'Acme' }))
  const path = `/admin/v1/partners/${partnerId}`
  const deposit = { currency: 'EUR', amount: FUNDS, reference: 'wire' }
  dataOf(await operate('POST', `${path}/deposits`, deposit))
  return dataOf(await operate('POST', `${path}/credentials`, {}))
}
