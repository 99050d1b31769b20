import { createCatalog, type Catalog } from '../catalog/mod.ts'
import { createContents } from '../content/mod.ts'
import { timing } from './completion-times.ts'
import { ConfigError, type Config } from '../settings/mod.ts'
import { readFromSns, type MailWorker, type ReadFromSns } from '../mail/mod.ts'
import type { Clock } from '../core/mod.ts'
import { FullDisk, migrate, requireSession, ServerLife } from '../db/mod.ts'
import type { ConnectionTarget, Database } from '../db/mod.ts'
import { DatabaseWatches } from './database-watches.ts'
import { EventFeed } from '../events/mod.ts'
import { exportTelemetry, tracesOf } from './export-telemetry.ts'
import { connect } from '../distribution/mod.ts'
import { countOpenBatches, issueAtOnce, Worker, type WorkerOptions } from '../fulfillment/mod.ts'
import { buildServer, ClientWrites, createMetrics } from '../http/mod.ts'
import type { HttpServer, Log, Metrics, Services, Unready } from '../http/mod.ts'
import { SoldOut } from '../inventory/mod.ts'
import { createLedger, storeCurrencies } from '../ledger/mod.ts'
import { createOrders, type BeginIssuing } from '../orders/mod.ts'
import { createCredentials } from './credentials.ts'
import { createOidc } from './oidc.ts'
import { openReportPort } from './mail-reports.ts'
import { createMails, switchMailing, type MailParts } from './mails.ts'
import { openConfiguredVault } from './open-configured-vault.ts'
import { sentinelOf } from './sentinel.ts'
import { startJobs } from './start-jobs.ts'
import { RequestLog } from '../requests/mod.ts'
import { blame } from './start-fault.ts'
import { createRegistry } from './suppliers.ts'
import type { Vault } from '../vault/mod.ts'
import type { Tracing } from '../telemetry/mod.ts'
import { createVerifications } from './verifications.ts'
import { createWrites } from './writes.ts'
import { WebhookSender, WebhookWorker } from '../webhooks/mod.ts'

export interface ServiceOptions {
  readonly config: Config
  readonly target: ConnectionTarget
  /** See `PoolOptions`. */
  readonly sessionName?: string | undefined
  readonly clock: ServiceClock
  readonly log: Log
  /** By default reads by HTTPS. */
  readonly readFromSns?: ReadFromSns | undefined
}

/** The clock from which a service reads instants and deadlines. */
export interface ServiceClock extends Clock {
  /** The reason why the clock may be wrong, in one line; undefined if it is right. */
  readonly skew?: string | undefined
}

/** A running service, and its parts, which the demo and tests use. */
export interface Service {
  readonly services: Services
  /** The URL at which it listens, without a slash at its end. */
  readonly url: string
  /** The address of the operator's paths and the metrics, if it is a separate one. */
  readonly operatorUrl: string | undefined
  /** Finishes requests in progress, releases leases, and closes every connection. */
  stop(): Promise<void>
}

/**
 * Joins the modules of one process and starts them: connections, schema, vault, ledger, worker,
 * mails and HTTP. Holds no rule of its own. Throws ConfigError if the clock may be wrong.
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, target, sessionName, clock, log } = options
  if (clock.skew !== undefined) throw new ConfigError(`TESSERA_CLOCK_SKEW_SECONDS: ${clock.skew}`)
  const onIdleError = (error: Error): void => log.warn({ err: error }, 'a connection was lost')
  const pool = { life: new ServerLife(), disk: new FullDisk(), sessionName, onIdleError }
  const db = connect(target, { ...pool, connectionsMax: config.connectionsMax })
  const ledgerDb = connect(target, {
    ...pool,
    connectionsMax: config.ledgerConnectionsMax,
    statements: 'short',
  })
  const metrics = createMetrics(clock)
  const telemetry = await exportTelemetry(config, { metrics, log })
  const closeAll = async (): Promise<void> => {
    await telemetry?.stop()
    await Promise.all([db.close(), ledgerDb.close()])
  }
  try {
    await requireSession(db)
    const waiting = await migrate(target, { upTo: 'expand' })
    for (const name of waiting) log.warn(`the migration ${name} waits for \`tessera migrate\``)
    await storeCurrencies(db, (message) => log.warn(message))
    const watches = new DatabaseWatches({ ...options, db })
    const connections = { db, ledgerDb, watches, metrics, closeAll }
    return await startParts(options, { ...connections, tracing: telemetry?.tracing })
  } catch (error) {
    await closeAll()
    throw error
  }
}

interface Connections {
  readonly db: Database
  readonly ledgerDb: Database
  readonly watches: DatabaseWatches
  readonly metrics: Metrics
  readonly tracing: Tracing | undefined
  closeAll(): Promise<void>
}

async function startParts(options: ServiceOptions, connections: Connections): Promise<Service> {
  const { config, log } = options
  const vault = await openConfiguredVault(options, connections.db)
  let listeningClaimUrl: string | undefined
  const mailParts = { vault, claimUrl: () => config.claimUrl ?? listeningClaimUrl }
  const notifier = createMails(options, connections.db, mailParts)
  const { services, worker, webhooks } = compose(options, connections, { ...mailParts, notifier })
  if (config.role !== 'api') await switchMailing(options, connections.db)
  const server = buildServer(services)
  // Listens before work begins, so that an unavailable address ends the start.
  const { url, operatorUrl, claimUrl, reports } = await listenEverywhere(server, services)
  listeningClaimUrl = claimUrl
  const repeated = [...connections.watches.start(), ...startJobs(services, worker)]
  const workers = config.role === 'api' ? [] : [worker, webhooks, ...(notifier ? [notifier] : [])]
  for (const one of workers) one.start()
  log.info({ url, operatorUrl, claimUrl, reportPort: reports?.port, role: config.role }, 'started')
  return {
    services,
    url,
    operatorUrl,
    async stop() {
      await Promise.all([server.drain(), reports?.close()])
      const parts = [...repeated, services.verifications, ...workers]
      await Promise.all(parts.map((part) => part.stop()))
      await services.webhookSender.close()
      await services.ledger.drained()
      await server.close()
      await connections.closeAll()
      log.info('stopped')
    },
  }
}

/** Opens each address of the settings. An error names the settings of the address. */
async function listenEverywhere(server: HttpServer, services: Services) {
  const closing = (settings: string) => async (error: unknown) => {
    await server.close()
    return blame(settings)(error)
  }
  const url = await server.listen().catch(closing('TESSERA_HOST, TESSERA_PORT'))
  const operatorUrl = await server
    .listenForOperator()
    .catch(closing('TESSERA_ADMIN_HOST, TESSERA_ADMIN_PORT'))
  const claimUrl = await server
    .listenForClaims()
    .catch(closing('TESSERA_CLAIM_HOST, TESSERA_CLAIM_PORT'))
  const reports = await openReportPort(services).catch(
    closing('TESSERA_MAIL_REPORT_HOST, TESSERA_MAIL_REPORT_PORT'),
  )
  return { url, operatorUrl, claimUrl, reports }
}

interface WorkParts extends MailParts {
  readonly notifier: MailWorker | undefined
  readonly catalog: Catalog
  readonly eventFeed: EventFeed
}

function compose(
  options: ServiceOptions,
  connections: Connections,
  mails: MailParts & { readonly notifier: MailWorker | undefined },
): { services: Services; worker: Worker; webhooks: WebhookWorker } {
  const { config, clock, log } = options
  const { db, watches, metrics, tracing } = connections
  const { vault } = mails
  const catalog = createCatalog({ db, clock })
  const { feeds, webhooks } = createFeeds(options, { db, vault, tracing })
  const { eventFeed } = feeds
  const work = composeWork(options, connections, { ...mails, catalog, eventFeed })
  const { worker, ...others } = work
  const services: Services = {
    config,
    clock,
    log,
    metrics,
    tracing,
    db,
    verifications: createVerifications({ db, clock, vault, log }),
    vault,
    ...createCredentials({ db, vault, clock }),
    ...feeds,
    readFromSns: options.readFromSns ?? readFromSns,
    catalog,
    contents: createContents({ db, clock }),
    ...others,
    ...signalsOf(worker),
    findFault: () => clockFault(clock) ?? watches.fault,
    countBatches: () => countOpenBatches(db),
  }
  return { services, worker, webhooks }
}

/** Creates the parts that accept and fulfill orders: ledger, suppliers, orders and worker. */
function composeWork(
  { config, clock, log }: ServiceOptions,
  { db, ledgerDb, metrics, tracing }: Connections,
  { vault, notifier, claimUrl, catalog, eventFeed }: WorkParts,
) {
  const clientWrites = new ClientWrites(clock)
  const isBusy = (): boolean => clientWrites.areComing()
  const soldOut = new SoldOut(clock)
  const parts = { vault, clock, isBusy, onEmptied: soldOut.note, onFault: faultLog(log, tracing) }
  const beginIssuing: BeginIssuing = (tx, newOrders) =>
    issueAtOnce({ ...parts, suppliers: suppliers.byName }, tx, newOrders)
  const writes = createWrites(config, { catalog, vault, beginIssuing })
  const traces = tracesOf(tracing)
  const ledger = createLedger({
    db: ledgerDb,
    clock,
    followers: [writes],
    sentinel: sentinelOf(config, { db: ledgerDb, writes, metrics, log }),
    ...traces,
    onGroup(stats) {
      metrics.groupCommitted(stats)
      tracing?.groupCommitted(stats)
      if (stats.hasLeftWork) worker.wake(stats.partnerId)
      notifier?.wake(stats.partnerId)
      eventFeed.wake()
    },
  })
  const shared = { db, clock, ...config, ...traces }
  const suppliers = createRegistry({ ...shared, ...parts, ledger, claimUrl })
  const orders = createOrders({ ...shared, ledger, writes, ...timing(metrics, db) })
  const worker = new Worker({ ...shared, ...parts, orders, suppliers: suppliers.byName })
  return { ledger, clientWrites, soldOut, suppliers, orders, worker }
}

function faultLog(log: Log, tracing: Tracing | undefined): WorkerOptions['onFault'] {
  return (error, of) => {
    const traceId = tracing?.origin()?.traceId
    log.error({ err: error, ...of, traceId }, 'fulfillment failed; it is retried')
  }
}

function createFeeds(
  { config, clock, log }: ServiceOptions,
  { db, vault, tracing }: { db: Database; vault: Vault; tracing: Tracing | undefined },
) {
  const webhookSender = new WebhookSender({
    clock,
    tracing,
    isPrivateAllowed: config.webhookPrivateAddresses === 'allowed',
  })
  const webhooks = new WebhookWorker({
    db,
    clock,
    vault,
    sender: webhookSender,
    leaseSeconds: config.leaseSeconds,
    onFault: (error) => log.error({ err: error }, 'webhooks were not sent; they are tried again'),
  })
  const eventFeed = new EventFeed({ db, clock })
  eventFeed.onRelayed((partnerIds) => webhooks.wake(partnerIds))
  const wakeWebhooks = (partnerId: number): void => webhooks.wake([partnerId])
  const requestLog = new RequestLog({ ...config, db })
  const oidc = createOidc(config, log)
  return { feeds: { requestLog, eventFeed, webhookSender, wakeWebhooks, oidc }, webhooks }
}

function signalsOf(worker: Worker): Pick<Services, 'wake' | 'restocked'> {
  return {
    wake: (partnerId) => worker.wake(partnerId),
    restocked: (productId) => worker.restocked(productId),
  }
}

function clockFault({ skew }: ServiceClock): Unready | undefined {
  return skew === undefined ? undefined : { status: 'clock skew', reason: skew }
}
