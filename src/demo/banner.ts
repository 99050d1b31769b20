import { pageUrlOf } from '../core/mod.ts'
import type { DemoCredentials, DemoLogin, DemoPartner } from './demo-file.ts'
import { WHAT_HAPPENS } from './examples.ts'

interface Places {
  /** Set if the commands would not find the data directory by themselves. */
  readonly dataDir: string | undefined
  /** The file with the rest; see `demoNotes`. */
  readonly notes: string
}

/** Returns the ten lines that the demo prints when it is ready. */
export function demoBanner(demo: DemoCredentials, { dataDir, notes }: Places): string {
  const { logins } = demo
  const where = dataDir === undefined ? '' : `TESSERA_DATA_DIR=${quoted(dataDir)} `
  return [
    '',
    `Tessera is ready at ${demo.url}`,
    '',
    `  in a browser    ${pageUrlOf(demo.url)}`,
    `  operator        ${logins ? textOf(logins.operator) : `token ${demo.adminToken}`}`,
    `  partner         ${logins ? textOf(logins.partner) : demo.partnerName}`,
    `  to try          ${where}npx tessera call GET /v2/accounts/balances`,
    `  all the rest    ${notes}: keys, and more to try`,
    '',
    'Ctrl-C stops it; the data stays.',
  ].join('\n')
}

function textOf({ email, password }: DemoLogin): string {
  return `${email}  ${password}`
}

/** Returns the text of the file with the rest: the credentials, and commands to try. */
export function demoNotes(demo: DemoCredentials, dataDir?: string): string {
  const { examples, test } = demo
  const others = [...demo.otherPartners, ...(test ? [test] : [])]
  const credit = { amount: 10, transactionType: 'CREDIT', referenceId: 'thank-you-1' }
  return [
    `The demo is at ${demo.url}; open ${pageUrlOf(demo.url)} in a browser.`,
    '',
    ...credentialsOf(demo),
    `  operator token  ${demo.adminToken}`,
    ...loginsOf(demo),
    ...others.flatMap((partner) => ['', ...credentialsOf(partner)]),
    '',
    'All is kept in demo.json of the data directory, where `tessera call` finds it: it signs as',
    `${demo.partnerName}, with --as ${firstWord(demo.otherPartners[0])} as the other one, and`,
    `with --as test by the test credential of ${demo.partnerName} (/docs/sandbox).`,
    '',
    'Try, in another terminal:',
    '',
    ...(dataDir === undefined ? [] : [`  export TESSERA_DATA_DIR=${quoted(dataDir)}`]),
    '  npx tessera call GET /v2/accounts/balances',
    "  npx tessera call GET '/v2/products?currency=USD&pageSize=3'",
    orderOf('first-order', { productId: examples.giftCardProductId, amount: 25, quantity: 2 }),
    '',
    'then, with the id of the response, until it is COMPLETED:',
    '',
    '  npx tessera call GET /v2/orders/{id}',
    '  npx tessera call GET /v2/orders/{id}/items',
    '  npx tessera call GET /v2/orders/{id}/fulfillments/export',
    '',
    ...otherKinds(demo),
    ...failures(demo),
    'Reward somebody, and see it as the operator:',
    '',
    `  npx tessera call POST ${walletPath(examples.walletId)} --data '${JSON.stringify(credit)}'`,
    '  npx tessera orders list',
    '  npx tessera suppliers list',
    '  npx tessera ledger verify',
    '  npx tessera --help',
    '',
  ].join('\n')
}

/** Quotes an argument for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`
}

function credentialsOf(partner: DemoPartner): string[] {
  return [
    `  partner         ${partner.partnerName} (${partner.partnerId})`,
    `  x-api-key       ${partner.apiKey}`,
    `  x-client-id     ${partner.clientId}`,
    `  HMAC secret     ${partner.hmacSecret}`,
  ]
}

function loginsOf({ logins, partnerName }: DemoCredentials): string[] {
  if (!logins) return []
  return [
    '',
    `  operator login  ${logins.operator.email}  ${logins.operator.password}`,
    `  partner login   ${logins.partner.email}  ${logins.partner.password}  (${partnerName})`,
  ]
}

function firstWord(partner: DemoPartner | undefined): string {
  return partner?.partnerName.split(' ')[0]?.toLowerCase() ?? ''
}

function orderOf(clientReference: string, item: object): string {
  const order = { clientReference, currency: 'USD', items: [item] }
  return `  npx tessera call POST /v2/orders --data '${JSON.stringify(order)}'`
}

function itemFor(productId: number, recipient: object): object {
  return { productId, amount: 10, quantity: 1, recipient }
}

/** Returns one command for each kind of order that has a recipient. */
function otherKinds({ examples }: DemoCredentials): string[] {
  const { topUpProductId, billPaymentProductId, accountCreditProductId, email } = examples
  return [
    'A top-up, a bill and a credit into a wallet go to a recipient, and deliver a receipt:',
    '',
    orderOf('top-up-1', itemFor(topUpProductId, { phoneNumber: '+14155550100' })),
    orderOf('bill-1', itemFor(billPaymentProductId, { accountNumber: '12345678' })),
    orderOf('credit-1', itemFor(accountCreditProductId, { email })),
    '',
  ]
}

function failures({ examples, buysUpstream }: DemoCredentials): string[] {
  const shown = WHAT_HAPPENS.filter(([name]) => buysUpstream || name !== 'upstreamProductId')
  return [
    'What can become of an order, by the product in it (amount 10; `tessera orders show {id}`):',
    '',
    ...shown.map(([name, what]) => `  product ${examples[name]}  ${what}`),
    '',
  ]
}

function walletPath(walletId: string): string {
  return `/api/partner/v1/wallets/${walletId}/transactions`
}
