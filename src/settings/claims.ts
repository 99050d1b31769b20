import { choice, optionalText, optionalWhole, text, url } from './kinds.ts'

/** The settings of the pages on which people claim links. */
export const CLAIM_SETTINGS = {
  claimUrl: url('TESSERA_CLAIM_URL', {
    about:
      'base of the links that people claim, as they see it: a host name of its own; without it ' +
      'it is the address of TESSERA_CLAIM_PORT; workers, which mail links, need it too',
    schemes: ['http', 'https'],
  }),
  claimHost: text('TESSERA_CLAIM_HOST', 'address of the pages of links', '127.0.0.1'),
  claimPort: optionalWhole(
    'TESSERA_CLAIM_PORT',
    'TCP port of the pages of links, 0 for any free one, as in the demo; without it no links can ' +
      'be sent',
    [0, 65_535],
  ),
  countryHeader: optionalText(
    'TESSERA_COUNTRY_HEADER',
    'header in which the proxy before the pages of links names the country of a client, such as ' +
      'cf-ipcountry; for rules of claims',
  ),
  smsUrl: url('TESSERA_SMS_URL', {
    about:
      'provider of SMS for links and their codes: https://<account SID>:<auth token>@' +
      'api.twilio.com, or a server with its interface; each process needs it',
    schemes: ['https', 'http'],
    isSecret: true,
  }),
  smsFrom: optionalText(
    'TESSERA_SMS_FROM',
    'sender of texts: a number as E.164, or the SID of a messaging service',
  ),
  smsReports: choice(
    'TESSERA_SMS_REPORTS',
    'whether the provider of SMS reports deliveries of texts, to the path /feedback/sms of ' +
      'TESSERA_CLAIM_URL; set it for workers, too',
    ['off', 'on'],
    'off',
  ),
} as const
