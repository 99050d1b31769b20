import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { requireOidc } from '../../src/process/oidc.ts'
import { requirePublicUrls } from '../../src/process/public-urls.ts'
import { requireAlertChannels } from '../../src/process/alert-channels.ts'
import {
  CLIENT_SETTINGS,
  ConfigError,
  SETTINGS,
  loadClientConfig,
  loadConfig,
  requireKnownSettings,
  type Config,
} from '../../src/settings/config.ts'

function faultOf(env: Record<string, string>): string {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'no fault'
}

const VARIABLE = /^(TESSERA_[A-Z_]+|DATABASE_URL|OTEL_EXPORTER_OTLP_ENDPOINT|VAULT_[A-Z]+)$/

describe('settings', () => {
  test('without variables: the documented defaults, frozen', () => {
    const config = loadConfig({})

    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      dataDir: './data',
      databaseUrl: undefined,
      rateLimit: 1_000,
      pollLimit: 1,
      batchUnits: 1_000,
      orderLinesMax: 1_000,
      orderUnitsMax: 1_000_000,
      skewSecondsMax: 300,
      outOfStockSecondsMax: 72 * 3_600,
      onHoldSecondsMax: 7 * 86_400,
      linkSeconds: 900,
      quoteSeconds: 300,
      role: 'all',
    } satisfies Partial<Config>)
    expect(Object.isFrozen(config)).toBe(true)
  })

  test('an empty variable counts as not set', () => {
    expect(loadConfig({ TESSERA_PORT: '', DATABASE_URL: '' })).toEqual(loadConfig({}))
  })

  test.each([
    ['TESSERA_PORT', '0', 'port', 0],
    ['TESSERA_PORT', '65535', 'port', 65_535],
    ['TESSERA_RATE_LIMIT', '0', 'rateLimit', 0],
    ['TESSERA_ROLE', 'worker', 'role', 'worker'],
    ['TESSERA_PUBLIC_URL', 'https://api.example.com/', 'publicUrl', 'https://api.example.com'],
    ['TESSERA_SMTP_URL', 'smtp://user:pw@mail:25', 'smtpUrl', 'smtp://user:pw@mail:25'],
    [
      'DATABASE_URL',
      'postgres://u@h/d?sslmode=require',
      'databaseUrl',
      'postgres://u@h/d?sslmode=require',
    ],
    [
      'TESSERA_MAIL_REPORT_DOMAIN',
      'bounce.m\u00FCller.example',
      'reportDomain',
      'bounce.m\u00FCller.example',
    ],
    ['TESSERA_MAIL_FROM', 'Rewards <r@example.com>', 'mailFrom', 'Rewards <r@example.com>'],
  ] as const)('%s=%s is accepted', (variable, text, key, value) => {
    expect(loadConfig({ [variable]: text })[key]).toBe(value)
  })

  test('a master key is 32 bytes in canonical Base64', () => {
    const key = randomBytes(32)

    expect(loadConfig({ TESSERA_MASTER_KEY: key.toString('base64') }).masterKey).toEqual(key)
    for (const wrong of [randomBytes(31).toString('base64'), key.toString('hex'), 'x']) {
      expect(faultOf({ TESSERA_MASTER_KEY: wrong })).toContain(
        'TESSERA_MASTER_KEY must be 32 bytes',
      )
    }
  })

  test.each([
    ['TESSERA_PORT', '65536'],
    ['TESSERA_PORT', '-1'],
    ['TESSERA_PORT', '8080.0'],
    ['TESSERA_PORT', ' 8080'],
    ['TESSERA_PORT', '1e3'],
    ['TESSERA_BATCH_UNITS', '0'],
    ['TESSERA_ROLE', 'API'],
    ['TESSERA_LOG_LEVEL', 'loud'],
    ['TESSERA_PUBLIC_URL', 'api.example.com'],
    ['TESSERA_PUBLIC_URL', 'ftp://api.example.com'],
    ['TESSERA_PUBLIC_URL', 'https://api.example.com/?a=b'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['TESSERA_ADMIN_TOKEN', 'two words'],
    ['TESSERA_MAIL_FROM', 'nobody'],
    ['TESSERA_MAIL_REPORT_DOMAIN', 'bounce'],
    ['TESSERA_MAIL_REPORT_DOMAIN', 'a@bounce.example.com'],
    ['TESSERA_MAIL_REPORT_DOMAIN', 'https://bounce.example.com'],
    ['TESSERA_MAIL_REPORT_DOMAIN', 'bounce.example.com:25'],
    ['TESSERA_MAIL_REPORT_DOMAIN', '192.0.2.1'],
    ['TESSERA_MAIL_REPORT_DOMAIN', `${'a.'.repeat(100)}example`],
    ['TESSERA_MAIL_FROM', 'a@example.com\r\nBcc: b@example.com'],
    ['TESSERA_CONFIRMED_DEPOSITS', '50000'],
    ['TESSERA_CONFIRMED_DEPOSITS', 'USD:1,USD:2'],
    ['TESSERA_CONFIRMED_DEPOSITS', 'USD:1,XXX:2'],
    ['TESSERA_CONFIRMED_DEPOSITS', 'JPY:0.5'],
    ['TESSERA_ALERT_MAIL', 'Duty <duty@example.com>'],
    ['TESSERA_ALERT_MAIL', 'a@example.com,b@example.com@c'],
    ['TESSERA_ALERT_WEBHOOK_URL', 'ftp://hooks.example.com/a'],
    ['TESSERA_ALERT_WEBHOOK_URL', 'file:///etc/passwd'],
    ['TESSERA_ALERT_WEBHOOK_URL', 'hooks.example.com/a'],
    ['TESSERA_ALERT_WEBHOOK_URL', 'https://user:pw@hooks.example.com/a'],
    ['TESSERA_ALERT_WEBHOOK_SECRET', 'short'],
    ['TESSERA_ALERT_WEBHOOK_SECRET', `whsec_${Buffer.alloc(23).toString('base64')}`],
    ['TESSERA_ALERT_WEBHOOK_SECRET', Buffer.alloc(32).toString('base64')],
  ])('%s=%j stops the start with one line that names it', (variable, text) => {
    const fault = faultOf({ [variable]: text })

    expect(fault.startsWith(`${variable} must be `)).toBe(true)
    expect(fault).not.toMatch(/[\r\n]/)
  })
})

describe('all settings', () => {
  test('a fault never shows a secret', () => {
    for (const { variable, isSecret } of Object.values({ ...SETTINGS, ...CLIENT_SETTINGS })) {
      if (isSecret) expect(faultOf({ [variable]: 'hunter2 \u0000' })).not.toContain('hunter2')
    }
  })

  test('every setting says what it is and has a variable of its own', () => {
    const settings = Object.values(SETTINGS)

    expect(new Set(settings.map(({ variable }) => variable)).size).toBe(settings.length)
    for (const { variable, about, bounds } of settings) {
      expect(variable).toMatch(VARIABLE)
      expect(about.length * bounds.length).toBeGreaterThan(0)
    }
  })

  test('the commands that call a service have settings of their own', () => {
    expect(
      loadClientConfig({ TESSERA_URL: 'https://t.example.com/', TESSERA_API_KEY: 'k' }),
    ).toMatchObject({
      url: 'https://t.example.com',
      apiKey: 'k',
      clientId: undefined,
    })
  })
})

test('amounts are exact, by currency', () => {
  const { confirmedDeposits } = loadConfig({ TESSERA_CONFIRMED_DEPOSITS: 'USD:50000,KWD:0.125' })

  expect([...(confirmedDeposits ?? [])]).toEqual([
    ['USD', 5_000_000n],
    ['KWD', 125n],
  ])
})

describe('settings that depend on each other', () => {
  test('a mail of alerts needs a mail server, and a webhook its secret', () => {
    const secret = { TESSERA_ALERT_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('base64')}` }
    const url = { TESSERA_ALERT_WEBHOOK_URL: 'https://hooks.example.com/a?token=b' }
    const mail = { TESSERA_ALERT_MAIL: 'duty@example.com' }

    const smtp = { TESSERA_SMTP_URL: 'smtp://mail:25' }
    for (const [environment, fault] of [
      [mail, /^TESSERA_SMTP_URL must be set where TESSERA_ALERT_MAIL is$/],
      [url, /must be set together$/],
      [secret, /must be set together$/],
    ] as const) {
      expect(() => requireAlertChannels(loadConfig(environment))).toThrow(fault)
    }
    for (const environment of [{}, { ...url, ...secret, ...mail, ...smtp }]) {
      expect(() => requireAlertChannels(loadConfig(environment))).not.toThrow()
    }
  })

  test('OpenID Connect is set as a whole, and passwords are refused only with it', () => {
    const whole = {
      TESSERA_OIDC_ISSUER: 'https://login.example.com/',
      TESSERA_OIDC_CLIENT_ID: 'tessera',
      TESSERA_OIDC_CLIENT_SECRET: 'secret',
    }
    const refused = { TESSERA_OPERATOR_PASSWORD_USE: 'refused' }

    for (const missing of Object.keys(whole)) {
      const environment = { ...whole, [missing]: undefined }
      expect(() => requireOidc(loadConfig(environment))).toThrow(/ must be set together$/)
    }
    expect(() => requireOidc(loadConfig(refused))).toThrow(/^TESSERA_OIDC_ISSUER must be set /)
    for (const environment of [{}, whole, { ...whole, ...refused }]) {
      expect(() => requireOidc(loadConfig(environment))).not.toThrow()
    }
    expect(loadConfig(whole).oidcIssuer).toBe(whole.TESSERA_OIDC_ISSUER)
  })

  test.each(['http://login.example.com', 'https://a.example?b', 'login.example.com', 'ftp://a'])(
    '%s is not the issuer of a provider',
    (issuer) => {
      expect(faultOf({ TESSERA_OIDC_ISSUER: issuer })).toMatch(/^TESSERA_OIDC_ISSUER must be /)
    },
  )

  test.each(['0.0.0.0', '::', '10.1.2.3', 'tessera.internal', '127.0.0.1.example.com'])(
    'a service that listens on %s, which others can reach, needs a public URL',
    (host) => {
      const settings = loadConfig({ TESSERA_HOST: host })
      const publicUrl = 'https://api.example.com'

      expect(() => requirePublicUrls(settings)).toThrow(/^TESSERA_PUBLIC_URL must be set [^\n]+$/)
      expect(() => requirePublicUrls({ ...settings, publicUrl })).not.toThrow()
      expect(() => requirePublicUrls({ ...settings, role: 'worker' })).not.toThrow()
      const ofOperators = loadConfig({ TESSERA_ADMIN_HOST: host })
      expect(() => requirePublicUrls(ofOperators)).toThrow(/^TESSERA_ADMIN_URL must be set /)
      expect(() => requirePublicUrls({ ...ofOperators, adminUrl: publicUrl })).not.toThrow()
    },
  )

  test.each(['127.0.0.1', '127.8.9.10', 'localhost', '::1'])('%s needs no public URL', (host) => {
    const environment = { TESSERA_HOST: host, TESSERA_ADMIN_HOST: host }
    expect(() => requirePublicUrls(loadConfig(environment))).not.toThrow()
  })

  test('unknown TESSERA_ variables stop the start; a similar setting is suggested', () => {
    const env = { TESSERA_RATELIMIT: '5', TESSERA_COLOUR: 'blue' }

    expect(() => requireKnownSettings(env)).toThrow(
      'TESSERA_COLOUR is not a setting; docs/settings.md lists them. ' +
        'TESSERA_RATELIMIT is not a setting; did you mean TESSERA_RATE_LIMIT?',
    )
  })

  test('a former setting stops the start, with a message that names its fixed value', () => {
    expect(() => requireKnownSettings({ TESSERA_FLOAT_POLL_SECONDS: '30' })).toThrow(
      'TESSERA_FLOAT_POLL_SECONDS is no longer a setting: it is always 60',
    )
    expect(loadConfig({ TESSERA_FLOAT_POLL_SECONDS: '30' }).floatPollSeconds).toBe(60)
  })

  test('settings of the service and of commands, and other variables, do not stop the start', () => {
    const env = { TESSERA_API_KEY: 'k', TESSERA_PORT: '1', PATH: '/bin' }

    expect(() => requireKnownSettings(env)).not.toThrow()
  })
})
