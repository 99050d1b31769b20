import { useQuery } from '@tanstack/react-query'
import type { Entry, Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { Field, FieldOf, Values } from '../components/act-fields.ts'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { count } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { useCan } from '../session/session.ts'
import { adapterChoice, asField, useAdapters } from './supplier-accounts.tsx'

const texts = consoleTexts.products

type Product = Result<'getProduct'>
type Adapter = Entry<'listSupplierAdapters'>
type ProductField = FieldOf<'createProduct'>

/** The choices that the form of a product offers. */
interface Choices {
  readonly adapters: readonly Adapter[]
  readonly accounts: readonly string[]
}

/** Returns the fields of a product, filled with the present values if it exists. */
export function useProductFields(product?: Product): (values: Values) => readonly ProductField[] {
  const can = useCan()
  const adapters = useAdapters(can('listSupplierAdapters'))
  const { data: accounts = [] } = useQuery({
    ...queryOf('listSuppliers', { query: { pageSize: 100 } }),
    select: (list) => list.map(({ supplier }) => supplier),
    enabled: can('listSuppliers'),
  })
  return (values) => [
    ...identityFields(product),
    ...amountFields(values, product),
    ...recipientFields(values, product),
    // The form has room for one supplier, so it would lose the others and their order.
    ...(product?.suppliers ? [] : supplierFields(values, { adapters, accounts }, product)),
    OPTIONAL_REASON,
  ]
}

function identityFields(product: Product | undefined): readonly ProductField[] {
  return [
    { name: 'brand', label: texts.brand, initial: product?.brand ?? '' },
    {
      name: 'productType',
      label: texts.type,
      kind: 'choice',
      choices: texts.types,
      initial: product?.productType ?? 'GIFT_CARD',
    },
    {
      name: 'currency',
      label: texts.currency,
      kind: 'currency',
      initial: product?.currency ?? '',
    },
    {
      name: 'denominationType',
      label: texts.denomination,
      kind: 'choice',
      choices: texts.denominations,
      initial: product?.denominationType ?? 'FIXED',
    },
  ]
}

function amountFields(values: Values, product: Product | undefined): readonly ProductField[] {
  const { denominationType = product?.denominationType ?? 'FIXED' } = values
  const currency = { field: 'currency' }
  if (denominationType === 'FIXED') {
    return [
      {
        name: 'fixedAmounts',
        label: texts.fixed,
        kind: 'amounts',
        currency,
        help: texts.fixedHelp,
        initial: product?.fixedAmounts?.map(count).join('; ') ?? '',
      },
    ]
  }
  const [min, max] = [inputText(product?.minAmount), inputText(product?.maxAmount)]
  return [
    { name: 'minAmount', label: texts.min, kind: 'amount', currency, initial: min },
    { name: 'maxAmount', label: texts.max, kind: 'amount', currency, initial: max },
  ]
}

function recipientFields(values: Values, product: Product | undefined): readonly ProductField[] {
  const { productType = product?.productType ?? 'GIFT_CARD' } = values
  if (productType === 'GIFT_CARD') return []
  const before = product?.recipientFields ?? []
  return [
    {
      name: 'recipientFields',
      label: texts.recipient,
      kind: 'lines',
      help: texts.recipientHelp,
      isOptional: true,
      initial: before
        .map(({ name, label, pattern }) => [name, label, pattern].join(' | '))
        .join('\n'),
    },
  ]
}

function supplierFields(
  values: Values,
  { adapters, accounts }: Choices,
  product: Product | undefined,
): readonly ProductField[] {
  const { supplier = product?.supplier ?? 'vault' } = values
  const settings = new Map(Object.entries(product?.supplierSettings ?? {}))
  const setting = (name: string, field: Omit<Field, 'name'>): ProductField => ({
    ...field,
    name: `supplierSettings.${name}`,
    initial: String(settings.get(name) ?? ''),
  })
  const choice: ProductField = {
    name: 'supplier',
    label: texts.supplier,
    kind: 'choice',
    choices: [...texts.suppliers, ...adapters.map(({ adapter }) => adapterChoice(adapter))],
    initial: product?.supplier ?? 'vault',
  }
  const adapter = adapters.find((one) => one.adapter === supplier)
  if (!adapter) return [choice]
  const prefix = `${adapter.adapter}:`
  const names = accounts.filter((one) => one.startsWith(prefix))
  return [
    choice,
    setting('account', {
      label: texts.account,
      kind: 'choice',
      choices: names.map((one) => one.slice(prefix.length)),
    }),
    ...adapter.productSettings.map((one) => setting(one.name, asField(one))),
  ]
}

/** Returns an amount as people type it. */
function inputText(amount: number | undefined): string {
  return amount === undefined ? '' : count(amount)
}
