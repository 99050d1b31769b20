import type { Setting } from './kinds.ts'

const TOPICS_MAX = 10
const TOPIC = /^arn:aws(-cn)?:sns:[a-z0-9-]{1,40}:\d{12}:[\w.-]{1,256}$/

/** The settings of what reports say about mails. */
export const MAIL_FEEDBACK_SETTINGS = {
  sesTopics: topics(
    'TESSERA_SES_TOPICS',
    'SNS topics by which Amazon SES reports bounces, complaints and deliveries, to the path ' +
      '/feedback/ses of TESSERA_CLAIM_URL; set it for workers, too',
  ),
} as const

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
