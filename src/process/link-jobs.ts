import { MS_PER_MINUTE, MS_PER_SECOND } from '../core/mod.ts'
import { createWaitingLinks } from '../http/mod.ts'
import { createLinkSweep, followWaitingMails } from '../links/mod.ts'
import type { Job } from './job.ts'

export const LINK_JOBS: readonly Job[] = [
  {
    name: 'watches mails of links that wait',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: (parts) => () => followWaitingMails(parts),
    fault: 'mails of links that wait were not read',
  },
  {
    name: 'ends links whose claim-by date has passed',
    role: 'worker',
    everyMs: 10 * MS_PER_SECOND,
    create: ({ orders, ...parts }) =>
      createLinkSweep({ ...parts, end: (partnerId, act) => orders.link(partnerId, act) }),
    fault: 'links that are over were not ended',
  },
  {
    name: 'writes accepted links whose request was cut off',
    role: 'worker',
    everyMs: 10 * MS_PER_SECOND,
    create: (parts) => createWaitingLinks(parts),
    fault: 'accepted links were not written; it is tried again',
  },
]
