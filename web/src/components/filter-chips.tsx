import { ActionIcon, Button, Group } from '@mantine/core'
import { XIcon } from '@primer/octicons-react'
import { shownDay } from '../format/day.ts'
import { money, readable, type Decimal } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import type { Choice, ChoiceSearch } from './choice.ts'
import classes from './filter-chips.module.css'

/** The part of a filter that its chip shows. */
interface Filter {
  readonly name: string
  readonly label: string
  readonly choices?: readonly (string | Choice)[]
  readonly search?: ChoiceSearch
  readonly kind?: string
}

interface Props {
  /** The filters that are set. */
  readonly filters: readonly Filter[]
  readonly search: Readonly<Record<string, string>>
  remove(filter: Filter): void
  clear(): void
}

/** The filters of a list, each with a button that removes it. */
export function FilterChips({ filters, search, remove, clear }: Props) {
  return (
    <Group gap="xs">
      {filters.map((filter) => {
        const text = `${filter.label}: ${shownValue(filter, search)}`
        return (
          <span key={filter.name} className={classes.chip}>
            {text}
            <ActionIcon
              size="xs"
              variant="subtle"
              color="gray"
              aria-label={messages.list.remove(text)}
              onClick={() => remove(filter)}
            >
              <XIcon size={12} />
            </ActionIcon>
          </span>
        )
      })}
      <Button size="compact-xs" variant="subtle" onClick={clear}>
        {messages.list.clear}
      </Button>
    </Group>
  )
}

function shownValue(
  { name, choices = [], search, kind }: Filter,
  searched: Props['search'],
): string {
  const { [name]: value = '', currency = '' } = searched
  if (kind === 'money') return money(value as Decimal, currency)
  if (search) return search.labelOf(value)
  if (kind === 'date') return shownDay(value.slice(0, DATE_LENGTH))
  for (const choice of choices) {
    if (choice === value) return readable(choice)
    if (typeof choice !== 'string' && choice.value === value) return choice.label
  }
  return value
}

const DATE_LENGTH = 10
