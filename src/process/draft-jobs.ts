import { MS_PER_MINUTE, MS_PER_SECOND } from '../core/mod.ts'
import { sendDueMails } from '../identity/mod.ts'
import { draftMails, placeScheduledDrafts, sweepDrafts } from '../orders/mod.ts'
import { logRefusedMail } from './job-logs.ts'
import type { Job } from './job.ts'

/** Jobs about orders that wait for an approval inside their partner; see `JOBS`. */
export const DRAFT_JOBS: readonly Job[] = [
  {
    name: 'sends mails about orders that people of a partner approve',
    role: 'worker',
    everyMs: 5 * MS_PER_SECOND,
    create({ mailer, ...parts }) {
      if (!mailer) return undefined
      const onRefused = logRefusedMail.bind(undefined, parts.log)
      return () => sendDueMails({ ...parts, mailer, onRefused }, draftMails(parts.db))
    },
    fault: 'a mail about drafts of orders was not sent; it is tried again',
  },
  {
    name: 'places orders of people at the time that they chose',
    role: 'worker',
    everyMs: 5 * MS_PER_SECOND,
    create: (parts) => () => placeScheduledDrafts(parts),
    fault: 'an order was not placed at its time; it is tried again',
  },
  {
    name: 'expires orders that nobody approved in time',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: (parts) => () => sweepDrafts(parts),
    fault: 'drafts that are too old were not expired; this is tried again',
  },
]
