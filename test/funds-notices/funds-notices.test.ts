import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createFundsCheck } from '../../src/alerts/mod.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { checkFundsNotices, fundsMails } from '../../src/funds-notices/mod.ts'
import type { UserMail } from '../../src/identity/mod.ts'
import type { Reply } from '../support/client.ts'
import { sentMails } from '../support/sent-mails.ts'
import { dataOf, shareService, type RunningService } from '../support/service.ts'
import { signedIn, type Browser } from '../support/signed-in.ts'

let now = Date.UTC(2026, 0, 31, 12)
const open = shareService({
  clock: { now: () => now, monotonic: () => performance.now() },
  // The test itself checks and sends.
  settings: {
    role: 'api',
    smtpUrl: 'smtp://127.0.0.1:1',
    publicUrl: 'https://api.example.com',
    sessionIdleSeconds: 40 * 86_400,
    sessionSecondsMax: 40 * 86_400,
  },
})

const PATH = '/portal/v1/funds-notices'
const MARGIN = { lowFundsDays: 3, lowFundsMarginDays: 2 }

interface WatchedPartner {
  readonly service: RunningService
  readonly finance: Browser
  ask(body: object): Promise<Reply>
  deposit(amount: number): Promise<void>
  takeBack(amount: number): Promise<void>
}

async function watchedPartner(funds = '100.00'): Promise<WatchedPartner> {
  const service = await open({ funds: { USD: funds } })
  const { partnerId } = service.partner
  const finance = await signedIn(service, { role: 'finance', partnerId })
  const move = async (what: string, amount: number): Promise<void> => {
    const body = { currency: 'USD', amount, reference: randomUUID() }
    const of = what === 'deposits' ? body : { ...body, reason: 'sent back' }
    dataOf(await service.admin.post(`/admin/v1/partners/${partnerId}/${what}`, of))
  }
  return {
    service,
    finance,
    ask: (body) => finance.send('PUT', PATH, JSON.stringify({ currency: 'USD', ...body })),
    deposit: (amount) => move('deposits', amount),
    takeBack: (amount) => move('reversals', amount),
  }
}

/** Checks all notices, as two processes at once, and returns the mails that follow. */
async function mails({ db, services }: RunningService): Promise<UserMail[]> {
  const options = { db, clock: services.clock, ...MARGIN }
  await Promise.all([checkFundsNotices(options, 1), checkFundsNotices(options)])
  const send = () => sentMails(services, fundsMails(services))
  return (await Promise.all([send(), send()])).flat()
}

test('funds below an amount make one mail, and the next after they were a tenth above it', async () => {
  const { service, finance, ask, deposit, takeBack } = await watchedPartner()
  expect(dataOf(await ask({ below: 50 })).notices).toEqual([
    { currency: 'USD', below: 50, onDeposit: false },
  ])
  expect(await mails(service)).toEqual([])

  await takeBack(50.01)

  const [mail, ...others] = await mails(service)
  expect([mail?.to.address, others]).toEqual([finance.email, []])
  expect(mail?.subject).toBe('Funds are low: 49.99 USD left')
  expect(mail?.text).toContain('when it is less than 50.00 USD.\n')
  expect(mail?.text).toContain('Nothing was spent in the last week.')
  expect(mail?.text).toContain('https://api.example.com/portal/pay-in\n')
  await deposit(5)
  expect(await mails(service)).toEqual([])
  expect(dataOf(await finance.get(PATH)).notices[0].lowSince).toBe(new Date(now).toISOString())
  await takeBack(10)
  expect(await mails(service)).toEqual([])
  await deposit(10.01)
  expect(await mails(service)).toEqual([])
  expect(dataOf(await finance.get(PATH)).notices[0].lowSince).toBeUndefined()
  await takeBack(10)
  expect(await mails(service)).toHaveLength(1)
})

test('funds that last for fewer days than asked make one mail, with the pace of the week', async () => {
  const { service, finance, ask } = await watchedPartner('300.00')
  const record = createFundsCheck({ db: service.db, clock: service.services.clock, ...MARGIN })
  await record()
  dataOf(await ask({ belowDays: 7 }))
  const spend = async (initialFunds: number) => {
    const email = `${randomUUID()}@example.com`
    const person = { fullName: 'Ann Example', email, currency: 'USD', initialFunds }
    dataOf(await finance.post('/portal/v1/consumers', person))
  }
  await spend(30)
  expect(await mails(service)).toEqual([])
  await spend(10)

  const [mail, ...others] = await mails(service)

  expect(others).toEqual([])
  expect(mail?.subject).toBe('Funds are low: 260.00 USD left')
  expect(mail?.text).toContain(
    'At the pace of the last week, 40.00 USD a day, it lasts for 6.5 days.',
  )
  now += 2 * MS_PER_DAY
  expect(await mails(service)).toEqual([])
  expect(dataOf(await finance.get(PATH)).notices[0].lowSince).toBeUndefined()
})

test('a deposit makes one mail for whoever asked, and no further one', async () => {
  const { service, finance, ask, deposit, takeBack } = await watchedPartner()
  await deposit(1)
  dataOf(await ask({ onDeposit: true }))
  await takeBack(1)
  expect(await mails(service)).toEqual([])

  await deposit(250.5)

  expect(dataOf(await finance.get(PATH)).notices).toMatchObject([{ onDeposit: false }])
  const [mail, ...others] = await mails(service)
  expect(others).toEqual([])
  expect(mail?.subject).toBe('250.50 USD arrived')
  expect(mail?.text).toContain(' 350.50 USD can be spent now.')
  await deposit(1)
  expect(await mails(service)).toEqual([])
  expect(dataOf(await finance.get(PATH)).notices).toEqual([])
})

test('a deposit writes a mail in its own transaction, of its own currency only', async () => {
  const { service, ask, deposit } = await watchedPartner()
  dataOf(await ask({ currency: 'EUR', onDeposit: true }))
  await deposit(3)
  const { partnerId } = service.partner
  const waiting = () =>
    service.db.rows(sql`
      select currency, deposited_minor from funds_notices
      where partner_id = ${partnerId} and noticed_at is not null`)
  expect(await waiting()).toEqual([])
  dataOf(await ask({ onDeposit: true }))
  await deposit(4)
  expect(await waiting()).toEqual([{ currency: 'USD', deposited_minor: 400n }])
  expect(await mails(service)).toHaveLength(1)
})

test('nobody is mailed who has lost the role, ended the notice, or is of a suspended partner', async () => {
  const { service, finance, ask, takeBack } = await watchedPartner()
  const { partnerId } = service.partner
  dataOf(await ask({ below: 90, belowDays: 3 }))
  expect(dataOf(await ask({ below: null })).notices).toEqual([
    { currency: 'USD', belowDays: 3, onDeposit: false },
  ])
  dataOf(await ask({ below: 90, belowDays: null }))
  await takeBack(50)
  const user = `/admin/v1/users/${finance.userId}`
  dataOf(await service.admin.patch(user, { role: 'viewer' }))
  expect(await mails(service)).toEqual([])
  expect((await ask({ below: 80 })).status).toBe(403)
  dataOf(await service.admin.patch(user, { role: 'finance' }))
  const partner = `/admin/v1/partners/${partnerId}`
  dataOf(await ask({ below: 80 }))
  dataOf(await service.admin.patch(partner, { status: 'SUSPENDED' }))
  expect(await mails(service)).toEqual([])
  dataOf(await service.admin.patch(partner, { status: 'ACTIVE' }))
  dataOf(await ask({ below: 70 }))
  expect(await mails(service)).toHaveLength(1)
  dataOf(await ask({ below: null }))
  expect(dataOf(await finance.get(PATH)).notices).toEqual([])
})

test('the notices of a person are checked and audited, and nobody else gets them', async () => {
  const { service, finance, ask } = await watchedPartner()
  const { partnerId } = service.partner
  for (const body of [
    { belowDays: 0 },
    { belowDays: 366 },
    { belowDays: 1.5 },
    { below: 0 },
    { below: 0.001 },
    { below: -1 },
    { currency: 'XXX', below: 1 },
  ]) {
    expect([body, (await ask(body)).status]).toEqual([body, 400])
  }
  const inTest = await finance.send('PUT', PATH, '{"currency":"USD","below":1}', {
    'x-tessera-mode': 'test',
  })
  expect([404, 409]).toContain(inTest.status)
  dataOf(await ask({ below: 12.5 }))
  dataOf(await ask({ below: 12.5 }))
  const audit = dataOf(await service.admin.get(`/admin/v1/audit?target=user:${finance.userId}`))
  expect(audit).toMatchObject([
    { action: 'user.funds_notices', actor: finance.email, after: { below: '12.50' } },
  ])
  const owner = await signedIn(service, { role: 'owner', partnerId })
  expect(dataOf(await owner.get(PATH))).toEqual({ hasMails: true, notices: [] })
})
