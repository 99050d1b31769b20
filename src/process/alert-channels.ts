import { createMailChannel, createWebhookChannel, type AlertChannel } from '../alerts/mod.ts'
import { ConfigError, type Config } from '../settings/mod.ts'
import { createSmtpTransport } from '../mail/mod.ts'
import type { Clock } from '../core/mod.ts'

/** Throws ConfigError if a channel of alerts is configured only in part. */
export function requireAlertChannels(config: Config): void {
  const { alertMail, smtpUrl, alertWebhookUrl, alertWebhookSecret } = config
  if (alertMail !== undefined && smtpUrl === undefined) {
    throw new ConfigError('TESSERA_SMTP_URL must be set where TESSERA_ALERT_MAIL is')
  }
  if ((alertWebhookUrl === undefined) !== (alertWebhookSecret === undefined)) {
    throw new ConfigError(
      'TESSERA_ALERT_WEBHOOK_URL and TESSERA_ALERT_WEBHOOK_SECRET must be set together',
    )
  }
}

/** Returns the channels by which alerts are sent; none if no setting names one. */
export function createAlertChannels(
  { alertMail, smtpUrl, mailFrom, alertWebhookUrl, alertWebhookSecret: secret }: Config,
  clock: Clock,
): AlertChannel[] {
  const channels: AlertChannel[] = []
  if (alertMail !== undefined && smtpUrl !== undefined) {
    const transport = createSmtpTransport({ url: smtpUrl, from: mailFrom })
    channels.push(createMailChannel(transport, alertMail))
  }
  if (alertWebhookUrl !== undefined && secret !== undefined) {
    channels.push(createWebhookChannel({ url: alertWebhookUrl, secret, clock }))
  }
  return channels
}
