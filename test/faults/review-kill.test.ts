import { expect, test } from 'vitest'
import { claimCard, linkNow, sentLink } from '../links/link-fixture.ts'
import { signedClient, type Json } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import { inTurn } from '../support/turns.ts'
import { onRunningDatabase } from './account-for.ts'
import { expectLedgerBalanced, openEndpoint } from './endpoint.ts'
import { newPartner } from './fixture.ts'
import { HaltingDatabase } from './halting-database.ts'
import { ADMIN_TOKEN, makeInstallation, type ServiceProcess } from './service-process.ts'

const FUNDS = 100
const WORTH = 10
const CLAIMS = { TESSERA_CLAIM_PORT: '0' }

/** Where the service is killed: at the COMMIT that releases a link, or gives its money back. */
const MOMENTS = [
  { what: 'released', isCommitted: true },
  { what: 'lapsed', isCommitted: false },
  { what: 'released', isCommitted: false },
  { what: 'lapsed', isCommitted: true },
] as const

/** Deferred triggers, which halt in the COMMIT. */
const TRIGGERS = `
  create constraint trigger released after update on links deferrable initially deferred
    for each row when (old.reviewed_at is null and new.reviewed_at is not null)
    execute function halt('released');
  create constraint trigger lapsed after update on links deferrable initially deferred
    for each row when (old.ended is null and new.ended = 'CANCELLED')
    execute function halt('lapsed');`

test('kill -9 while a claim is reviewed: it is released, or its money is returned, once', async () => {
  const installation = makeInstallation()
  let service = await installation.start(CLAIMS)
  const database = new HaltingDatabase(installation)
  await database.prepare(TRIGGERS)
  const query = async (text: string): Promise<Json[]> =>
    (await onRunningDatabase(installation, (db) => db.pool.query(text))).rows
  const { credentials, productId } = await newSender(service)

  for (const moment of inTurn(MOMENTS, MOMENTS.length)) {
    const isRelease = moment.what === 'released'
    let { operator, partner } = reach(service, credentials)
    const before = await fundsOf(partner)
    const link = await sentLink(partner, { amount: WORTH, products: [productId] })
    const linkNo = String(link['linkId']).slice('lnk_'.length)
    const release = () =>
      operator.operate('POST', `/admin/v1/links/${link['linkId']}/release`, { reason: 'known' })
    await database.haltAt(moment.what)
    // The next sweep returns the money of a link whose review has ended.
    await query(`update links set review_reason = 'NETWORK',
      review_until = now() + interval '${isRelease ? '1 day' : '-1 second'}'
      where link_no = ${linkNo}`)
    const released = isRelease ? Promise.allSettled([release()]) : undefined
    await database.untilHalted()
    expect(await service.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
    await released
    await database.goOn(moment)
    operator.http.close()
    service = await installation.start(CLAIMS)
    ;({ operator, partner } = reach(service, credentials))

    // Requests without a response are repeated.
    const isOpen = isRelease && !moment.isCommitted
    if (!isRelease)
      await eventually(async () =>
        expect(await linkNow(partner, link)).toMatchObject(RETURNED_LINK),
      )
    expect((await release()).status).toBe(isOpen ? 200 : 409)
    const audits = await operator.operate('GET', '/admin/v1/audit?action=link.release')
    const entries = dataOf(audits).filter(({ target }: Json) => target === `link:${link['linkId']}`)
    expect(entries).toHaveLength(isRelease ? 1 : 0)
    if (isRelease) {
      await claimCard(movedTo(link, service), { productId, amount: String(WORTH) })
      await eventually(async () => {
        expect(await linkNow(partner, link)).toMatchObject({ status: 'CLAIMED', claimed: WORTH })
      })
    }
    expect(await fundsOf(partner)).toBe(before - (isRelease ? WORTH : 0))
    const returns = await query(`select amount_minor from link_returns where link_no = ${linkNo}`)
    expect(returns).toHaveLength(isRelease ? 0 : 1)
    await expectLedgerBalanced(operator)
    operator.http.close()
  }

  expect(service.log.filter(({ level }) => level >= 50)).toEqual([])
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null })
})

const RETURNED_LINK = { status: 'CANCELLED', left: 0, returned: WORTH, claimed: 0 }

type Credentials = Awaited<ReturnType<typeof newPartner>>['credentials']

async function newSender(service: ServiceProcess) {
  const operator = openEndpoint(service.url, ADMIN_TOKEN)
  const { credentials } = await newPartner(operator, FUNDS)
  const product = {
    brand: 'Shoes',
    currency: 'USD',
    denominationType: 'FIXED',
    fixedAmounts: [WORTH],
    supplier: 'generator',
  }
  const { productId } = dataOf(await operator.operate('POST', '/admin/v1/products', product))
  operator.http.close()
  return { credentials, productId: Number(productId) }
}

function reach(service: ServiceProcess, credentials: Credentials) {
  const operator = openEndpoint(service.url, ADMIN_TOKEN)
  return { operator, partner: signedClient(operator.http, credentials) }
}

async function fundsOf(partner: ReturnType<typeof reach>['partner']): Promise<number> {
  const { body } = await partner.get('/v2/accounts/balances')
  return body.fundsList.find((one: Json) => one['currency'] === 'USD').funds
}

/** The address of a link after a restart of the service at other ports. */
function movedTo({ url }: Json, { claimUrl }: ServiceProcess): string {
  return new URL(new URL(String(url)).pathname, claimUrl).href
}
