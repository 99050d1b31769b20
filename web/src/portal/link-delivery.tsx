import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { Loading } from '../components/loading.tsx'
import { linkTexts as texts } from '../messages/en-links.ts'
import type { NewLinks } from './send-links.ts'
import { useTemplateChoices } from './use-template-choices.ts'

type Delivery = NonNullable<NewLinks['delivery']>

export const DELIVERIES = (['NONE', 'EMAIL', 'SMS'] as const).map((value) => ({
  value,
  label: texts.by[value].label,
}))

type SecondFactor = NonNullable<NewLinks['secondFactor']>

/** The choice of the template's second factor; without a template, of none. */
const BY_TEMPLATE = ''

export const FACTORS = (['NONE', 'EMAIL', 'SMS', 'SIGNED'] as const).map((value) => ({
  value,
  label: texts.factors[value],
}))

interface DeliveryChoices {
  readonly delivery: Delivery
  readonly secondFactor: SecondFactor | typeof BY_TEMPLATE
  /** Empty for no template. */
  readonly templateId: string
  readonly reminders: boolean
  readonly replyTo: string
}

export const BY_HAND: DeliveryChoices = {
  delivery: 'NONE',
  secondFactor: BY_TEMPLATE,
  templateId: '',
  reminders: true,
  replyTo: '',
}

/** Returns the members of a request to send links for these choices. */
export function deliveryOf({
  delivery,
  secondFactor,
  templateId,
  reminders,
  replyTo,
}: DeliveryChoices): Pick<
  NewLinks,
  'delivery' | 'secondFactor' | 'templateId' | 'reminders' | 'replyTo'
> {
  const factor = secondFactor === BY_TEMPLATE ? {} : { secondFactor }
  const chosen = { delivery, ...factor, ...(templateId !== '' && { templateId }) }
  if (delivery === 'NONE') return chosen
  if (delivery === 'SMS') return { ...chosen, reminders }
  return { ...chosen, reminders, ...(replyTo.trim() !== '' && { replyTo: replyTo.trim() }) }
}

/** Returns the choices with another delivery. Reminders by SMS cost money, so they begin off. */
function withDelivery(chosen: DeliveryChoices, delivery: Delivery = 'NONE'): DeliveryChoices {
  return { ...chosen, delivery, reminders: delivery !== 'SMS' }
}

interface Props {
  readonly delivery: DeliveryChoices
  choose(delivery: DeliveryChoices): void
}

/** How the people of a file get their links. */
export function DeliveryInputs({ delivery: chosen, choose }: Props) {
  const isMailed = chosen.delivery === 'EMAIL'
  const { looks, isPending } = useTemplateChoices()
  if (isPending) return <Loading lines={4} />
  return (
    <>
      <NativeSelect
        label={texts.delivery}
        data={DELIVERIES}
        value={chosen.delivery}
        onChange={({ currentTarget: { value } }) =>
          choose(withDelivery(chosen, DELIVERIES.find((one) => one.value === value)?.value))
        }
      />
      <NativeSelect
        label={texts.secondFactor}
        description={texts.secondFactorHelp}
        data={[{ value: BY_TEMPLATE, label: texts.byTemplate }, ...FACTORS]}
        value={chosen.secondFactor}
        onChange={({ currentTarget: { value } }) =>
          choose({
            ...chosen,
            secondFactor: FACTORS.find((one) => one.value === value)?.value ?? '',
          })
        }
      />
      {looks.length > 0 && (
        <NativeSelect
          label={texts.template}
          description={texts.templateHelp}
          data={[{ value: '', label: '' }, ...looks]}
          value={chosen.templateId}
          onChange={({ currentTarget: { value } }) => choose({ ...chosen, templateId: value })}
        />
      )}
      {chosen.delivery !== 'NONE' && (
        <Switch
          label={texts.reminders}
          description={isMailed ? texts.remindersHelp : texts.textRemindersHelp}
          checked={chosen.reminders}
          onChange={({ currentTarget: { checked } }) => choose({ ...chosen, reminders: checked })}
        />
      )}
      {isMailed && (
        <TextInput
          label={texts.replyTo}
          description={texts.replyToHelp}
          value={chosen.replyTo}
          onChange={({ currentTarget: { value } }) => choose({ ...chosen, replyTo: value })}
        />
      )}
    </>
  )
}
