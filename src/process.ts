import { randomBytes } from 'node:crypto'
import { join, resolve as absolute } from 'node:path'
import { requireAlertChannels } from './alert-channels.ts'
import {
  ConfigError,
  DATA_DIR_FALLBACK,
  loadConfig,
  requireKnownSettings,
  requirePublicUrl,
  type Config,
} from './config.ts'
import { systemClock } from './core/mod.ts'
import { DatabaseClock, migrate, planMigrations } from './db/mod.ts'
import { demoBanner, monthReport, playMonth, seedDemo } from './demo/mod.ts'
import { createLog, type Log } from './http/mod.ts'
import { planText } from './migration-plan.ts'
import { startPostgres, type Postgres } from './postgres.ts'
import { startService, type Service } from './service.ts'
import { madeSecret } from './vault/mod.ts'

const ADMIN_TOKEN_BYTES = 32
/** The length below which an operator's token draws a warning. */
const SAFE_TOKEN_LENGTH = 16

/** `tessera serve`: runs until a signal ends it; returns the exit code. */
export function serve(overrides: Partial<Config> = {}): Promise<number> {
  return runUntilSignal(overrides, async () => undefined)
}

/** `tessera demo`: as `serve`, with something to try on an empty database, and a month of it. */
export function demo({ month: playsMonth }: { readonly month?: true } = {}): Promise<number> {
  return runUntilSignal({}, async (service, config) => {
    const { services } = service
    const url = config.role === 'worker' ? undefined : service.url
    const context = { ...services, dataDir: config.dataDir, url, adminToken: config.adminToken }
    const dataDir = config.dataDir === DATA_DIR_FALLBACK ? undefined : absolute(config.dataDir)
    process.stdout.write(`${demoBanner(await seedDemo(context), dataDir)}\n`)
    if (playsMonth !== true) return
    if (url === undefined) throw new ConfigError('TESSERA_ROLE: --month needs the API')
    const { operatorUrl = url } = service
    const { adminToken } = config
    process.stdout.write(monthReport(await playMonth({ url, operatorUrl, adminToken })))
  })
}

/** `tessera migrate`: brings the schema up to date, or with `plan` says what that would do. */
export async function migrateOnly({ plan }: { readonly plan?: true } = {}): Promise<number> {
  requireKnownSettings()
  const config = loadConfig()
  const log = createLog(config.logLevel)
  const postgres = await startPostgres(config, log)
  try {
    if (plan === true) {
      process.stdout.write(planText(await planMigrations(postgres.target)))
      return 0
    }
    await migrate(postgres.target)
    log.info('the schema is up to date')
    return 0
  } finally {
    await postgres.stop()
  }
}

async function runUntilSignal(
  overrides: Partial<Config>,
  onStarted: (service: Service, config: Config & { adminToken: string }) => Promise<void>,
): Promise<number> {
  const signal = firstSignal()
  requireKnownSettings()
  const settings = { ...loadConfig(), ...overrides }
  requirePublicUrl(settings)
  requireAlertChannels(settings)
  const log = createLog(settings.logLevel)
  const postgres = await startPostgres(settings, log)
  try {
    const config = { ...settings, adminToken: await adminTokenOf(settings) }
    if (config.adminToken.length < SAFE_TOKEN_LENGTH) {
      log.warn('TESSERA_ADMIN_TOKEN can be guessed: set a random one of 16 characters or more')
    }
    const clock = await openClock(config, postgres, log)
    try {
      const service = await startService({ config, target: postgres.target, clock, log })
      try {
        await onStarted(service, config)
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

function openClock(config: Config, { target }: Postgres, log: Log): Promise<DatabaseClock> {
  return DatabaseClock.open({
    target,
    machine: systemClock,
    skewSecondsMax: config.clockSkewSecondsMax,
    onSkew(skew) {
      if (skew === undefined) log.info('the clock of this machine agrees with the database again')
      else log.error(`not ready: ${skew}`)
    },
    onFault: (error) => log.warn({ err: error }, "the database's clock was not read"),
  })
}

async function ending(signal: Promise<string>, postgres: Postgres, log: Log): Promise<number> {
  const end = await Promise.race([signal, postgres.lost])
  if (end instanceof Error) {
    log.fatal({ err: end }, 'the database is lost')
    return 1
  }
  log.info({ signal: end }, 'stopping')
  return 0
}

/** A second signal no longer finds a listener, and ends the process at once. */
function firstSignal(): Promise<string> {
  return new Promise((resolve) => {
    for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => resolve(name))
  })
}

/** Without a token in the settings one is made in the data directory, for its owner alone. */
function adminTokenOf(config: Config): Promise<string> {
  if (config.adminToken !== undefined) return Promise.resolve(config.adminToken)
  return madeSecret(
    join(config.dataDir, 'admin.token'),
    () => `tsa_${randomBytes(ADMIN_TOKEN_BYTES).toString('base64url')}`,
  )
}
