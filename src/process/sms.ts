import { createTwilioTransport, type SmsTransport } from '../mail/mod.ts'
import { ConfigError, type Config } from '../settings/mod.ts'

type SmsConfig = Pick<Config, 'smsUrl' | 'smsFrom'>

/**
 * Throws ConfigError if there is a provider of SMS but no sender number, or if it must report to an
 * address that no setting names.
 */
export function requireSmsSender({
  smsUrl,
  smsFrom,
  smsReports,
  claimUrl,
}: SmsConfig & Pick<Config, 'smsReports' | 'claimUrl'>): void {
  if (smsUrl !== undefined && smsFrom === undefined) {
    throw new ConfigError('TESSERA_SMS_FROM must be set where TESSERA_SMS_URL is')
  }
  if (smsReports === 'off' || (smsUrl !== undefined && claimUrl !== undefined)) return
  throw new ConfigError(
    'TESSERA_SMS_URL and TESSERA_CLAIM_URL must be set where TESSERA_SMS_REPORTS is on',
  )
}

/** Returns the transport of SMS; undefined if no setting names a provider. */
export function createSmsTransport({ smsUrl, smsFrom }: SmsConfig): SmsTransport | undefined {
  if (smsUrl === undefined || smsFrom === undefined) return undefined
  return createTwilioTransport({ url: smsUrl, from: smsFrom })
}
