/** A setting does not hold: its message is the one line that the start ends with. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** One environment variable: what it means, what it may be, and what it is when it is not set. */
export interface Setting<T> {
  readonly variable: string
  /** What it is for, with its unit. */
  readonly about: string
  /** What it may be, as it follows "must be". */
  readonly bounds: string
  readonly fallback: T
  /** Never shown: neither its value nor what was tried. */
  readonly isSecret: boolean
  /** Undefined where the text is out of bounds. */
  read(text: string): T | undefined
}

export const ROLES = ['api', 'worker', 'all'] as const
export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const HOUR = 3_600
const DAY = 24 * HOUR
const YEAR = 365 * DAY

const SHOWN_LENGTH_MAX = 100
const TEXT_LENGTH_MAX = 1_024
const MASTER_KEY_BYTES = 32
const VISIBLE = '1 to 256 visible ASCII characters without spaces'

/**
 * Every setting of the service. The only table of them: the documentation is written from it, and
 * `Config` has exactly its keys.
 */
export const SETTINGS = {
  port: whole(
    'TESSERA_PORT',
    'TCP port, 0 for any free one; a worker has its health and metrics there',
    [8080, 0, 65_535],
  ),
  host: text('TESSERA_HOST', 'address to listen on', '127.0.0.1'),
  dataDir: text(
    'TESSERA_DATA_DIR',
    'directory of the bundled PostgreSQL and of made keys',
    './data',
  ),
  databaseUrl: url('DATABASE_URL', {
    about: 'PostgreSQL 15 or later; without it the bundled server is started',
    schemes: ['postgres', 'postgresql'],
    secret: true,
  }),
  masterKey: masterKey(),
  adminToken: adminToken(),
  role: choice('TESSERA_ROLE', 'which work this process takes', ROLES, 'all'),
  logLevel: choice('TESSERA_LOG_LEVEL', 'least severe line that is logged', LOG_LEVELS, 'info'),
  publicUrl: url('TESSERA_PUBLIC_URL', {
    about: 'base of the links in answers; without it the scheme and Host of the request',
    schemes: ['http', 'https'],
  }),
  redemptionUrl: baseUrl(
    'TESSERA_REDEMPTION_URL',
    'base of the redemption links of generated codes',
    'https://redeem.example.com',
  ),
  smtpUrl: url('TESSERA_SMTP_URL', {
    about: 'mail server of the notices to consumers; without it none are sent',
    schemes: ['smtp', 'smtps'],
    secret: true,
  }),
  mailFrom: mailFrom(),
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
  batchUnits: whole('TESSERA_BATCH_UNITS', 'units of the largest batch', [1_000, 1, 10_000]),
  orderLinesMax: whole('TESSERA_ORDER_LINES', 'lines of the largest order', [1_000, 1, 10_000]),
  orderUnitsMax: whole(
    'TESSERA_ORDER_UNITS',
    'units of the largest order',
    [1_000_000, 1, 10_000_000],
  ),
  skewSecondsMax: whole('TESSERA_SKEW_SECONDS', 'seconds that x-timestamp may be off, either way', [
    300,
    1,
    HOUR,
  ]),
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
  drainSecondsMax: whole(
    'TESSERA_DRAIN_SECONDS',
    'seconds that requests under way are waited for at the end',
    [20, 0, HOUR],
  ),
  connectionsMax: whole(
    'TESSERA_DB_CONNECTIONS',
    'database connections for reads and work',
    [12, 2, 500],
  ),
  ledgerConnectionsMax: whole(
    'TESSERA_LEDGER_CONNECTIONS',
    'database connections for groups of writes',
    [8, 1, 500],
  ),
} as const

/** What `tessera call` and the operator's commands take from the environment. */
export const CLIENT_SETTINGS = {
  url: url('TESSERA_URL', {
    about: 'address of the service to call; without it that of the demo, or http://127.0.0.1:8080',
    schemes: ['http', 'https'],
  }),
  clientId: credential('TESSERA_CLIENT_ID', 'client id of the credential to sign with'),
  apiKey: credential('TESSERA_API_KEY', 'API key of the credential to sign with'),
  hmacSecret: credential('TESSERA_HMAC_SECRET', 'HMAC secret of the credential to sign with'),
  adminToken: adminToken(),
  dataDir: SETTINGS.dataDir,
} as const

type Values<Table extends Record<string, Setting<unknown>>> = {
  readonly [Key in keyof Table]: Table[Key]['fallback']
}
export type Config = Values<typeof SETTINGS>
export type ClientConfig = Values<typeof CLIENT_SETTINGS>
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The settings of the service, frozen. A variable that is empty counts as not set. Throws
 * ConfigError for the first one that is out of bounds; its message is one line that names the
 * variable and never holds the value of a secret one.
 */
export function loadConfig(env: Environment = process.env): Config {
  return readAll(SETTINGS, env)
}

/** As `loadConfig`, for the commands that call a service. */
export function loadClientConfig(env: Environment = process.env): ClientConfig {
  return readAll(CLIENT_SETTINGS, env)
}

function readAll<Table extends Record<string, Setting<unknown>>>(
  table: Table,
  env: Environment,
): Values<Table> {
  const entries = Object.entries(table).map(([key, setting]) => [key, readOne(setting, env)])
  return Object.freeze(Object.fromEntries(entries))
}

function readOne<T>(setting: Setting<T>, env: Environment): T {
  const given = env[setting.variable]
  if (given === undefined || given === '') return setting.fallback
  const value = setting.read(given)
  if (value !== undefined) return value
  const shown = setting.isSecret ? '' : `, not ${JSON.stringify(given.slice(0, SHOWN_LENGTH_MAX))}`
  throw new ConfigError(`${setting.variable} must be ${setting.bounds}${shown}`)
}

function whole(
  variable: string,
  about: string,
  [fallback, min, max]: readonly [number, number, number],
): Setting<number> {
  const read = (given: string): number | undefined => {
    if (!/^[0-9]{1,15}$/.test(given)) return undefined
    const value = Number(given)
    return value >= min && value <= max ? value : undefined
  }
  const bounds = `a whole number from ${min} to ${max}`
  return { variable, about, bounds, fallback, isSecret: false, read }
}

function text(variable: string, about: string, fallback: string): Setting<string> {
  const bounds = `1 to ${TEXT_LENGTH_MAX} printable characters`
  return { variable, about, bounds, fallback, isSecret: false, read: readPrintable }
}

function choice<const T extends string>(
  variable: string,
  about: string,
  allowed: readonly T[],
  fallback: NoInfer<T>,
): Setting<T> {
  const read = (given: string): T | undefined => allowed.find((one) => one === given)
  const bounds = `one of ${allowed.join(', ')}`
  return { variable, about, bounds, fallback, isSecret: false, read }
}

interface UrlRule {
  readonly about: string
  readonly schemes: readonly string[]
  readonly secret?: boolean
}

function url(variable: string, rule: UrlRule): Setting<string | undefined> {
  return {
    variable,
    about: rule.about,
    bounds: `a URL that starts with ${rule.schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
    fallback: undefined,
    isSecret: rule.secret === true,
    read: (given) => readUrl(given, rule.schemes),
  }
}

function baseUrl(variable: string, about: string, fallback: string): Setting<string> {
  const setting = url(variable, { about, schemes: ['http', 'https'] })
  return { ...setting, fallback, read: (given) => setting.read(given) }
}

/** A web address is a base for paths: no query, no fragment, no slash at its end. */
function readUrl(given: string, schemes: readonly string[]): string | undefined {
  if (readPrintable(given) === undefined || !URL.canParse(given)) return undefined
  const parsed = new URL(given)
  const scheme = parsed.protocol.slice(0, -1)
  if (!schemes.includes(scheme) || !given.includes('://')) return undefined
  if (!schemes.includes('http')) return given
  return parsed.search === '' && parsed.hash === '' ? given.replace(/\/+$/, '') : undefined
}

function masterKey(): Setting<Buffer | undefined> {
  return {
    variable: 'TESSERA_MASTER_KEY',
    about: 'key of all keys; without it one is made in the data directory',
    bounds: `${MASTER_KEY_BYTES} bytes as Base64`,
    fallback: undefined,
    isSecret: true,
    read(given) {
      const key = Buffer.from(given, 'base64')
      return key.length === MASTER_KEY_BYTES && key.toString('base64') === given ? key : undefined
    },
  }
}

function adminToken(): Setting<string | undefined> {
  return credential(
    'TESSERA_ADMIN_TOKEN',
    "the operator's first token; without it one is made in the data directory",
  )
}

function mailFrom(): Setting<string> {
  return {
    variable: 'TESSERA_MAIL_FROM',
    about: 'sender of the notices to consumers',
    bounds: 'an e-mail address, or a name followed by one in angle brackets',
    fallback: 'Tessera <tessera@localhost>',
    isSecret: false,
    read(given) {
      const isAddress = /^([^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/.test(given)
      return isAddress ? readPrintable(given) : undefined
    },
  }
}

function credential(variable: string, about: string): Setting<string | undefined> {
  return {
    variable,
    about,
    bounds: VISIBLE,
    fallback: undefined,
    isSecret: true,
    read: readVisible,
  }
}

function readVisible(given: string): string | undefined {
  return /^[\x21-\x7e]{1,256}$/.test(given) ? given : undefined
}

function readPrintable(given: string): string | undefined {
  return given.length <= TEXT_LENGTH_MAX && !/\p{C}/u.test(given) ? given : undefined
}
