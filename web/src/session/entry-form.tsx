import { Button, Stack, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { Failure } from '../components/failure.tsx'

interface Props {
  /** The request that the form sends. */
  readonly act: { readonly error: Error | null; readonly isPending: boolean }
  /** The text of the button. */
  readonly label: string
  /** The links below the button. */
  readonly links?: ReactNode
  readonly children: ReactNode
  submit(): void
}

/** The form of a page before the sign-in: its fields, why it failed, and its button. */
export function EntryForm({ act, label, links, children, submit }: Props) {
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    submit()
  }
  return (
    <form onSubmit={onSubmit}>
      <Stack>
        {children}
        {act.error && <Failure error={act.error} />}
        <Button type="submit" loading={act.isPending}>
          {label}
        </Button>
        {links}
      </Stack>
    </form>
  )
}

interface EmailInputProps {
  readonly label: string
  readonly value: string
  set(value: string): void
}

/** The first field of the form: the address by which a user signs in. */
export function EmailInput({ label, value, set }: EmailInputProps) {
  return (
    <TextInput
      value={value}
      onChange={({ currentTarget }) => set(currentTarget.value)}
      label={label}
      type="email"
      autoComplete="username"
      required
      autoFocus
    />
  )
}
