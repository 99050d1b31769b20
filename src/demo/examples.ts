export const SOLD_OUT = 'Copper Kettle Tea'

/** Our account at the other Tessera of the demo, which is this service itself. */
export const DEMO_ACCOUNT = 'borealis'

/** The brand of the product of each example, which has a fixed outcome. The first is product 1. */
export const EXAMPLE_BRANDS = {
  giftCardProductId: 'Northwind Coffee US',
  variableProductId: 'Hopperdash US',
  stockedProductId: 'Alder and Vine US',
  soldOutProductId: `${SOLD_OUT} US`,
  topUpProductId: 'Zephyrtel Top-up US',
  billPaymentProductId: 'Amberline Electricity US',
  accountCreditProductId: 'Pursewell Account US',
  sandboxIssuedProductId: 'Sandbox: issued',
  sandboxSlowProductId: 'Sandbox: slow',
  sandboxOutOfStockProductId: 'Sandbox: out of stock',
  sandboxRefusedProductId: 'Sandbox: refused',
  sandboxUnknownProductId: 'Sandbox: unknown',
  sandboxPendingProductId: 'Sandbox: pending',
  sandboxUnfundedProductId: 'Sandbox: unfunded',
  failoverProductId: 'Failover: refused, then issued',
  soldOutFailoverProductId: 'Failover: sold out, then generated',
  upstreamProductId: 'Supplier: Northwind Coffee US',
} as const

export type ExampleName = keyof typeof EXAMPLE_BRANDS

/** The examples that show more than plain success, each with a description of its outcome. */
export const WHAT_HAPPENS: readonly (readonly [ExampleName, string])[] = [
  ['soldOutProductId', 'no code left: OUT_OF_STOCK until some are imported'],
  ['sandboxSlowProductId', 'slow: PROCESSING for three seconds'],
  ['sandboxOutOfStockProductId', 'never in stock: OUT_OF_STOCK until it is cancelled'],
  ['sandboxRefusedProductId', 'refused: its batch FAILED, is tried again, then left to you'],
  ['sandboxUnknownProductId', 'its response is lost: looked up, not bought again, and COMPLETED'],
  ['sandboxPendingProductId', 'pending at its supplier, which is asked again after three seconds'],
  ['sandboxUnfundedProductId', 'our account there has no funds: ON_HOLD, and an alert for you'],
  ['failoverProductId', 'refused by its first supplier, and issued by its second'],
  ['soldOutFailoverProductId', 'no code left, so codes are generated'],
  ['upstreamProductId', 'bought over HTTP from this very service, as Borealis Perks'],
]
