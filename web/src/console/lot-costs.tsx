import { Stack, Text } from '@mantine/core'
import { call, type Entry, type Input } from '../api/client.ts'
import type { BodyName } from '../api/operations.ts'
import { Act } from '../components/act.tsx'
import type { Field } from '../components/act-fields.ts'
import { Instant } from '../components/instant.tsx'
import { List } from '../components/list.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON, REASON } from '../components/reason.ts'
import { usePageParams } from '../components/use-page-params.ts'
import { count, exact, money } from '../format/format.ts'
import { stockTexts } from '../messages/en-stock.ts'
import { useCan } from '../session/session.ts'
import { LotHolders } from './lot-holders.tsx'

const texts = stockTexts
const OPTIONAL = { isOptional: true } as const

interface LotName {
  readonly productId: number
  readonly lot: string
}

/** The costs of a lot's codes, and their corrections. */
export function LotCostsPage() {
  const params = usePageParams('productId', 'lot')
  const path = { productId: Number(params.productId), lot: params.lot }
  const can = useCan()
  return (
    <Page
      title={texts.costsOf(path.lot)}
      id={path.lot}
      text={texts.costsText}
      parent={{
        label: texts.product(path.productId),
        href: `/console/catalog/${path.productId}`,
      }}
      acts={can('createLotCost') && <CostAct path={path} />}
    >
      <List
        operation="listLotCosts"
        path={path}
        columns={[
          { label: texts.costNo, isNumber: true, field: 'costNo' },
          { label: texts.unitCost, field: 'unitCost', shows: 'amount' },
          {
            label: texts.faceValue,
            isNumber: true,
            field: 'faceValue',
            cell: ({ faceValue }) =>
              faceValue === undefined ? texts.allFaceValues : exact(faceValue),
          },
          { label: texts.supplier, field: 'supplier' },
          { label: texts.purchaseOrder, field: 'purchaseOrder' },
          {
            label: texts.effectiveAt,
            field: 'effectiveAt',
            cell: ({ effectiveAt }) =>
              effectiveAt === undefined ? texts.always : <Instant at={effectiveAt} isExact />,
          },
          { label: texts.state, cell: stateOf },
          { label: texts.costBecause, field: 'reason' },
          { label: texts.recordedBy, field: 'recordedBy' },
          {
            label: texts.acts,
            acts: ['createLotCost'],
            cell: (cost) =>
              can('createLotCost') &&
              cost.correctedBy === undefined && <CostAct path={path} corrects={cost} />,
          },
        ]}
        keyOf={({ costNo }) => String(costNo)}
        empty={texts.costsEmpty}
      />
      {can('listLotOrders') && <LotHolders path={path} />}
    </Page>
  )
}

function stateOf({ corrects, correctedBy }: Entry<'listLotCosts'>): string {
  const states = [
    corrects !== undefined && texts.corrects(corrects),
    correctedBy !== undefined && texts.correctedBy(correctedBy),
  ]
  return states.filter(Boolean).join(', ')
}

interface CostActProps {
  readonly path: LotName
  readonly corrects?: Entry<'listLotCosts'>
}

/** Shows what a cost, or its correction, changes, and then records it. */
function CostAct({ path, corrects }: CostActProps) {
  const costNo = corrects?.costNo
  return (
    <Act
      operation="createLotCost"
      path={path}
      label={costNo === undefined ? texts.recordCost : texts.correctCost}
      isPrimary={costNo === undefined}
      text={costNo === undefined ? texts.recordCostText : texts.correctCostText(costNo)}
      fixed={costNo === undefined ? {} : { corrects: costNo }}
      fields={fieldsOf(corrects)}
      preview={async (body) => {
        const input = body as Input<'createLotCost'>['body']
        const { effects } = await call('createLotCost', {
          path,
          query: { dryRun: true },
          body: input,
        })
        return <Effects effects={effects} />
      }}
    />
  )
}

function fieldsOf(
  corrected: Entry<'listLotCosts'> | undefined,
): readonly Field<BodyName<'createLotCost'>>[] {
  return [
    {
      name: 'currency',
      label: texts.currency,
      kind: 'currency',
      initial: corrected?.currency ?? '',
    },
    {
      name: 'unitCost',
      label: texts.unitCost,
      kind: 'amount',
      currency: { field: 'currency' },
      says: (amount) => amount,
    },
    ...(corrected ? [] : [FACE_VALUE]),
    { name: 'supplier', label: texts.supplier, ...OPTIONAL },
    { name: 'purchaseOrder', label: texts.purchaseOrder, ...OPTIONAL },
    {
      name: 'effectiveAt',
      label: texts.effectiveAt,
      kind: 'date-time',
      ...(corrected ? {} : { help: texts.effectiveHelp }),
      ...OPTIONAL,
    },
    corrected ? REASON : OPTIONAL_REASON,
  ]
}

const FACE_VALUE: Field<'faceValue'> = {
  name: 'faceValue',
  label: texts.ofFaceValue,
  kind: 'amount',
  isOptional: true,
}

type EffectsOf = Awaited<ReturnType<typeof call<'createLotCost'>>>['effects']

function Effects({ effects }: { readonly effects: EffectsOf }) {
  if (effects.length === 0) return <>{texts.costChangesNothing}</>
  return (
    <Stack gap={4}>
      {texts.costChanges}
      {effects.map((effect) => {
        const { currency, marginChange } = effect
        const shown = (amount: number | undefined) =>
          amount === undefined ? texts.costUnknown : money(amount, currency)
        const [before, after] = [shown(effect.costBefore), shown(effect.costAfter)]
        return (
          <Text key={`${currency} ${before}`} size="sm" fw={550}>
            {texts.costChange(count(effect.codes), count(effect.orders), before, after)}{' '}
            {marginChange !== undefined && texts.marginChange(money(marginChange, currency))}
          </Text>
        )
      })}
    </Stack>
  )
}
