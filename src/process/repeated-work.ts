import { createAlertChannels } from './alert-channels.ts'
import {
  announceAlerts,
  deliverAlerts,
  watchAudit,
  watchArchive,
  watchFunds,
  watchInstants,
  watchReplication,
  type AlertChannel,
} from '../alerts/mod.ts'
import { expireApprovals } from '../approvals/mod.ts'
import { keepSealed } from '../audit/mod.ts'
import { watchRates } from '../catalog/mod.ts'
import { forgetOldMails } from '../consumers/mod.ts'
import type { Repeated } from '../core/mod.ts'
import { analyzeGrownTables, watchServerLife } from '../db/mod.ts'
import { forgetOldEvents } from '../events/mod.ts'
import { watchStuckOrders, type Worker } from '../fulfillment/mod.ts'
import type { Services } from '../http/mod.ts'
import { keepUserMailsSent } from './keep-user-mails-sent.ts'
import { forgetOldSessions } from '../identity/mod.ts'
import { forgetOldImports } from '../imports/mod.ts'
import { watchStock } from '../inventory/mod.ts'
import { forgetOldRecipients } from '../orders/mod.ts'
import { removeExpiredNonces } from '../partners/mod.ts'
import { keepRequestDays } from '../requests/mod.ts'
import { reconcileUpstreams } from '../upstream/mod.ts'
import { watchBackups } from './watch-backups.ts'
import { keepWebhooks } from '../webhooks/mod.ts'

/**
 * Starts what a process does again and again beside requests and orders. An `api` process leaves
 * all that one process can do for the others to the workers.
 */
export function startRepeatedWork(services: Services, worker: Worker): Repeated[] {
  const everywhere = [
    keepKeysFresh(services),
    noticeNewLife(services),
    keepUsesRecorded(services),
    keepRequestsLogged(services),
    keepEventsPolled(services),
  ]
  if (services.config.role === 'api') return everywhere
  const channels = createAlertChannels(services.config, services.clock)
  return [
    ...everywhere,
    keepAnalysed(services),
    announceNewAlerts(services, channels),
    sendAlerts(services, channels),
    keepStockWatched(services),
    keepRatesWatched(services),
    keepFundsWatched(services),
    keepOrdersWatched(services),
    keepImportsRecent(services),
    keepMailsRecent(services),
    keepRecipientsRecent(services),
    keepInstantsWatched(services),
    keepArchiveWatched(services),
    ...keepBackupsWatched(services),
    keepStandbysWatched(services),
    keepNoncesRecent(services),
    keepSessionsRecent(services),
    ...keepUserMailsSent(services),
    keepApprovalsRecent(services),
    keepAuditSealed(services),
    keepAuditVerified(services),
    keepRequestsRecent(services),
    keepEventsRelayed(services),
    keepEventsRecent(services),
    keepWebhooksRecent(services),
    watchUpstreams(services, worker),
  ]
}

function keepUsesRecorded({ credentialUses, log }: Services): Repeated {
  return credentialUses.keepRecorded((error) =>
    log.warn({ err: error }, 'the last uses of credentials were not recorded'),
  )
}

function keepRequestsLogged({ requestLog, log }: Services): Repeated {
  return requestLog.keepWritten((error) =>
    log.warn({ err: error }, 'requests were not logged; they are tried again'),
  )
}

function keepRequestsRecent({ config, log, ...services }: Services): Repeated {
  return keepRequestDays({ ...config, ...services }, (error) =>
    log.warn({ err: error }, 'old days of the request log were not dropped'),
  )
}

function keepEventsPolled({ eventFeed, log }: Services): Repeated {
  return eventFeed.keepPolled((error) =>
    log.warn({ err: error }, 'the feeds that partners wait for were not read'),
  )
}

function keepEventsRelayed({ eventFeed, log }: Services): Repeated {
  return eventFeed.keepRelayed((error) =>
    log.warn({ err: error }, 'events were not relayed; they are tried again'),
  )
}

function keepEventsRecent({ db, clock, config, log }: Services): Repeated {
  return forgetOldEvents({ db, clock, eventDays: config.eventDays }, (error) =>
    log.warn({ err: error }, 'old events were not removed'),
  )
}

function keepAnalysed({ db, log }: Services): Repeated {
  return analyzeGrownTables(db, (error) => log.warn({ err: error }, 'tables were not analysed'))
}

function noticeNewLife({ db, log }: Services): Repeated {
  db.life.onNew((lostBytes) => {
    if (lostBytes > 0n) {
      log.warn(
        { lostBytes: Number(lostBytes) },
        'the database was promoted or restored to an earlier point of its history: commits are ' +
          'lost, which had answers unless a synchronous standby took over; all that was cached ' +
          'of it is dropped; docs/operate/failover.md says what to compare',
      )
      return
    }
    log.warn(
      'the database was restarted, promoted or restored: all that was cached of it is dropped; ' +
        'if commits were lost with it, check orders and imports of the last minutes',
    )
  })
  return watchServerLife(db, (error) =>
    log.warn({ err: error }, 'the check for a restart of the database failed'),
  )
}

function announceNewAlerts(
  { db, clock, log }: Services,
  channels: readonly AlertChannel[],
): Repeated {
  return announceAlerts({
    db,
    clock,
    channels: channels.map(({ name }) => name),
    announce: ({ message, ...alert }) => log.warn({ alert }, message),
    onFault: (error) => log.warn({ err: error }, 'alerts were not read'),
  })
}

function sendAlerts({ db, clock, log }: Services, channels: readonly AlertChannel[]): Repeated {
  return deliverAlerts({
    db,
    clock,
    channels,
    onUnsent({ isGivenUp, ...unsent }) {
      if (isGivenUp) log.error(unsent, 'an alert could not be sent')
      else log.warn(unsent, 'an alert was not sent; it is tried again')
    },
    onFault: (error) => log.warn({ err: error }, 'alerts were not sent'),
  })
}

function keepStockWatched({ db, clock, catalog, log }: Services): Repeated {
  return watchStock({ db, clock, catalog }, (error) =>
    log.warn({ err: error }, 'stock check failed'),
  )
}

function keepImportsRecent({ db, clock, config, log }: Services): Repeated {
  return forgetOldImports({ db, clock, importDays: config.importDays }, (error) =>
    log.warn({ err: error }, 'old imports were not removed'),
  )
}

function keepMailsRecent({ db, clock, config, log }: Services): Repeated {
  return forgetOldMails({ db, clock, mailDays: config.mailDays }, (error) =>
    log.warn({ err: error }, 'old mails were not removed'),
  )
}

function keepRecipientsRecent({ config, log, ...services }: Services): Repeated {
  return forgetOldRecipients({ ...config, ...services }, (error) =>
    log.warn({ err: error }, 'old recipients were not removed'),
  )
}

function keepInstantsWatched({ config, log, ...services }: Services): Repeated {
  return watchInstants({ ...config, ...services }, (error) =>
    log.warn({ err: error }, 'the instants of books were not read'),
  )
}

function keepArchiveWatched({ db, clock, log }: Services): Repeated {
  return watchArchive({ db, clock }, (error) =>
    log.warn({ err: error }, 'the archive of the log was not checked'),
  )
}

/** With DATABASE_URL, files and disks are those of another machine. */
function keepBackupsWatched({ db, clock, config, log }: Services): Repeated[] {
  if (config.databaseUrl !== undefined) return []
  const watched = watchBackups({ db, clock, config }, (error) =>
    log.warn({ err: error }, 'the backups and disks were not checked'),
  )
  return [watched]
}

function keepStandbysWatched({ config, log, ...services }: Services): Repeated {
  return watchReplication({ ...config, ...services }, (error) =>
    log.warn({ err: error }, 'the standbys of the database were not checked'),
  )
}

function keepNoncesRecent({ db, clock, log }: Services): Repeated {
  return removeExpiredNonces({
    db,
    clock,
    onFault: (error) => log.warn({ err: error }, 'expired nonces were not removed'),
  })
}

function keepSessionsRecent({ config, log, ...services }: Services): Repeated {
  return forgetOldSessions({ ...config, ...services }, (error) =>
    log.warn({ err: error }, 'sessions that are over were not removed'),
  )
}

function keepApprovalsRecent({ db, clock, log }: Services): Repeated {
  return expireApprovals({ db, clock }, (error) =>
    log.warn({ err: error }, 'approvals that are over were not expired'),
  )
}

function keepAuditSealed({ log, ...services }: Services): Repeated {
  return keepSealed(
    services,
    (head) => log.info({ head }, 'a day of the audit log is closed'),
    (error) => log.error({ err: error }, 'the audit log was not sealed; it is tried again'),
  )
}

function keepAuditVerified({ log, ...services }: Services): Repeated {
  return watchAudit(services, (error) =>
    log.warn({ err: error }, 'the audit log was not verified; it is tried again'),
  )
}

function keepRatesWatched({ config, log, ...services }: Services): Repeated {
  return watchRates({ ...config, ...services }, (error) =>
    log.warn({ err: error }, 'rate check failed'),
  )
}

function keepFundsWatched({ config, log, ...services }: Services): Repeated {
  return watchFunds({ ...config, ...services }, (error) =>
    log.warn({ err: error }, 'the funds of partners were not read'),
  )
}

function keepOrdersWatched({ config, log, ...services }: Services): Repeated {
  return watchStuckOrders({ ...config, ...services }, (error) =>
    log.warn({ err: error }, 'orders that wait were not read'),
  )
}

function keepKeysFresh({ vault, log }: Services): Repeated {
  return vault.keepFresh((error) =>
    log.warn({ err: error }, 'keys that other processes made were not read'),
  )
}

function keepWebhooksRecent({ db, clock, config, log }: Services): Repeated {
  return keepWebhooks({ db, clock, webhookAttemptDays: config.webhookAttemptDays }, (error) =>
    log.warn({ err: error }, 'old attempts of webhooks were not removed'),
  )
}

function watchUpstreams({ config, log, ...services }: Services, worker: Worker): Repeated {
  return reconcileUpstreams({
    ...config,
    ...services,
    funded: (account) => worker.supplierFunded({ supplier: 'upstream', account }),
    onFault: (error) => log.error({ err: error }, 'an upstream was not asked'),
  })
}
