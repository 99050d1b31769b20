import { ActionIcon, TextInput } from '@mantine/core'
import { CalendarIcon } from '@primer/octicons-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { parseDay, shownDay } from '../format/day.ts'
import { messages } from '../messages/messages.ts'
import classes from './components.module.css'

interface Props {
  readonly label: string
  /** Such as 2026-01-31; empty if none is chosen. */
  readonly value: string
  set(day: string): void
}

const texts = messages.days
const EXAMPLE = '2026-12-31'

/**
 * A day, typed as pages show days, or chosen in the calendar of the browser. The browser's own
 * field is not used: it may show days in another language.
 */
export function DayInput({ label, value, set }: Props) {
  const [isMalformed, setMalformed] = useState(false)
  const text = useRef<HTMLInputElement>(null)
  const calendar = useRef<HTMLInputElement>(null)
  const apply = (): void => {
    const typed = text.current?.value ?? ''
    const day = typed.trim() === '' ? '' : parseDay(typed)
    setMalformed(day === undefined)
    if (day !== undefined && day !== value) set(day)
  }
  return (
    <div className={classes.day}>
      <TextInput
        ref={text}
        size="xs"
        label={label}
        placeholder={shownDay(EXAMPLE)}
        error={isMalformed && texts.malformed(shownDay(EXAMPLE))}
        defaultValue={shownDay(value)}
        onBlur={apply}
        onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && apply()}
        rightSection={
          <ActionIcon
            size="sm"
            variant="subtle"
            aria-label={texts.choose(label)}
            onClick={() => calendar.current?.showPicker()}
          >
            <CalendarIcon />
          </ActionIcon>
        }
      />
      <input
        ref={calendar}
        type="date"
        className={classes.calendar}
        tabIndex={-1}
        aria-hidden
        value={value}
        onChange={({ currentTarget }) => set(currentTarget.value)}
      />
    </div>
  )
}
