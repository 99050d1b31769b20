import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { linkTexts as texts } from '../messages/en-links.ts'
import type { NewLinks } from './send-links.ts'

type Delivery = NonNullable<NewLinks['delivery']>

export const DELIVERIES = (['NONE', 'EMAIL'] as const).map((value) => ({
  value,
  label: texts.by[value].label,
}))

interface Chosen {
  readonly delivery: Delivery
  readonly reminders: boolean
  readonly replyTo: string
}

export const BY_HAND: Chosen = { delivery: 'NONE', reminders: true, replyTo: '' }

/** Returns what a request to send links says of what was chosen. */
export function deliveryOf({
  delivery,
  reminders,
  replyTo,
}: Chosen): Pick<NewLinks, 'delivery' | 'reminders' | 'replyTo'> {
  if (delivery === 'NONE') return { delivery }
  return { delivery, reminders, ...(replyTo.trim() !== '' && { replyTo: replyTo.trim() }) }
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
