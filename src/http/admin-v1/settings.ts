import { readFileSync } from 'node:fs'
import { Type } from 'typebox'
import { SETTINGS, type Config } from '../../settings/mod.ts'
import { formatAmount, PROJECT, storedCurrency } from '../../core/mod.ts'
import { Text, YesOrNo } from '../shapes/field.ts'
import { hasOperatorAddress } from '../listeners/operator-listener.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'

/**
 * The settings that operators may read, by group. The list is closed: no secret, no address of
 * another system and no path of this machine is in it.
 */
const GROUPS = {
  service: [
    'role',
    'logLevel',
    'publicUrl',
    'redemptionUrl',
    'leaseSeconds',
    'drainNoticeSeconds',
    'drainSecondsMax',
    'clockSkewSecondsMax',
  ],
  orders: [
    'orderLinesMax',
    'orderUnitsMax',
    'batchUnits',
    'quoteSeconds',
    'outOfStockSecondsMax',
    'onHoldSecondsMax',
  ],
  money: ['confirmedDeposits', 'rateGuardPercent', 'rateStaleHours', 'authorizationDays'],
  alerts: ['waitingSeconds', 'lowFundsDays'],
  limits: [
    'rateLimit',
    'pollLimit',
    'failureLimit',
    'skewSecondsMax',
    'streamsPerPartnerMax',
    'linkSeconds',
  ],
  webhooks: ['webhookEndpointsMax', 'webhookAttemptDays', 'webhookHttp', 'webhookPrivateAddresses'],
  people: [
    'adminTokenUse',
    'secondFactorUse',
    'sessionIdleSeconds',
    'sessionSecondsMax',
    'invitationHours',
    'invitationsPerHour',
    'invitationsPerDay',
  ],
  retention: ['importDays', 'mailDays', 'recipientDays', 'requestLogDays', 'eventDays'],
} as const satisfies Readonly<Record<string, readonly (keyof Config)[]>>

type GroupName = keyof typeof GROUPS
const GROUP_NAMES = Object.keys(GROUPS) as GroupName[]
type ShownKey = (typeof GROUPS)[GroupName][number]

const SettingsShape = Type.Object(
  {
    version: Text('The version of the service'),
    features: Type.Object(
      {
        bundledDatabase: YesOrNo('True if the service runs its own PostgreSQL'),
        mails: YesOrNo('True if mails are sent'),
        alertMail: YesOrNo('True if alerts are sent by mail'),
        alertWebhook: YesOrNo('True if alerts are sent to a webhook'),
        operatorAddress: YesOrNo('True if operators have an address of their own'),
      },
      { description: 'Features that are switched on or off' },
    ),
    settings: Type.Array(
      Type.Object({
        name: Text('The environment variable'),
        group: Type.Enum(GROUP_NAMES, { description: 'Group of the setting' }),
        value: Type.Optional(Text('The value; absent if there is none')),
        isDefault: YesOrNo('True if the value is the default'),
        about: Text('Purpose of the setting, with its unit'),
      }),
      { description: 'Settings that are not secret' },
    ),
  },
  { title: 'Settings' },
)

const getSettings = operatorRoute('GET /admin/v1/settings', {
  operationId: 'getSettings',
  permission: 'settings:read',
  summary: 'Returns the version, the features and the settings of the service',
  description:
    'They are those of the process that responds, without secrets and addresses of other ' +
    'systems. Settings are environment variables, which are read at the start.',
  response: Type.Object({ data: SettingsShape }),
  async handle(_call, { config }) {
    return ok({
      data: {
        version: version(),
        features: {
          bundledDatabase: config.databaseUrl === undefined,
          mails: config.smtpUrl !== undefined,
          alertMail: config.alertMail !== undefined,
          alertWebhook: config.alertWebhookUrl !== undefined,
          operatorAddress: hasOperatorAddress(config),
        },
        settings: GROUP_NAMES.flatMap((group) =>
          GROUPS[group].map((key) => settingOf(group, key, config)),
        ),
      },
    })
  },
})

function settingOf(group: GroupName, key: ShownKey, config: Config) {
  const { variable, about, fallback } = SETTINGS[key]
  const value = config[key]
  return {
    name: variable,
    group,
    ...(value !== undefined && { value: textOf(value) }),
    isDefault: value === fallback,
    about,
  }
}

/** Returns a value as its environment variable would be written. */
function textOf(value: NonNullable<Config[ShownKey]>): string {
  if (typeof value !== 'object') return String(value)
  return [...value]
    .map(([code, minor]) => `${code}:${formatAmount(minor, storedCurrency(code))}`)
    .join()
}

let current: string | undefined

function version(): string {
  current ??= String(JSON.parse(readFileSync(PACKAGE, 'utf8')).version)
  return current
}

const PACKAGE = new URL('package.json', PROJECT)

export const settingsRoutes = [getSettings]
