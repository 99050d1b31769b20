import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { linkTexts as texts } from '../messages/en-links.ts'
import type { NewLinks } from './send-links.ts'

type Delivery = NonNullable<NewLinks['delivery']>

export const DELIVERIES = (['NONE', 'EMAIL'] as const).map((value) => ({
  value,
  label: texts.by[value].label,
}))

type SecondFactor = NonNullable<NewLinks['secondFactor']>

export const FACTORS = (['NONE', 'EMAIL'] as const).map((value) => ({
  value,
  label: texts.factors[value],
}))

interface Chosen {
  readonly delivery: Delivery
  readonly secondFactor: SecondFactor
  readonly reminders: boolean
  readonly replyTo: string
}

export const BY_HAND: Chosen = {
  delivery: 'NONE',
  secondFactor: 'NONE',
  reminders: true,
  replyTo: '',
}

/** Returns what a request to send links says of what was chosen. */
export function deliveryOf({
  delivery,
  secondFactor,
  reminders,
  replyTo,
}: Chosen): Pick<NewLinks, 'delivery' | 'secondFactor' | 'reminders' | 'replyTo'> {
  const chosen = { delivery, secondFactor }
  if (delivery === 'NONE') return chosen
  return { ...chosen, reminders, ...(replyTo.trim() !== '' && { replyTo: replyTo.trim() }) }
}

interface Props {
  readonly delivery: Chosen
  choose(delivery: Chosen): void
}

/** How the people of a file get their links. */
export function DeliveryInputs({ delivery: chosen, choose }: Props) {
  const isMailed = chosen.delivery === 'EMAIL'
  return (
    <>
      <NativeSelect
        label={texts.delivery}
        data={DELIVERIES}
        value={chosen.delivery}
        onChange={({ currentTarget: { value } }) =>
          choose({ ...chosen, delivery: value === 'EMAIL' ? value : 'NONE' })
        }
      />
      <NativeSelect
        label={texts.secondFactor}
        description={texts.secondFactorHelp}
        data={FACTORS}
        value={chosen.secondFactor}
        onChange={({ currentTarget: { value } }) =>
          choose({ ...chosen, secondFactor: value === 'EMAIL' ? value : 'NONE' })
        }
      />
      {isMailed && (
        <>
          <Switch
            label={texts.reminders}
            description={texts.remindersHelp}
            checked={chosen.reminders}
            onChange={({ currentTarget: { checked } }) => choose({ ...chosen, reminders: checked })}
          />
          <TextInput
            label={texts.replyTo}
            description={texts.replyToHelp}
            value={chosen.replyTo}
            onChange={({ currentTarget: { value } }) => choose({ ...chosen, replyTo: value })}
          />
        </>
      )}
    </>
  )
}
