import { ALERT_SETTINGS } from './alerts.ts'
import { APPROVAL_SETTINGS } from './approvals.ts'
import { CONSTANTS, FORMER_SETTINGS, type Constants } from './constants.ts'
import { BACKUP_SETTINGS, CONNECTION_SETTINGS, REPLICATION_SETTINGS } from './database.ts'
import { IDENTITY_SETTINGS } from './identity.ts'
import { KEY_SETTINGS } from './keys.ts'
import { nearestName } from './nearest-name.ts'
import { LEGAL_SETTINGS } from './legal.ts'
import { PAY_IN_SETTINGS } from './pay-in.ts'
import { RETENTION_SETTINGS } from './retention.ts'
import {
  adminToken,
  amounts,
  baseUrl,
  choice,
  credential,
  mailFrom,
  networks,
  optionalText,
  optionalWhole,
  text,
  url,
  whole,
  type Setting,
} from './kinds.ts'
import { STOP_SETTINGS } from './stopping.ts'
import { TELEMETRY_SETTINGS } from './telemetry.ts'
import { CLAIM_SETTINGS } from './claims.ts'
import { MAIL_FEEDBACK_SETTINGS } from './mail-feedback.ts'
import { WEBHOOK_SETTINGS } from './webhooks.ts'

export type { Setting } from './kinds.ts'

/** A setting is missing or invalid. The message is the one line with which the start fails. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export const ROLES = ['api', 'worker', 'all'] as const
const LOG_OUTPUTS = ['auto', 'stdout'] as const
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const HOUR = 3_600
const DAY = 24 * HOUR
const YEAR = 365 * DAY

const SHOWN_LENGTH_MAX = 100

/** The directory of the service's files unless a setting names another. */
export const DATA_DIR_FALLBACK = './data'

/**
 * Every setting of the service. The documentation is generated from this table. `Config` has its
 * keys and those of `Constants`.
 */
export const SETTINGS = {
  port: whole(
    'TESSERA_PORT',
    'TCP port, 0 for any free one; a worker has its health and metrics there',
    [8080, 0, 65_535],
  ),
  host: text('TESSERA_HOST', 'address to listen on', '127.0.0.1'),
  adminHost: optionalText(
    'TESSERA_ADMIN_HOST',
    'address of its own for the paths of the operator and the metrics; they share the address of ' +
      'all other paths unless this or TESSERA_ADMIN_PORT is set',
  ),
  adminPort: optionalWhole(
    'TESSERA_ADMIN_PORT',
    'TCP port of that address, 0 for any free one; 8081 if only TESSERA_ADMIN_HOST is set',
    [0, 65_535],
  ),
  dataDir: text(
    'TESSERA_DATA_DIR',
    'directory of the bundled PostgreSQL and of generated keys',
    DATA_DIR_FALLBACK,
  ),
  databaseUrl: url('DATABASE_URL', {
    about: 'PostgreSQL 15 or later; without it the bundled server is started',
    schemes: ['postgres', 'postgresql'],
    isSecret: true,
  }),
  ...KEY_SETTINGS,
  adminToken: adminToken(),
  role: choice('TESSERA_ROLE', 'the work that this process does', ROLES, 'all'),
  logLevel: choice('TESSERA_LOG_LEVEL', 'least severe line that is logged', LOG_LEVELS, 'info'),
  loggedOneIn: whole(
    'TESSERA_LOG_ONE_IN',
    'one in this number of requests that succeed within a second is logged; all others are logged',
    [1, 1, 1_000_000],
  ),
  logOutput: choice(
    'TESSERA_LOG_OUTPUT',
    'where the demo logs: `auto` is `demo.log` in the data directory if standard output is a ' +
      'terminal; all else logs to standard output',
    LOG_OUTPUTS,
    'auto',
  ),
  publicUrl: url('TESSERA_PUBLIC_URL', {
    about:
      'base of the links in responses; must be set where TESSERA_HOST is not a loopback address',
    schemes: ['http', 'https'],
  }),
  ...CLAIM_SETTINGS,
  ...PAY_IN_SETTINGS,
  ...LEGAL_SETTINGS,
  trustedProxies: networks(
    'TESSERA_TRUSTED_PROXIES',
    'networks of the balancers whose `X-Forwarded-For` names the client; without it the peer of ' +
      'the connection is the client',
  ),
  redemptionUrl: baseUrl(
    'TESSERA_REDEMPTION_URL',
    'base of the redemption links of generated codes',
    'https://redeem.example.com',
  ),
  authorizationDays: whole(
    'TESSERA_AUTHORIZATION_DAYS',
    'days that a merchant has to capture an authorization of a card',
    [7, 1, 366],
  ),
  smtpUrl: url('TESSERA_SMTP_URL', {
    about:
      'mail server for mails to consumers and users, and for alerts; on another machine it needs ' +
      'TLS, unless the URL ends with ?requireTLS=false',
    schemes: ['smtp', 'smtps'],
    isSecret: true,
  }),
  mailFrom: mailFrom(),
  ...MAIL_FEEDBACK_SETTINGS,
  rateLimit: whole(
    'TESSERA_RATE_LIMIT',
    'requests per second and credential, 0 for no limit',
    [1_000, 0, 1_000_000],
  ),
  pollLimit: whole(
    'TESSERA_POLL_LIMIT',
    'polls per second, order and credential, 0 for no limit',
    [1, 0, 1_000],
  ),
  failureLimit: whole(
    'TESSERA_FAILURE_LIMIT',
    'failed authentications per second and address or client id, 0 for no limit',
    [100, 0, 1_000],
  ),
  streamsPerPartnerMax: whole(
    'TESSERA_STREAMS_PER_PARTNER',
    'downloads of one partner at a time',
    [16, 1, 1_000],
  ),
  batchUnits: whole('TESSERA_BATCH_UNITS', 'units of the largest batch', [1_000, 1, 10_000]),
  orderLinesMax: whole('TESSERA_ORDER_LINES', 'lines of the largest order', [1_000, 1, 10_000]),
  orderUnitsMax: whole(
    'TESSERA_ORDER_UNITS',
    'units of the largest order',
    [1_000_000, 1, 10_000_000],
  ),
  quoteSeconds: whole('TESSERA_QUOTE_SECONDS', 'seconds that a quote locks rates and prices', [
    300,
    1,
    HOUR,
  ]),
  skewSecondsMax: whole('TESSERA_SKEW_SECONDS', 'seconds that x-timestamp may be off, either way', [
    300,
    1,
    HOUR,
  ]),
  clockSkewSecondsMax: whole(
    'TESSERA_CLOCK_SKEW_SECONDS',
    "seconds that this machine's clock may be off the database's, either way",
    [5, 1, HOUR],
  ),
  outOfStockSecondsMax: whole(
    'TESSERA_OUT_OF_STOCK_SECONDS',
    'seconds that an order may be OUT_OF_STOCK before it is cancelled',
    [72 * HOUR, 1, YEAR],
  ),
  onHoldSecondsMax: whole(
    'TESSERA_ON_HOLD_SECONDS',
    'seconds that an order may be ON_HOLD before it is cancelled',
    [7 * DAY, 1, YEAR],
  ),
  confirmedDeposits: amounts(
    'TESSERA_CONFIRMED_DEPOSITS',
    'deposits above these amounts need `confirm`, by currency',
  ),
  rateGuardPercent: whole(
    'TESSERA_RATE_GUARD_PERCENT',
    'percent that an imported rate may move; more refuses the whole import',
    [10, 1, 1_000],
  ),
  rateStaleHours: whole(
    'TESSERA_RATE_STALE_HOURS',
    'hours after which a rate in use raises an alert unless another is in force, 0 for none',
    [144, 0, 8_784],
  ),
  ...BACKUP_SETTINGS,
  ...ALERT_SETTINGS,
  ...RETENTION_SETTINGS,
  ...WEBHOOK_SETTINGS,
  ...IDENTITY_SETTINGS,
  ...TELEMETRY_SETTINGS,
  ...APPROVAL_SETTINGS,
  linkSeconds: whole('TESSERA_LINK_SECONDS', 'seconds that an export link is good for', [
    900,
    1,
    7 * DAY,
  ]),
  leaseSeconds: whole('TESSERA_LEASE_SECONDS', 'seconds after which a silent worker is replaced', [
    5,
    2,
    HOUR,
  ]),
  ...STOP_SETTINGS,
  ...CONNECTION_SETTINGS,
  ...REPLICATION_SETTINGS,
} as const

/** The variables that `tessera call` and the operator's commands read. */
export const CLIENT_SETTINGS = {
  url: url('TESSERA_URL', {
    about: 'address of the service to call; without it that of the demo, or http://127.0.0.1:8080',
    schemes: ['http', 'https'],
  }),
  clientId: credential('TESSERA_CLIENT_ID', 'client id of the credential to sign with'),
  apiKey: credential('TESSERA_API_KEY', 'API key of the credential to sign with'),
  hmacSecret: credential('TESSERA_HMAC_SECRET', 'HMAC secret of the credential to sign with'),
  adminToken: adminToken(),
  adminHost: SETTINGS.adminHost,
  adminPort: SETTINGS.adminPort,
  dataDir: SETTINGS.dataDir,
} as const

type Values<Table extends Record<string, Setting<unknown>>> = {
  readonly [Key in keyof Table]: Table[Key]['fallback']
}
export type Config = Values<typeof SETTINGS> & Constants
export type ClientConfig = Values<typeof CLIENT_SETTINGS>
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The settings of the service, frozen. A variable that is empty counts as not set. Throws
 * ConfigError for the first variable that is out of bounds. Its message is one line that names the
 * variable, and never holds the value of a secret.
 */
export function loadConfig(env: Environment = process.env): Config {
  return Object.freeze({ ...CONSTANTS, ...readAll(SETTINGS, env) })
}

/**
 * Throws ConfigError for variables that begin with TESSERA_ but are not settings, naming each and
 * the most similar setting: a misspelled limit must not be ignored silently.
 */
export function requireKnownSettings(env: Environment = process.env): void {
  const variables = [...Object.values(SETTINGS), ...Object.values(CLIENT_SETTINGS)].map(
    ({ variable }) => variable,
  )
  const unknown = Object.keys(env).filter(
    (name) => name.startsWith('TESSERA_') && !variables.includes(name),
  )
  if (unknown.length === 0) return
  const lines = unknown.toSorted().map((name) => {
    return `${name.slice(0, SHOWN_LENGTH_MAX)} is ${hintAbout(name, variables)}`
  })
  throw new ConfigError(lines.join('. '))
}

function hintAbout(name: string, variables: readonly string[]): string {
  const constant = FORMER_SETTINGS[name]
  if (constant !== undefined) return `no longer a setting: it is always ${CONSTANTS[constant]}`
  const nearest = nearestName(name, variables)
  const hint = nearest === undefined ? 'docs/settings.md lists them' : `did you mean ${nearest}?`
  return `not a setting; ${hint}`
}

/** Reads the settings of the commands that call a service. Throws ConfigError. */
export function loadClientConfig(env: Environment = process.env): ClientConfig {
  return Object.freeze(readAll(CLIENT_SETTINGS, env))
}

function readAll<Table extends Record<string, Setting<unknown>>>(
  table: Table,
  env: Environment,
): Values<Table> {
  const entries = Object.entries(table).map(([key, setting]) => [key, readOne(setting, env)])
  return Object.fromEntries(entries)
}

function readOne<T>(setting: Setting<T>, env: Environment): T {
  const environmentText = env[setting.variable]
  if (environmentText === undefined || environmentText === '') return setting.fallback
  const value = setting.read(environmentText)
  if (value !== undefined) return value
  const shown = setting.isSecret
    ? ''
    : `, not ${JSON.stringify(environmentText.slice(0, SHOWN_LENGTH_MAX))}`
  throw new ConfigError(`${setting.variable} must be ${setting.bounds}${shown}`)
}
