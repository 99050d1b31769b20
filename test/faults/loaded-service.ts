import { isLong } from '../support/length.ts'
import { accountFor } from './account-for.ts'
import { makeFixture, type Fixture } from './fixture.ts'
import { Load } from './load.ts'
import { makeInstallation } from './service-process.ts'
import type { Exit, Installation, ServiceProcess } from './service-process.ts'

const LANES = isLong ? 64 : 12
/** While a server starts or stops, the load is small, because all of its writes are checked. */
const IDLE_PAUSE_MS = isLong ? 0 : 500

/** A service under load, with one fault after another. */
export class LoadedService {
  readonly installation: Installation
  readonly fixture: Fixture
  readonly load: Load
  readonly #settings: Readonly<Record<string, string>>
  #service: ServiceProcess
  #dataDir: string

  private constructor(
    installation: Installation,
    service: ServiceProcess,
    { settings, fixture }: { settings: Readonly<Record<string, string>>; fixture: Fixture },
  ) {
    this.installation = installation
    this.fixture = fixture
    this.load = new Load(fixture, service.url, { lanes: LANES, idlePauseMs: IDLE_PAUSE_MS })
    this.#settings = settings
    this.#service = service
    this.#dataDir = installation.dataDir
  }

  /** The load rests until a fault lets it grow. */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<LoadedService> {
    const installation = makeInstallation()
    const service = await installation.start(settings)
    const fixture = await makeFixture(service.url)
    const loaded = new LoadedService(installation, service, { settings, fixture })
    await loaded.load.rest()
    return loaded
  }

  /** The process that serves now. */
  get service(): ServiceProcess {
    return this.#service
  }

  get url(): string {
    return this.#service.url
  }

  /** The directory that it serves. */
  get dataDir(): string {
    return this.#dataDir
  }

  /** The process id of its PostgreSQL; undefined where none runs. */
  postmaster(): number | undefined {
    return this.installation.postmaster(this.#dataDir)
  }

  /** Runs a command line with the settings of the service. */
  run(argv: readonly string[]) {
    return this.installation.run(argv, this.#settings)
  }

  /** Starts the service that has ended again, on its directory or another one. */
  async startAgain(dataDir = this.#dataDir): Promise<void> {
    const settings = { ...this.#settings, TESSERA_DATA_DIR: dataDir }
    this.#service = await this.installation.start(settings)
    this.#dataDir = dataDir
    this.load.pointTo(this.url)
  }

  end(signal: NodeJS.Signals): Promise<Exit> {
    return this.#service.end(signal)
  }

  /** Checks everything that the load has written. */
  async account(): Promise<void> {
    await this.load.end()
    await accountFor(this.load, this.fixture, { url: this.url, dataDir: this.#dataDir })
  }
}
