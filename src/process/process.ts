import { once } from 'node:events'
import { createServer } from 'node:net'
import { join, resolve as absolute } from 'node:path'
import { requireAlertChannels } from './alert-channels.ts'
import { requireReportDomain } from './mail-reports.ts'
import { requireSmsSender } from './sms.ts'
import {
  ConfigError,
  DATA_DIR_FALLBACK,
  loadConfig,
  requireKnownSettings,
  type Config,
} from '../settings/mod.ts'
import { sessionNameOf } from './connection-budget.ts'
import { systemClock, randomBytes } from '../core/mod.ts'
import { DatabaseClock, distribute, migrate, planMigrations } from '../db/mod.ts'
import {
  demoBanner,
  type DemoStandIns,
  findSupplied,
  demoNotes,
  MONTH_DAYS,
  monthReport,
  PastClock,
  playMonth,
  playPast,
  readDemo,
  seedDemo,
  startDemoStandIns,
  writeDemoNotes,
} from '../demo/mod.ts'
import { openScreen, QUIET, type Screen } from './demo-screen.ts'
import { createLog, type Log } from '../http/mod.ts'
import { planText } from './migration-plan.ts'
import { requireOidc } from './oidc.ts'
import { listPartners } from '../partners/mod.ts'
import { ending, firstSignal } from './ending.ts'
import { requireConnections, startPostgres, type Postgres } from './postgres.ts'
import { requirePublicUrls } from './public-urls.ts'
import { blame } from './start-fault.ts'
import { startService, type Service, type ServiceOptions } from './service.ts'
import { madeSecret } from '../vault/mod.ts'

const ADMIN_TOKEN_BYTES = 32
/** The length below which an operator's token draws a warning. */
const SAFE_TOKEN_LENGTH = 16

/** `tessera serve`: runs until a signal ends it; returns the exit code. */
export function serve(overrides: Partial<Config> = {}): Promise<number> {
  return runUntilSignal(overrides, {})
}

/**
 * `tessera demo`: like `serve`, but seeds examples and a month of orders on an empty database.
 * With `month`, also prints the reports of the month; if it is false, the month is left out. The
 * pages of links are at a free port unless the setting names one.
 */
export async function demo({ month }: { readonly month?: boolean } = {}): Promise<number> {
  const {
    logOutput,
    role,
    dataDir: directory,
    claimPort = 0,
    payInAccounts = PAY_IN_OF_DEMO,
  } = loadConfig()
  const screen = openScreen(process.stdout, { isLogShown: logOutput === 'stdout' })
  const standIns = role === 'all' ? await startDemoStandIns(directory) : undefined
  const onStarted: OnStarted = async (service, config) => {
    const dataDir = config.dataDir === DATA_DIR_FALLBACK ? undefined : absolute(config.dataDir)
    const seeded = await seedDemo({ ...demoContext(service, config), standIns })
    const notes = await writeDemoNotes(config.dataDir, demoNotes(seeded, dataDir))
    screen.done()
    process.stdout.write(`${demoBanner(seeded, { dataDir, notes })}\n`)
    if (month !== true) return
    const target = monthTarget(service, config)
    process.stdout.write(monthReport(await playMonth({ ...target, ...service.services })))
  }
  const prepare =
    month === false
      ? undefined
      : (options: PrepareOptions): Promise<void> => playPastMonth(options, { screen, standIns })
  try {
    return await runUntilSignal(
      { ...DEMO, claimPort, payInAccounts },
      { onStarted, prepare, screen },
    )
  } finally {
    screen.end()
    await Promise.all([standIns?.reloadly.close(), standIns?.tillo.close()])
  }
}

/**
 * Seeds the demo on an empty database a month in the past, and plays the month, in a service whose
 * clock is behind. The service is hidden: it listens on a free loopback port.
 */
async function playPastMonth(
  { config: settings, clock, ...options }: PrepareOptions,
  { screen, standIns }: { readonly screen: Screen; readonly standIns: DemoStandIns | undefined },
): Promise<void> {
  // Approvals are off, because nobody could approve acts of the past.
  const config = { ...settings, ...HIDDEN_SERVICE, approvalKinds: undefined }
  if (config.role !== 'all' || (await readDemo(config.dataDir))) return
  await requireFreeAddress(settings).catch(blame('TESSERA_HOST, TESSERA_PORT'))
  const past = new PastClock(clock, MONTH_DAYS)
  const service = await startService({ ...options, config, clock: past })
  try {
    const { total } = await listPartners(service.services.db, { page: 1, pageSize: 1 })
    if (total > 0) return
    const url = addressOf(settings) ?? service.url
    const context = { ...demoContext(service, config), url, sellerUrl: service.url, standIns }
    screen.show('Partners, products and stock')
    const seeded = await seedDemo(context)
    screen.done()
    const onDay = (day: number): void =>
      screen.show(`A month of orders, day ${day} of ${MONTH_DAYS}`)
    const { products } = await service.services.catalog.asOf(service.services.db)
    const supplied = findSupplied(products.values())
    const target = { ...monthTarget(service, config), clock: past, onDay }
    const purchases = standIns && supplied && { signer: seeded, products: supplied, standIns }
    await playPast(target, seeded, purchases)
    screen.done()
  } finally {
    await service.stop()
  }
}

/** Each write checks the invariants of the ledger: nobody measures the speed of the demo. */
const DEMO = { sentinel: 'on' } as const

/** The accounts to which the demo's partners would pay. Banks use these numbers as examples. */
const PAY_IN_OF_DEMO = [
  { currency: 'EUR', holder: 'Example Distribution', account: 'DE89 3704 0044 0532 0130 00' },
  {
    currency: 'USD',
    holder: 'Example Distribution',
    account: '000123456789',
    bank: 'Example Bank',
  },
] as const

/** Settings of a hidden service, with the operator's paths at the same address. */
const HIDDEN_SERVICE = {
  host: '127.0.0.1',
  port: 0,
  adminHost: undefined,
  adminPort: undefined,
  claimPort: undefined,
  reportPort: undefined,
} as const

/** Returns the address of the demo; undefined if the system chooses the port. */
function addressOf({ host, port }: Config): string | undefined {
  return port === 0 ? undefined : `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Throws if another process listens at the address. */
async function requireFreeAddress({ host, port }: Config): Promise<void> {
  const probe = createServer().listen({ host, port })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

function demoContext({ services, url }: Service, { role, dataDir, adminToken }: RunConfig) {
  return { ...services, dataDir, url: role === 'worker' ? undefined : url, adminToken }
}

function monthTarget({ url, operatorUrl = url }: Service, { role, adminToken }: RunConfig) {
  if (role === 'worker') throw new ConfigError('TESSERA_ROLE: --month needs the API')
  return { url, operatorUrl, adminToken }
}

/**
 * `tessera migrate`: brings the schema up to date; with `expand`, only as far as a start does. With
 * `plan`, prints what that would do.
 */
export async function migrateOnly({ plan, expand }: MigrateOptions = {}): Promise<number> {
  requireKnownSettings()
  const config = loadConfig()
  const log = createLog(config.logLevel)
  const postgres = await startPostgres(config, log)
  try {
    if (plan === true) {
      process.stdout.write(planText(await planMigrations(postgres.target)))
      return 0
    }
    const waiting = await migrate(postgres.target, expand === true ? { upTo: 'expand' } : {})
    log.info({ waiting }, 'the schema is up to date')
    return 0
  } finally {
    await postgres.stop()
  }
}

/** `tessera distribute`: distributes the database of DATABASE_URL by partner. */
export async function distributeOnly({ shards }: { readonly shards: number }): Promise<number> {
  requireKnownSettings()
  const { databaseUrl: connectionString, logLevel } = loadConfig()
  if (connectionString === undefined) {
    throw new ConfigError(
      'DATABASE_URL must name the coordinator of a Citus cluster: the bundled PostgreSQL is one ' +
        'server',
    )
  }
  const log = createLog(logLevel)
  const tables = await distribute({ connectionString }, shards).catch(blame('DATABASE_URL'))
  log.info({ tables }, 'the database is distributed')
  return 0
}

interface Run {
  readonly onStarted?: OnStarted
  readonly prepare?: ((options: PrepareOptions) => Promise<void>) | undefined
  readonly screen?: Screen
}

interface MigrateOptions {
  readonly plan?: true
  readonly expand?: true
}

type RunConfig = Config & { readonly adminToken: string }
type OnStarted = (service: Service, config: RunConfig) => Promise<void>
type PrepareOptions = ServiceOptions & { readonly config: RunConfig }

/** Calls `prepare` before the service starts, if it is given. */
async function runUntilSignal(
  overrides: Partial<Config>,
  { onStarted, prepare, screen = QUIET }: Run,
): Promise<number> {
  const signal = firstSignal()
  requireKnownSettings()
  const settings = { ...loadConfig(), ...overrides }
  requirePublicUrls(settings)
  requireAlertChannels(settings)
  requireSmsSender(settings)
  requireReportDomain(settings)
  requireOidc(settings)
  const log = createLog(settings.logLevel, screen.logOf(settings.dataDir))
  screen.show('PostgreSQL')
  const postgres = await startPostgres(settings, log)
  screen.done()
  try {
    const config = { ...settings, adminToken: await adminTokenOf(settings) }
    if (config.adminToken.length < SAFE_TOKEN_LENGTH) {
      log.warn('TESSERA_ADMIN_TOKEN can be guessed: set a random one of 16 characters or more')
    }
    const sessionName = sessionNameOf(config)
    await requireConnections(postgres, { ...config, sessionName }, log)
    const clock = await openClock(config, { ...postgres, sessionName }, log)
    try {
      const options = { config, target: postgres.target, sessionName, clock, log }
      await prepare?.(options)
      screen.show('Service')
      const service = await startService(options)
      try {
        await onStarted?.(service, config)
        return await ending(signal, postgres, log)
      } finally {
        await service.stop()
      }
    } finally {
      await clock.close()
    }
  } finally {
    await postgres.stop()
  }
}

/** Opens the clock of a database. Logs when it may be wrong. */
export function openClock(
  config: Config,
  { target, sessionName }: Pick<Postgres, 'target'> & { sessionName?: string },
  log: Log,
): Promise<DatabaseClock> {
  return DatabaseClock.open({
    target,
    sessionName,
    machine: systemClock,
    skewSecondsMax: config.clockSkewSecondsMax,
    onSkew(skew) {
      if (skew === undefined) log.info('the clock of this machine agrees with the database again')
      else log.error(`not ready: ${skew}`)
    },
    onFault: (error) => log.warn({ err: error }, "the database's clock was not read"),
  })
}

/** Returns the operator token of the settings, or else the generated one of the data directory. */
function adminTokenOf(config: Config): Promise<string> {
  if (config.adminToken !== undefined) return Promise.resolve(config.adminToken)
  return madeSecret(
    join(config.dataDir, 'admin.token'),
    () => `tsa_${randomBytes(ADMIN_TOKEN_BYTES).toString('base64url')}`,
  )
}
