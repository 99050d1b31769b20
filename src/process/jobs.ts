import {
  announceAlerts,
  checkArchive,
  checkReplication,
  createAuditCheck,
  createFundsCheck,
  createInstantCheck,
  deliverAlerts,
} from '../alerts/mod.ts'
import { sweepApprovals } from '../approvals/mod.ts'
import { startSealing } from '../audit/mod.ts'
import { checkRates } from '../catalog/mod.ts'
import { OLD_MAILS } from '../consumers/mod.ts'
import { OLD_CREDIT_IMPORTS } from '../credit-imports/mod.ts'
import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '../core/mod.ts'
import { analyzeGrownTables, checkServerLife } from '../db/mod.ts'
import { createEventSweep } from '../events/mod.ts'
import { createStuckCheck } from '../fulfillment/mod.ts'
import { deleteExpiredRows, sendAllDueMails } from '../identity/mod.ts'
import { OLD_IMPORTS } from '../imports/mod.ts'
import { followStock } from '../inventory/mod.ts'
import { deleteLostParts, deleteOldChecks, deleteOldErasures, OLD_MESSAGES } from '../links/mod.ts'
import { deleteOldSessions, deleteOldSignIns } from '../wallet-sessions/mod.ts'
import { OLD_RECIPIENTS } from '../orders/mod.ts'
import { DRAFT_JOBS } from './draft-jobs.ts'
import { LINK_JOBS } from './link-jobs.ts'
import { sweepNonces } from '../partners/mod.ts'
import { rotateDays } from '../requests/mod.ts'
import { sweepAttempts } from '../webhooks/mod.ts'
import { CREDIT_JOBS } from './credit-jobs.ts'
import { logAlert, logNewLives, logRefusedMail, logUnsent } from './job-logs.ts'
import { FUNDS_JOBS } from './funds-jobs.ts'
import { ISSUER_JOBS } from './issuer-jobs.ts'
import { removeAfterDays, type Job } from './job.ts'
import { SUPPLIER_JOBS } from './supplier-jobs.ts'
import { checkBackups } from './watch-backups.ts'

/**
 * The work that processes repeat for the service as a whole. Not here are the workers of orders and
 * webhooks, which have schedules of their own, and what a process checks for itself: its database
 * (`database-watches.ts`, `src/db`) and its requests (`src/http`).
 */
export const JOBS: readonly Job[] = [
  {
    name: 'reads keys that other processes put in use',
    role: 'all',
    everyMs: 2 * MS_PER_SECOND,
    create: (parts) => () => parts.vault.refresh(),
    fault: 'keys that other processes made were not read',
  },
  {
    name: 'detects that the database was restored in place',
    role: 'all',
    everyMs: MS_PER_SECOND,
    create(parts) {
      logNewLives(parts)
      return () => checkServerLife(parts.db)
    },
    fault: 'the check for a restart of the database failed',
  },
  {
    name: 'records when credentials were last used',
    role: 'all',
    everyMs: 3 * MS_PER_SECOND,
    create: (parts) => () => parts.credentialUses.flush(),
    end: (parts) => parts.credentialUses.flush(),
    fault: 'the last uses of credentials were not recorded',
  },
  {
    name: 'writes the request log',
    role: 'all',
    everyMs: MS_PER_SECOND / 4,
    create: (parts) => () => parts.requestLog.write(),
    end: (parts) => parts.requestLog.write(),
    fault: 'requests were not logged; they are tried again',
  },
  {
    name: 'reads the feeds that partners wait for, if another process relays',
    role: 'all',
    everyMs: MS_PER_SECOND / 10,
    create: (parts) => () => parts.eventFeed.poll(),
    fault: 'the feeds that partners wait for were not read',
  },
  {
    name: 'analyzes tables that have grown manifold',
    role: 'worker',
    everyMs: MS_PER_SECOND,
    create: (parts) => () => analyzeGrownTables(parts.db),
    fault: 'tables were not analyzed',
  },
  {
    name: 'logs new alerts, and queues them for each channel',
    role: 'worker',
    everyMs: MS_PER_SECOND,
    create({ db, clock, log, channels }) {
      const names = channels.map(({ name }) => name)
      const announce = logAlert.bind(undefined, log)
      return () => announceAlerts({ db, clock, channels: names, announce })
    },
    fault: 'alerts were not read',
  },
  {
    name: 'sends alerts',
    role: 'worker',
    pauses: '1 s',
    start: ({ db, clock, log, channels }, onFault) =>
      deliverAlerts({ db, clock, channels, onFault, onUnsent: logUnsent.bind(undefined, log) }),
    fault: 'alerts were not sent',
  },
  {
    name: 'watches the stock',
    role: 'worker',
    everyMs: 10 * MS_PER_SECOND,
    create: (parts) => () => followStock(parts),
    fault: 'stock check failed',
  },
  {
    name: 'watches the age of exchange rates',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: (parts) => () => checkRates(parts),
    fault: 'rate check failed',
  },
  {
    name: 'watches the funds of partners',
    role: 'worker',
    everyMs: 10 * MS_PER_SECOND,
    create: (parts) => createFundsCheck(parts),
    fault: 'the funds of partners were not read',
  },
  {
    name: 'watches orders that wait or fail',
    role: 'worker',
    everyMs: 5 * MS_PER_SECOND,
    create: (parts) => createStuckCheck(parts),
    fault: 'orders that wait were not read',
  },
  {
    name: 'removes imports after `TESSERA_IMPORT_DAYS`',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: removeAfterDays(({ importDays }) => importDays, [OLD_IMPORTS, OLD_CREDIT_IMPORTS]),
    fault: 'old imports were not removed',
  },
  ...CREDIT_JOBS,
  {
    name: 'removes mails after `TESSERA_MAIL_DAYS`',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: removeAfterDays(({ mailDays }) => mailDays, [OLD_MAILS, OLD_MESSAGES]),
    fault: 'old mails were not removed',
  },
  {
    name: 'removes recipients after `TESSERA_RECIPIENT_DAYS`',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: removeAfterDays(({ recipientDays }) => recipientDays, [OLD_RECIPIENTS]),
    fault: 'old recipients were not removed',
  },
  {
    name: 'watches for books whose instants are ahead of the clock',
    role: 'worker',
    everyMs: 10 * MS_PER_SECOND,
    create: (parts) => createInstantCheck(parts),
    fault: 'the instants of books were not read',
  },
  {
    name: 'watches whether the database archives its log',
    role: 'worker',
    everyMs: 10 * MS_PER_SECOND,
    create: (parts) => () => checkArchive(parts),
    fault: 'the archive of the log was not checked',
  },
  {
    name: 'watches backups and disks of the bundled PostgreSQL',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    // With DATABASE_URL, files and disks are on another machine.
    create: (parts) => (parts.databaseUrl === undefined ? () => checkBackups(parts) : undefined),
    fault: 'the backups and disks were not checked',
  },
  {
    name: 'watches the standbys of the database',
    role: 'worker',
    everyMs: 10 * MS_PER_SECOND,
    create: (parts) => () => checkReplication(parts),
    fault: 'the standbys of the database were not checked',
  },
  {
    name: 'removes expired nonces, and secrets that nobody claimed',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: (parts) => () => sweepNonces(parts.db, parts.clock),
    fault: 'expired nonces were not removed',
  },
  {
    name: 'removes sessions, links, begun sign-ins and counts that are over',
    role: 'worker',
    everyMs: 10 * MS_PER_MINUTE,
    create: (parts) => async () => {
      const now = parts.clock.now()
      const ofOwners = [
        deleteOldSessions(now),
        deleteOldSignIns(now),
        deleteOldChecks(now),
        deleteLostParts(now),
        deleteOldErasures(now),
      ]
      for (const statement of [...deleteExpiredRows(parts, now), ...ofOwners])
        await parts.db.rows(statement)
    },
    fault: 'sessions that are over were not removed',
  },
  {
    name: 'sends mails to people who sign in',
    role: 'worker',
    everyMs: 2 * MS_PER_SECOND,
    create({ mailer, ...parts }) {
      if (!mailer) return undefined
      const onRefused = logRefusedMail.bind(undefined, parts.log)
      return () => sendAllDueMails({ ...parts, mailer, onRefused })
    },
    end: ({ mailer }) => mailer?.close(),
    fault: 'a mail to a user was not sent; it is tried again',
  },
  ...DRAFT_JOBS,
  ...FUNDS_JOBS,
  ...LINK_JOBS,
  {
    name: 'expires approvals that nobody decided in time',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: (parts) => () => sweepApprovals(parts),
    fault: 'approvals that are over were not expired',
  },
  {
    name: 'seals the audit log',
    role: 'worker',
    pauses: '1 s; none if more waits; 1 min after a fault',
    start: ({ log, ...parts }, onFault) =>
      startSealing(
        parts,
        (head) => log.info({ head }, 'a day of the audit log is closed'),
        onFault,
      ),
    fault: 'the audit log was not sealed; it is tried again',
    level: 'error',
  },
  {
    name: 'verifies the audit log bit by bit',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: (parts) => createAuditCheck(parts),
    fault: 'the audit log was not verified; it is tried again',
  },
  {
    name: 'drops days of the request log after `TESSERA_REQUEST_LOG_DAYS`, and adds the next',
    role: 'worker',
    everyMs: MS_PER_HOUR,
    isNeededAtStart: true,
    create: (parts) => () => rotateDays(parts),
    fault: 'old days of the request log were not dropped',
  },
  {
    name: 'relays events to the feeds of partners',
    role: 'worker',
    pauses: '100 ms to 1 s; none if more waits',
    start: (parts, onFault) => parts.eventFeed.startRelay(onFault),
    fault: 'events were not relayed; they are tried again',
  },
  {
    name: 'removes events after `TESSERA_EVENT_DAYS`',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: (parts) => createEventSweep(parts),
    fault: 'old events were not removed',
  },
  {
    name: 'removes attempts of webhooks after `TESSERA_WEBHOOK_ATTEMPT_DAYS`',
    role: 'worker',
    everyMs: MS_PER_MINUTE,
    create: (parts) => () => sweepAttempts(parts),
    fault: 'old attempts of webhooks were not removed',
  },
  ...SUPPLIER_JOBS,
  ...ISSUER_JOBS,
]
