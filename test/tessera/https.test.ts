import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeInstallation } from '../faults/service-process.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import { selfSigned, type Certificate } from '../support/certificate.ts'
import { startHttpProxy, type HttpProxy } from '../support/http-proxy.ts'
import { anOrder, startService } from '../support/service.ts'
import { asPartner, databaseIn, operatorOn } from './buyer-process.ts'
import { accountOf } from './pair.ts'

/** Starts a TLS proxy in front of a service. */
async function startTlsProxy(target: string, certificate: Certificate): Promise<HttpProxy> {
  const proxy = await startHttpProxy({ target, certificate, fate: () => ({ fate: 'pass' }) })
  onTestFinished(() => proxy.close())
  return proxy
}

test('over https, nothing is bought unless the certificate is trusted and of the host', async () => {
  const seller = await startService({ funds: { USD: '100.00' } })
  const { productId } = await seller.product()
  const [own, ofAnotherHost] = [selfSigned('127.0.0.1'), selfSigned('127.0.0.2')]
  const proxies = {
    trusted: await startTlsProxy(seller.url, own),
    unknown: await startTlsProxy(seller.url, selfSigned('127.0.0.1')),
    elsewhere: await startTlsProxy(seller.url, ofAnotherHost),
  }
  const installation = makeInstallation()
  const authorities = join(installation.dataDir, 'authorities.pem')
  writeFileSync(authorities, own.cert + ofAnotherHost.cert)
  const buyer = await installation.start({ NODE_EXTRA_CA_CERTS: authorities })
  const operator = operatorOn(buyer.url)
  const credentials = await operator.newPartner()
  for (const [name, { url: baseUrl }] of Object.entries(proxies)) {
    await operator.register(name, { ...accountOf(seller.partner), baseUrl })
  }
  const from = (account: string) => ({ account, product: String(productId) })
  const resoldId = await operator.resell([from('unknown'), from('elsewhere'), from('trusted')])

  const { id } = await asPartner(buyer.url, credentials, (partner) =>
    partner.post('/v2/orders', anOrder({ productId: resoldId })),
  )
  const read = () => asPartner(buyer.url, credentials, (partner) => partner.get(`/v2/orders/${id}`))
  await withoutBackoffs(
    databaseIn(installation.dataDir),
    expect.poll(read, { interval: 50 }).toMatchObject({ status: 'COMPLETED' }),
  )

  const { fulfillments } = await operator.get(`/orders/${id}`)
  const [{ attempts }] = fulfillments
  expect(attempts.slice(0, 2)).toMatchObject([
    { outcome: 'unavailable', reason: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT') },
    { outcome: 'unavailable', reason: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID') },
  ])
  expect(attempts.at(-1)).toMatchObject({ outcome: 'issued' })
  expect([proxies.unknown.seen, proxies.elsewhere.seen]).toEqual([[], []])
  expect(proxies.trusted.seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
  expect(await seller.partner.orders()).toHaveLength(1)
})
