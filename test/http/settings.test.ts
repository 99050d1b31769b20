import { expect, test } from 'vitest'
import { SETTINGS, type Config } from '../../src/settings/config.ts'
import type { Json } from '../support/client.ts'
import { ADMIN_TOKEN, dataOf, shareService } from '../support/service.ts'

/** Settings that operators may not read: secrets, and addresses of other systems. */
const HIDDEN = [
  'DATABASE_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'TESSERA_ADMIN_HOST',
  'TESSERA_ADMIN_PORT',
  'TESSERA_ADMIN_TOKEN',
  'TESSERA_ADMIN_URL',
  'TESSERA_ALERT_MAIL',
  'TESSERA_ALERT_WEBHOOK_SECRET',
  'TESSERA_ALERT_WEBHOOK_URL',
  'TESSERA_APPROVALS',
  'TESSERA_APPROVAL_AMOUNTS',
  'TESSERA_APPROVAL_HOURS',
  'TESSERA_BACKUP_DIR',
  'TESSERA_BACKUP_HOURS',
  'TESSERA_BACKUP_SECONDS',
  'TESSERA_CLAIM_HOST',
  'TESSERA_CLAIM_PORT',
  'TESSERA_CLAIM_URL',
  'TESSERA_COUNTRY_HEADER',
  'TESSERA_DATA_DIR',
  'TESSERA_DB_CONNECTIONS',
  'TESSERA_DISK_FREE_PERCENT',
  'TESSERA_DRILL_DAYS',
  'TESSERA_HOST',
  'TESSERA_LEDGER_CONNECTIONS',
  'TESSERA_LEGAL_ADDRESS',
  'TESSERA_LEGAL_NAME',
  'TESSERA_LEGAL_REGISTRATION',
  'TESSERA_LEGAL_TAX_ID',
  'TESSERA_LOG_ONE_IN',
  'TESSERA_LOG_OUTPUT',
  'TESSERA_MAIL_FROM',
  'TESSERA_MAIL_REPORT_DOMAIN',
  'TESSERA_MAIL_REPORT_HOST',
  'TESSERA_MAIL_REPORT_PORT',
  'TESSERA_MASTER_KEY',
  'TESSERA_MASTER_KEY_PREVIOUS',
  'TESSERA_OIDC_CLIENT_ID',
  'TESSERA_OIDC_CLIENT_SECRET',
  'TESSERA_OIDC_ISSUER',
  'TESSERA_OPERATOR_PASSWORD_USE',
  'TESSERA_OTLP_ENDPOINT',
  'TESSERA_PAY_IN_ACCOUNTS',
  'TESSERA_PORT',
  'TESSERA_REPLICATION_LAG_SECONDS',
  'TESSERA_SENTINEL',
  'TESSERA_SES_TOPICS',
  'TESSERA_SMS_FROM',
  'TESSERA_SMS_REPORTS',
  'TESSERA_SMS_URL',
  'TESSERA_SMTP_URL',
  'TESSERA_TRACE_PERCENT',
  'TESSERA_TRUSTED_PROXIES',
  'VAULT_ADDR',
  'VAULT_NAMESPACE',
  'VAULT_TOKEN',
]
const SECRET = 'a-secret-of-the-settings'
const CONFIG: Partial<Config> = {
  smtpUrl: `smtp://user:${SECRET}@127.0.0.1:1`,
  databaseUrl: `postgres://user:${SECRET}@127.0.0.1:1`,
  alertWebhookUrl: `https://127.0.0.1:1/${SECRET}`,
  alertWebhookSecret: Buffer.from(SECRET),
  alertMail: `${SECRET}@example.com`,
  rateLimit: 7,
}
const service = shareService({ settings: CONFIG })

test('operators read the settings of the service, without secrets', async () => {
  const { admin, services } = await service()
  const reply = await admin.get('/admin/v1/settings')
  const { version, features, settings } = dataOf(reply)

  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(features).toEqual({
    bundledDatabase: false,
    mails: true,
    alertMail: true,
    alertWebhook: true,
    operatorAddress: false,
  })
  expect(settings).toContainEqual(
    expect.objectContaining({ name: 'TESSERA_RATE_LIMIT', value: '7', isDefault: false }),
  )
  const key = services.config.masterKey
  const masterKey = Buffer.isBuffer(key) ? key.toString('base64') : ''
  expect(masterKey).toHaveLength(44)
  for (const secret of [SECRET, ADMIN_TOKEN, masterKey]) expect(reply.text).not.toContain(secret)
})

test('each setting is either shown or hidden on purpose', async () => {
  const { admin } = await service()
  const { settings } = dataOf(await admin.get('/admin/v1/settings'))
  const shown = new Set(settings.map(({ name }: Json) => name))

  const hidden = Object.values(SETTINGS)
    .map(({ variable }) => variable)
    .filter((name) => !shown.has(name))
  expect(hidden.toSorted()).toEqual(HIDDEN)
})
