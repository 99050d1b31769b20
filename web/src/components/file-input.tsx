import { Text } from '@mantine/core'

interface Props {
  readonly label: string
  /** The text below the field: the columns that the file needs. */
  readonly help?: string
  /** The content types; CSV if it is left out. */
  readonly accept?: string
  choose(file: File | undefined): void
}

/** A field for one file. */
export function FileInput({ label, help, accept = '.csv,text/csv', choose }: Props) {
  return (
    <>
      <label>
        <Text size="sm" fw={550}>
          {label}
        </Text>
        <input
          type="file"
          accept={accept}
          onChange={({ currentTarget: { files } }) => choose(files?.[0])}
        />
      </label>
      {help !== undefined && (
        <Text size="xs" c="dimmed">
          {help}
        </Text>
      )}
    </>
  )
}
