/**
 * The month of a distributor, in US dollars. docs/operate/month.md adds it up by hand: change both
 * together.
 */
export const CURRENCY = 'USD'
export const BRAND = 'Meridian Books'

interface PlannedLot {
  readonly lot: string
  readonly faceValue: number
  readonly codes: number
  readonly unitCost: number
  readonly purchaseOrder: string
}

export const LOTS: readonly PlannedLot[] = [
  { lot: 'month-10', faceValue: 10, codes: 20, unitCost: 9.2, purchaseOrder: 'PO-1001' },
  { lot: 'month-50', faceValue: 50, codes: 20, unitCost: 45.5, purchaseOrder: 'PO-1002' },
]
export const SUPPLIER = 'Acme Cards'

export interface PlannedPartner {
  readonly name: string
  readonly rule: { readonly discountPercent?: number; readonly feeAmount?: number }
  readonly creditLimit?: number
}

export const AURORA: PlannedPartner = { name: 'Aurora Rewards', rule: { discountPercent: 4 } }
export const BEACON: PlannedPartner = { name: 'Beacon Loyalty', rule: { feeAmount: 0.25 } }
export const COBALT: PlannedPartner = {
  name: 'Cobalt Perks',
  rule: { discountPercent: 2.5, feeAmount: 0.1 },
  creditLimit: 300,
}

/**
 * The bank's file for the month. One of its amounts is wrong, and one of its payments is not
 * recorded here.
 */
export const BANK_FILE = [
  'reference,amount',
  'month-aurora-1,2000.00',
  'month-beacon-1,1000.00',
  'month-beacon-2,200.00',
  'month-beacon-2-back,-200.00',
  'month-cobalt-1,100.00',
  'month-cobalt-2,255.00',
  'month-unknown,75.00',
  '',
].join('\n')
