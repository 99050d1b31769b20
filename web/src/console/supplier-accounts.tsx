import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Entry } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { Field, FieldOf, Values } from '../components/act-fields.ts'
import { Act } from '../components/act.tsx'
import type { Choice } from '../components/choice.ts'
import { List } from '../components/list.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { fieldName } from '../format/field-name.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { useCan } from '../session/session.ts'
import { refreshAfter } from './refresh-after.ts'
import { supplierPath } from './supplier-path.ts'
import { DaysLeft, Pots, SupplierState } from './supplier-state.tsx'
import { WaitingCount } from './waiting-count.tsx'

type Adapter = Entry<'listSupplierAdapters'>

/** Our accounts at suppliers: the balance, how long it lasts, and what waits. */
export function SupplierAccounts() {
  return (
    <List
      operation="listSuppliers"
      scope={{ name: 'accounts', label: texts.accounts }}
      columns={[
        { label: texts.supplier, field: 'supplier' },
        // On a phone, only the first columns are in sight.
        { label: texts.state, cell: (supplier) => <SupplierState {...supplier} /> },
        { label: texts.funds, isNumber: true, cell: (supplier) => <Pots supplier={supplier} /> },
        { label: texts.daysLeft, isNumber: true, cell: (supplier) => <DaysLeft {...supplier} /> },
        {
          label: texts.waits,
          field: 'unclearPurchases',
          cell: ({ unclearPurchases }) => <WaitingCount count={unclearPurchases} />,
        },
        { label: texts.environment, field: 'environment' },
        { label: texts.answeredAt, field: 'answeredAt', shows: 'time' },
      ]}
      keyOf={({ supplier }) => supplier}
      hrefOf={({ supplier }) => supplierPath(supplier)}
      empty={texts.noAccounts}
      refreshEvery={refreshAfter}
    />
  )
}

/** Registers an account, with the secrets and settings that its adapter asks for. */
export function ConnectSupplier() {
  const can = useCan()
  const adapters = useAdapters()
  const navigate = useNavigate()
  if (!can('createSupplier')) return null
  return (
    <Act
      operation="createSupplier"
      label={texts.connect}
      text={texts.connectText}
      fields={(values) => connectFields(adapters, values)}
      // Some adapters need no secrets.
      fixed={{ secrets: {} }}
      // There, its funds and what it sells come into sight.
      onDone={({ supplier }) => void navigate({ to: supplierPath(supplier) })}
      isPrimary
    />
  )
}

/** Returns the adapters for suppliers, with the secrets and settings that each asks for. */
export function useAdapters(isEnabled = true): readonly Adapter[] {
  const { data } = useQuery({ ...adaptersQuery, enabled: isEnabled })
  return data ?? []
}

const ADAPTERS_MAX = 100

/** Most operators have one account at a supplier. */
const USUAL_NAME = 'main'

export const adaptersQuery = queryOptions({
  ...queryOf('listSupplierAdapters', { query: { pageSize: ADAPTERS_MAX } }),
  staleTime: Infinity,
})

function connectFields(
  adapters: readonly Adapter[],
  values: Values,
): readonly FieldOf<'createSupplier'>[] {
  const chosen = adapters.find(({ adapter }) => adapter === values['adapter'])
  const choice: Field<'adapter'> = {
    name: 'adapter',
    label: texts.adapter,
    kind: 'choice',
    choices: adapters.map(({ adapter }) => adapterChoice(adapter)),
  }
  if (!chosen) return [choice]
  return [
    choice,
    { name: 'name', label: texts.name, help: texts.nameHelp, initial: USUAL_NAME },
    {
      name: 'environment',
      label: texts.environment,
      kind: 'choice',
      choices: texts.environments,
    },
    ...secretFields(chosen),
    ...settingFields(chosen),
    {
      name: 'lowFloat.currency',
      label: texts.lowFloatCurrency,
      isOptional: true,
    },
    {
      name: 'lowFloat.amount',
      label: texts.lowFloat,
      kind: 'amount',
      currency: { field: 'lowFloat.currency' },
      says: (amount) => amount,
      isOptional: true,
    },
    { name: 'baseUrl', label: texts.baseUrl, help: texts.baseUrlHelp, isOptional: true },
    OPTIONAL_REASON,
  ]
}

/** Returns the choice of an adapter, by the name that people know. */
export function adapterChoice(adapter: string): Choice {
  return { value: adapter, label: texts.adapters[adapter] ?? adapter }
}

export function secretFields({ secrets }: Adapter): Field<`secrets.${string}`>[] {
  return secrets.map((one) => ({ ...asField(one), name: `secrets.${one.name}`, kind: 'password' }))
}

export function settingFields(
  { settings }: Adapter,
  before: Readonly<Record<string, string>> = {},
): Field<`settings.${string}`>[] {
  return settings.map((one) => ({
    ...asField(one),
    name: `settings.${one.name}`,
    initial: before[one.name] ?? '',
  }))
}

function choiceOf(value: string): Choice {
  return { value, label: texts.choices[value] ?? value }
}

/** Returns the form field of a secret or setting that an adapter asks for. */
export function asField({ name, about, required, values }: Adapter['settings'][number]): Field {
  return {
    name,
    label: fieldName(name),
    isOptional: !required,
    ...(about !== undefined && { help: texts.abouts[about] ?? about }),
    ...(values && { kind: 'choice', choices: values.map(choiceOf) }),
  }
}
