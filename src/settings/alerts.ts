import { mailAddress, webhookSecret, webhookUrl, whole } from './kinds.ts'

const SECONDS_MAX = 365 * 86_400

/** The settings about when alerts are raised and where they are sent. */
export const ALERT_SETTINGS = {
  waitingSeconds: whole(
    'TESSERA_WAITING_SECONDS',
    'seconds after which an order that is not final raises an alert, 0 for none',
    [900, 0, SECONDS_MAX],
  ),
  lowFundsDays: whole(
    'TESSERA_LOW_FUNDS_DAYS',
    "days that a partner's funds must last for at the pace of the last week; fewer raise an " +
      'alert, 0 for none',
    [3, 0, 365],
  ),
  alertMail: mailAddress(
    'TESSERA_ALERT_MAIL',
    'address that gets a mail when an alert is raised or resolved; needs TESSERA_SMTP_URL',
  ),
  alertWebhookUrl: webhookUrl(
    'TESSERA_ALERT_WEBHOOK_URL',
    'address that gets a signed POST when an alert is raised or resolved',
  ),
  alertWebhookSecret: webhookSecret(
    'TESSERA_ALERT_WEBHOOK_SECRET',
    'secret that signs the POST, by Standard Webhooks',
  ),
} as const
