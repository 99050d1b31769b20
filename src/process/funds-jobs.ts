import { MS_PER_MINUTE, MS_PER_SECOND } from '../core/mod.ts'
import { checkFundsNotices, fundsMails } from '../funds-notices/mod.ts'
import { sendDueMails } from '../identity/mod.ts'
import { logRefusedMail } from './job-logs.ts'
import type { Job } from './job.ts'

/** Jobs about mails that people of partners asked for; see `JOBS`. */
export const FUNDS_JOBS: readonly Job[] = [
  {
    name: 'watches funds for people who asked to be mailed',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    // Without a mail server, nobody can request these mails.
    create: (parts) => (parts.mailer ? () => checkFundsNotices(parts) : undefined),
    fault: 'the funds that people watch were not read',
  },
  {
    name: 'sends mails about funds',
    role: 'worker',
    everyMs: 5 * MS_PER_SECOND,
    create({ mailer, ...parts }) {
      if (!mailer) return undefined
      const onRefused = logRefusedMail.bind(undefined, parts.log)
      return () => sendDueMails({ ...parts, mailer, onRefused }, fundsMails(parts))
    },
    fault: 'a mail about funds was not sent; it is tried again',
  },
]
