import type { DemoCredentials } from './demo-file.ts'

/** What the demo's start prints: where it is, how to get in, and what to try first. */
export function demoBanner(demo: DemoCredentials): string {
  const { examples } = demo
  const order = {
    clientReference: 'first-order',
    currency: 'USD',
    items: [{ productId: examples.giftCardProductId, amount: 25, quantity: 2 }],
  }
  const credit = { amount: 10, transactionType: 'CREDIT', referenceId: 'thank-you-1' }
  return [
    '',
    `Tessera is ready at ${demo.url}`,
    '',
    `  partner         ${demo.partnerName} (${demo.partnerId})`,
    `  x-api-key       ${demo.apiKey}`,
    `  x-client-id     ${demo.clientId}`,
    `  HMAC secret     ${demo.hmacSecret}`,
    `  operator token  ${demo.adminToken}`,
    '  kept in demo.json of the data directory, where `tessera call` finds them',
    '',
    'Try, in another terminal:',
    '',
    '  npx tessera call GET /v2/accounts/balances',
    "  npx tessera call GET '/v2/products?currency=USD&pageSize=3'",
    `  npx tessera call POST /v2/orders --data '${JSON.stringify(order)}'`,
    '',
    'then, with the id of the answer, until it is COMPLETED:',
    '',
    '  npx tessera call GET /v2/orders/{id}',
    '  npx tessera call GET /v2/orders/{id}/items',
    '  npx tessera call GET /v2/orders/{id}/fulfillments/export',
    '',
    'Reward somebody, and see it as the operator:',
    '',
    `  npx tessera call POST ${walletPath(examples.walletId)} --data '${JSON.stringify(credit)}'`,
    '  npx tessera orders list',
    '  npx tessera ledger verify',
    '  npx tessera --help',
    '',
  ].join('\n')
}

function walletPath(walletId: string): string {
  return `/api/partner/v1/wallets/${walletId}/transactions`
}
