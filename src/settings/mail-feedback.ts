import { domainToASCII } from 'node:url'
import { optionalWhole, text, type Setting } from './kinds.ts'

const TOPICS_MAX = 10
const TOPIC = /^arn:aws(-cn)?:sns:[a-z0-9-]{1,40}:\d{12}:[\w.-]{1,256}$/

export const MAIL_FEEDBACK_SETTINGS = {
  sesTopics: topics(
    'TESSERA_SES_TOPICS',
    'SNS topics by which Amazon SES reports bounces, complaints and deliveries, to the path ' +
      '/feedback/ses of TESSERA_CLAIM_URL; set it for workers, too',
  ),
  reportDomain: domain(
    'TESSERA_MAIL_REPORT_DOMAIN',
    'domain to which mail servers report about mails of links and credits, each of which has a ' +
      'sender address of its own there; set it for workers and beside TESSERA_MAIL_REPORT_PORT',
  ),
  reportHost: text('TESSERA_MAIL_REPORT_HOST', 'address of TESSERA_MAIL_REPORT_PORT', '127.0.0.1'),
  reportPort: optionalWhole(
    'TESSERA_MAIL_REPORT_PORT',
    'TCP port for reports about mails by SMTP, 0 for any free one; without it none are received',
    [0, 65_535],
  ),
} as const

/** With this length, an address for reports has the 254 characters that mail servers accept. */
const DOMAIN_LENGTH_MAX = 189
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/

function domain(variable: string, about: string): Setting<string | undefined> {
  return {
    variable,
    about,
    bounds: 'a domain such as bounce.example.com',
    fallback: undefined,
    isSecret: false,
    read(input) {
      const ascii = domainToASCII(input)
      return ascii.length <= DOMAIN_LENGTH_MAX && DOMAIN.test(ascii) ? input : undefined
    },
  }
}

function topics(variable: string, about: string): Setting<readonly string[] | undefined> {
  return {
    variable,
    about,
    bounds: `1 to ${TOPICS_MAX} ARNs such as arn:aws:sns:eu-west-1:123456789012:mails`,
    fallback: undefined,
    isSecret: false,
    read(input) {
      const arns = input.split(',').map((arn) => arn.trim())
      return arns.length <= TOPICS_MAX && arns.every((arn) => TOPIC.test(arn)) ? arns : undefined
    },
  }
}
