import type { ProductInput, RecipientField } from '../catalog/mod.ts'
import { denominated, type Country } from './markets.ts'

type Kind = 'TOP_UP' | 'BILL_PAYMENT' | 'ACCOUNT_CREDIT'

export const PHONE: RecipientField = {
  name: 'phoneNumber',
  label: 'Phone number with its country code',
  pattern: String.raw`\+[1-9][0-9]{7,14}`,
  required: true,
}

const ACCOUNT: RecipientField = {
  name: 'accountNumber',
  label: 'Customer number on the bill',
  pattern: '[0-9]{6,12}',
  required: true,
}

const INVOICE: RecipientField = {
  name: 'invoiceNumber',
  label: 'Invoice number, where one bill is meant',
  pattern: '[A-Z0-9-]{1,20}',
  required: false,
}

const EMAIL: RecipientField = {
  name: 'email',
  label: 'E-mail address of the consumer',
  pattern: String.raw`[^@\s]+@[^@\s]+\.[^@\s]+`,
  required: true,
}

/** Products that go to a recipient and deliver a receipt. */
const SERVICES: readonly {
  readonly name: string
  readonly kind: Kind
  readonly sells: 'small' | 'any'
  readonly supplier: 'sandbox' | 'wallet'
  readonly recipientFields: readonly RecipientField[]
  readonly countries: readonly Country[]
}[] = [
  {
    name: 'Zephyrtel Top-up',
    kind: 'TOP_UP',
    sells: 'small',
    supplier: 'sandbox',
    recipientFields: [PHONE],
    countries: ['US', 'MX', 'BR', 'GB', 'AE', 'KW', 'IN', 'JP'],
  },
  {
    name: 'Nimbusphone Top-up',
    kind: 'TOP_UP',
    sells: 'any',
    supplier: 'sandbox',
    recipientFields: [PHONE],
    countries: ['CA', 'DE', 'PL', 'SE', 'AU'],
  },
  {
    name: 'Amberline Electricity',
    kind: 'BILL_PAYMENT',
    sells: 'any',
    supplier: 'sandbox',
    recipientFields: [ACCOUNT, INVOICE],
    countries: ['US', 'GB', 'DE', 'IN', 'KW'],
  },
  {
    name: 'Rivergate Water',
    kind: 'BILL_PAYMENT',
    sells: 'any',
    supplier: 'sandbox',
    recipientFields: [ACCOUNT],
    countries: ['US', 'FR', 'AE', 'BR'],
  },
  {
    name: 'Pursewell Account',
    kind: 'ACCOUNT_CREDIT',
    sells: 'any',
    supplier: 'wallet',
    recipientFields: [EMAIL],
    countries: ['US', 'GB', 'DE', 'JP', 'KW'],
  },
]

export function serviceProducts(): ProductInput[] {
  return SERVICES.flatMap(({ name, kind, sells, supplier, recipientFields, countries }) =>
    countries.map((country) => ({
      brand: `${name} ${country}`,
      ...denominated(country, sells),
      productType: kind,
      recipientFields,
      supplier,
    })),
  )
}
