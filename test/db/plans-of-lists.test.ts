import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listAllConsumers,
  listAllWallets,
  listCampaigns,
  listConsumers,
  listErasures,
  listMailSuppressions,
  listWallets,
} from '../../src/consumers/mod.ts'
import { newestMails } from '../../src/consumers/mail-rows.ts'
import { minorUnits, partnerScopedId, systemClock } from '../../src/core/mod.ts'
import type { Database } from '../../src/db/mod.ts'
import { listEvents } from '../../src/events/mod.ts'
import { listLastMessages, listLinks } from '../../src/links/mod.ts'
import { listDeposits } from '../../src/movements/mod.ts'
import { listAudit } from '../../src/audit/mod.ts'
import { listCredentials } from '../../src/partners/mod.ts'
import { openVault, type Vault } from '../../src/vault/mod.ts'
import { listAttempts, listEndpoints } from '../../src/webhooks/mod.ts'
import { eventsOfTime } from '../../src/webhooks/replay-rows.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'
import { TEST_MASTER_KEY } from '../support/domain.ts'
import { indexesOf, planNodes, recordStatements } from '../support/plans.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

const PARTNERS = 50
const ROWS_PER_PARTNER = 400
const P = 7
const PAGE = { page: 1, pageSize: 50 }
const CONSUMER = partnerScopedId(P, 1)
const ENDPOINT = { partnerId: P, endpointId: 7 }
const HOUR = { from: Date.UTC(2031, 4, 17, 1), to: Date.UTC(2031, 4, 17, 2) }
const EVENTS = { subject: undefined, type: undefined, before: 400, limit: 51 }
const LINKS = { afterNo: undefined, pageSize: 50 }
/** Two links with an amount that nobody has claimed. */
const WAITING = [1, 2].map((linkNo) => ({
  linkNo,
  ended: undefined,
  amountMinor: minorUnits(1n),
  chosenMinor: minorUnits(0n),
}))
const AFTER = { partnerId: P, number: 1, createdAt: 0 }

/** The list returns no row, so nothing sealed has to be opened. */
const WITHOUT_ROWS = PARTNERS + 1

let database: FreshDatabase
let vault: Vault
beforeAll(async () => {
  database = await freshDatabase()
  await seed(database.db)
  const { db } = database
  vault = await openVault({ db, clock: systemClock, masterKey: TEST_MASTER_KEY })
})
afterAll(() => database.drop())

/** For each list: the index that its rows are a range of. */
const LISTS: readonly (readonly [
  name: string,
  index: string,
  read: (db: Database) => Promise<unknown>,
])[] = [
  ['consumers', 'consumers_pkey', (db) => listAllConsumers({ db, vault }, WITHOUT_ROWS, PAGE)],
  [
    'consumers by address',
    'consumers_email',
    (db) => listAllConsumers({ db, vault }, WITHOUT_ROWS, { ...PAGE, email: 'a@b.example' }),
  ],
  [
    'consumers by name',
    'consumers_by_name',
    (db) => listAllConsumers({ db, vault }, WITHOUT_ROWS, { ...PAGE, sort: '-name' }),
  ],
  [
    'consumers by the beginning of a name',
    'consumers_by_name',
    (db) => listAllConsumers({ db, vault }, WITHOUT_ROWS, { ...PAGE, name: 'Jo', sort: 'name' }),
  ],
  [
    'consumers by the beginning of a last name',
    'consumers_by_last_name',
    (db) => listAllConsumers({ db, vault }, WITHOUT_ROWS, { ...PAGE, name: 'Jo' }),
  ],
  [
    "the partner's consumers",
    'consumers_pkey',
    (db) => listConsumers({ db, vault }, WITHOUT_ROWS, { page: 0, size: 50 }),
  ],
  ['wallets', 'wallets_pkey', (db) => listAllWallets(db, P, PAGE)],
  [
    'wallets of a consumer',
    'wallets_by_consumer',
    (db) => listAllWallets(db, P, { ...PAGE, consumerId: CONSUMER }),
  ],
  [
    'wallets of a campaign',
    'wallets_by_campaign',
    (db) => listAllWallets(db, P, { ...PAGE, campaignId: 1 }),
  ],
  [
    "the partner's wallets",
    'wallets_by_consumer',
    (db) => listWallets(db, P, CONSUMER, { page: 0, size: 50 }),
  ],
  ['campaigns', 'campaigns_pkey', (db) => listCampaigns(db, { ...PAGE, partnerId: P, now: 0 })],
  ['mails', 'notifications_by_time', (db) => db.rows(newestMails({}, 50))],
  ['mails after one', 'notifications_by_time', (db) => db.rows(newestMails({ after: AFTER }, 50))],
  [
    'mails of a state',
    'notifications_by_time',
    (db) => db.rows(newestMails({ state: 'SENT' }, 50)),
  ],
  [
    'mails of a partner',
    'notifications_of_partner',
    (db) => db.rows(newestMails({ partnerId: P, after: AFTER }, 50)),
  ],
  [
    'mails of a consumer',
    'notifications_of_consumer',
    (db) => db.rows(newestMails({ consumerId: CONSUMER }, 50)),
  ],
  [
    'suppressions',
    'mail_suppressions_pkey',
    (db) => listMailSuppressions({ db, vault }, WITHOUT_ROWS, PAGE),
  ],
  ['last mails of links', 'link_messages_of_link', (db) => listLastMessages(db, P, WAITING)],
  ['links', 'links_pkey', (db) => listLinks(db, P, LINKS)],
  [
    'cancelled links',
    'links_by_status',
    (db) => listLinks(db, P, { ...LINKS, status: 'CANCELLED' }),
  ],
  [
    'links of a reference',
    'links_by_reference',
    (db) => listLinks(db, P, { ...LINKS, reference: 'r-7' }),
  ],
  [
    'links of an address',
    'links_by_address',
    (db) => listLinks(db, P, { ...LINKS, emailBlind: Buffer.alloc(32) }),
  ],
  ['erasures', 'erasures_by_time', (db) => listErasures(db, PAGE)],
  ['credentials', 'credentials_by_partner', (db) => listCredentials(db, systemClock, P)],
  ['deposits', 'transfers_of_funding', (db) => listDeposits(db, P, { afterNo: 9, limit: 50 })],
  ['audit of a target', 'audit_by_target', (db) => listAudit(db, { ...PAGE, target: 'partner:7' })],
  ['audit of an actor', 'audit_by_actor', (db) => listAudit(db, { ...PAGE, actor: 'ann-7' })],
  ['audit', 'audit_entries_pkey', (db) => listAudit(db, PAGE)],
  ['audit of an act', 'audit_by_action', (db) => listAudit(db, { ...PAGE, action: 'act-7' })],
  ['audit of a time', 'audit_by_time', (db) => listAudit(db, { ...PAGE, ...HOUR, sort: '-at' })],
  ['webhook endpoints', 'webhook_endpoints_pkey', (db) => listEndpoints(db, P)],
  [
    'attempts of an endpoint',
    'webhook_attempts_pkey',
    (db) => listAttempts(db, ENDPOINT, { after: 9, limit: 50 }),
  ],
  [
    'failed attempts',
    'webhook_attempts_failed',
    (db) => listAttempts(db, ENDPOINT, { isFailed: true, limit: 50 }),
  ],
  [
    'attempts of an event',
    'webhook_attempts_of_event',
    (db) => listAttempts(db, ENDPOINT, { eventNo: 9, limit: 50 }),
  ],
  [
    'events',
    'events_pkey',
    (db) => listEvents(db, P, { ...EVENTS, from: undefined, to: undefined }),
  ],
  ['events of a time', 'events_by_time', (db) => listEvents(db, P, { ...EVENTS, ...HOUR })],
  [
    'events to replay',
    'events_by_time',
    (db) =>
      db.rows(eventsOfTime(P, { types: null, from: HOUR.from, before: HOUR.to, limit: 1_000 })),
  ],
]

/** Lists that are counted as a whole, by an index alone or in a small table. */
const WHOLE_COUNT = /^\s*select count\(\*\) as total from (?:erasures|audit_entries)\s*$/

test.each(LISTS)('the list of %s reads a range of an index', async (_name, index, read) => {
  const texts = recordStatements()
  await read(database.db)

  expect(texts.size).toBeGreaterThan(0)
  const used = new Set<string>()
  for (const text of texts) {
    if (WHOLE_COUNT.test(text)) continue
    const nodes = await planNodes(database.db, text)
    const scanned = nodes.filter((node) => node['Node Type'] === 'Seq Scan')
    expect(scanned.map((node) => node['Relation Name'])).toEqual([])
    expect(nodes.filter((node) => node['Join Filter'] !== undefined)).toEqual([])
    for (const name of indexesOf(nodes)) used.add(name)
  }
  expect([...used]).toContain(index)
})

/**
 * Inserts ROWS_PER_PARTNER rows for each of PARTNERS partners into each table, as in a service that
 * has grown.
 */
async function seed({ pool }: Database): Promise<void> {
  const each = `generate_series(1, ${PARTNERS}) as p, generate_series(1, ${ROWS_PER_PARTNER}) as n`
  const id = `p * ${2 ** 32}::bigint + n`
  const at = `timestamptz '2031-05-17Z' + n * interval '1 minute'`
  const inserts = [
    `partners (partner_id, name, status, created_at) overriding system value
     select p, 'P ' || p, 'ACTIVE', now() from generate_series(1, ${PARTNERS}) as p`,
    `consumers (partner_id, consumer_id, full_name, created_at, email_blind, email_sealed)
     select p, ${id}, 'N', ${at}, gen_random_uuid(), '' from ${each}`,
    `wallets (partner_id, wallet_id, consumer_id, currency, wallet_type, campaign_id, created_at)
     select p, ${id}, ${id}, 'USD', case when n % 2 = 0 then 'CAMPAIGN' else 'STANDARD' end,
            case when n % 2 = 0 then n / 10 end, ${at} from ${each}`,
    `accounts (partner_id, account_id, kind, currency)
     select p, ${id}, 'wallet', 'USD' from ${each}`,
    `campaigns (partner_id, campaign_id, name, currency, created_at)
     select p, n, 'C', 'USD', ${at} from ${each}`,
    `notifications (
       partner_id, transfer_no, status, next_try_at, wallet_id, consumer_id, created_at, sent_at)
     select p, n, case when n % 9 = 0 then 'PENDING' when n % 9 = 1 then 'FAILED' else 'SENT' end,
            case when n % 9 = 0 then now() end, ${id}, ${id}, ${at}, now() from ${each}`,
    `mail_suppressions (partner_id, consumer_id, transfer_no, fault, suppressed_at)
     select p, ${id}, n, 'no mailbox', ${at} from ${each}`,
    `links (
       partner_id, link_no, batch_no, link_key, token_hash, currency, amount_minor, sent_minor,
       reference, delivery, email_blind, claim_by, created_at, ended, ended_at)
     select p, ${id}, n, gen_random_uuid(), sha256((p || '-' || n)::bytea), 'USD', 1, 1, 'r-' || n,
            'EMAIL', sha256((p || ' ' || n)::bytea), now(), ${at},
            case when n % 50 = 0 then 'CANCELLED' end, case when n % 50 = 0 then now() end
     from ${each}`,
    `link_batches (
       partner_id, batch_no, fingerprint, reference, currency, link_count, sent_minor, transfer_no,
       created_at)
     select p, n, '', 'b-' || n, 'USD', 1, 1, n, ${at} from ${each}`,
    `link_messages (partner_id, message_id, link_no, generation, kind, status, sent_at, created_at)
     select p, gen_random_uuid(), n, 1, 'LINK', 'SENT', now(), ${at} from ${each}`,
    `erasures (
       partner_id, erasure_id, kind, reason, actor, wallets, descriptions, mails, erased_at)
     select p, gen_random_uuid(), 'RECIPIENT', 'r', 'a', 0, 0, 0, ${at} from ${each}`,
    `credentials (
       client_id, partner_id, api_key_hash, hmac_secret_sealed, permissions, created_at)
     select gen_random_uuid(), p, sha256(''), '', '{}', ${at} from ${each}`,
    `credential_uses (client_id) select client_id from credentials`,
    `credential_claims (client_id, sealed, made_at, expires_at)
     select client_id, 'sealed', now(), now() from credentials`,
    `transfers (
       partner_id, transfer_no, debit_account, credit_account, amount, debit_available,
       credit_available, state, code, created_at)
     select p, n, 1, 2, 1, 0, 0, 0, case when n % 100 = 0 then 1 else 6 end, now() from ${each}`,
    `audit_entries (actor, actor_kind, action, target, occurred_at)
     select 'ann-' || p, 'system', 'act-' || p, 'partner:' || p, ${at} from ${each}`,
    `webhook_endpoints (
       partner_id, endpoint_id, url, state, created_at, secret_sealed, last_event)
     overriding system value
     select p, n, 'https://localhost', 'PAUSED', ${at}, '', 0 from ${each}`,
    `events (partner_id, event_no, type, subject, occurred_at, data)
     select p, n, 'order.completed', 'ord_' || n, ${at}, '{}' from ${each}`,
    `webhook_attempts (
       partner_id, endpoint_id, attempt_id, event_no, event_type, attempt, attempted_at,
       duration_ms, fault) overriding system value
     select p, n % 10, n, n, 'order.completed', 1, ${at}, 1, case when n % 5 = 0 then 'f' end
     from ${each}`,
  ]
  for (const insert of inserts) await pool.query(`insert into ${insert}`)
  await pool.query('analyze')
}
