import { signLinkUrl } from '@tessera/sdk'
import { expect, test } from 'vitest'
import { blocksOf, readPage } from '../docs/markdown.ts'
import { startService, type RunningService } from '../support/service.ts'
import { OPERATIONS } from './document.ts'
import { runPython } from './python.ts'

/** Begins the feed, and follows it twice to an event that happens meanwhile. */
const FOLLOW = `
import os, threading
from tessera import Tessera
client = Tessera(
    os.environ["TESSERA_URL"], client_id=os.environ["TESSERA_CLIENT_ID"],
    api_key=os.environ["TESSERA_API_KEY"], hmac_secret=os.environ["TESSERA_HMAC_SECRET"])
class Left(Exception): pass
ids, stored = [], None
def follow_to(type):
    def handle(event, after):
        global stored
        ids.append(event["id"])
        stored = after
        if event["type"] == type: raise Left
    try: follow(client, stored, handle)
    except Left: pass
next(client.list_events(), None)
for name in ["cora", "dan"]:
    body = {"fullName": name, "email": f"{name}@example.com", "currency": "USD", "initialFunds": 1}
    threading.Timer(0, client.create_customer, [body]).start()
    follow_to("wallet.credited")
print(len(ids) - len(set(ids)), stored == ids[-1])
`

test('the Python client reaches each operation, reports errors, and its guide runs', async () => {
  const settings = { claimUrl: 'https://gifts.example.com' }
  const service = await startService({ settings, funds: { USD: '100.00' } })
  const { productId } = await service.product()

  const seen = await runPython('session.py', {
    environment: { ...environmentOf(service), PRODUCT_ID: String(productId) },
  })

  expect(seen).toMatchObject({ totalAmount: '37.5', quoted: 37.5, case: 'refund' })
  const [signedLink, signedUrl] = seen.signed
  const expiresAt = new Date(1_790_000_000_000)
  const toSign = { linkId: signedLink.linkId, url: signedLink.url, expiresAt }
  expect(signedUrl).toBe(await signLinkUrl(service.partner.credentials, toSign))
  expect(seen.statuses.at(-1)).toBe('COMPLETED')
  expect(seen.codes).toHaveLength(3)
  expect(seen.rows).toEqual([1, 2, 3].map((no) => [no, '12.5', seen.codes[no - 1]]))
  expect(seen.again).toEqual(seen.credit)
  expect(seen.credit).toMatchObject({ newBalance: 5, transactionType: 'CREDIT' })
  expect(seen.overdraft).toMatchObject({ status: 500, code: 'SYSTEM_ERROR', retryable: false })
  expect(seen.overdrafts).toBe(1)
  expect(seen.poor).toMatchObject({
    status: 402,
    code: 'BUSINESS_RULE_VIOLATION',
    kind: 'insufficient_funds',
    docUrl: `${service.url}/docs/errors#insufficient_funds`,
  })
  expect(seen.poor.details[0]).toMatchObject({ currency: 'USD', required: 1250 })
  expect(seen.poor.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(seen.read).toMatchObject({
    balances: { fundsList: [{ currency: 'USD', funds: 57.5 }] },
    orders: [{ clientReference: 'python-1' }],
    cases: [{ kind: 'refund' }],
    customers: [{ consumerEmail: 'ada@example.com' }, {}, {}],
    wallets: [{ balance: 5 }],
    transactions: [{ amount: 5 }],
    statement: { closing: 0 },
    document: '3.1.0',
  })
  expect(seen.read.movements.length).toBeGreaterThan(2)
  expect(calledOf(seen.sent)).toEqual(OPERATIONS.length - 1)

  const partner = await service.newPartner({ USD: '100.00' })
  const guide = await runPython('guide.py', {
    environment: environmentOf({ url: service.url, partner }),
    stdin: blocksOf(readPage('docs/guides/python.md'), 'python').join('\n\n'),
  })

  expect(guide.lines).toContain('COMPLETED')
  expect(guide.lines.filter((line: string) => / 25 /.test(line))).toHaveLength(2)
  const errors = guide.lines.filter((line: string) => line.startsWith('500'))
  expect(errors).toEqual([expect.stringMatching(/^500 SYSTEM_ERROR \[.*\] [0-9a-f-]{36}$/)])
  const page = `${service.url}/docs/errors#wallet_insufficient`
  expect(guide.lines).toContain(`wallet_insufficient ${page}`)
  expect(guide.lines.at(-1)).toMatch(/^whe_\S+ store the secret: whsec_\S+$/)

  const follow = blocksOf(readPage('docs/guides/events.md'), 'python').join('\n')
  const followed = await runPython('guide.py', {
    environment: environmentOf({ url: service.url, partner }),
    stdin: `${follow}\n${FOLLOW}`,
  })
  expect(followed.lines).toEqual(['0 True'])
})

function environmentOf({ url, partner }: Pick<RunningService, 'url' | 'partner'>) {
  const { clientId, apiKey, hmacSecret } = partner.credentials
  return {
    TESSERA_URL: url,
    TESSERA_CLIENT_ID: clientId,
    TESSERA_API_KEY: apiKey,
    TESSERA_HMAC_SECRET: hmacSecret,
  }
}

/** Returns how many operations of the document the requests reached. */
function calledOf(sent: readonly string[]): number {
  const patterns = OPERATIONS.map(
    ({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/ ]+')} `),
  )
  return patterns.filter((pattern) => sent.some((line) => pattern.test(line))).length
}
