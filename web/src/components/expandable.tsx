import { Code } from '@mantine/core'

interface Props {
  readonly label: string
  readonly text: string
}

/** A long text behind its label, as it is. */
export function Expandable({ label, text }: Props) {
  return (
    <details>
      <summary>{label}</summary>
      <Code block tabIndex={0}>
        {text}
      </Code>
    </details>
  )
}
