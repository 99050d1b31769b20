import { Code } from '@mantine/core'
import { BY_KEYBOARD } from './by-keyboard.ts'

interface Props {
  readonly label: string
  readonly text: string
}

/** A long text behind its label, as it is. */
export function Expandable({ label, text }: Props) {
  return (
    <details>
      <summary>{label}</summary>
      <Code block {...BY_KEYBOARD}>
        {text}
      </Code>
    </details>
  )
}
