import { CopyButton, UnstyledButton } from '@mantine/core'
import { CheckIcon, CopyIcon } from '@primer/octicons-react'
import { useContext } from 'react'
import { messages } from '../messages/messages.ts'
import classes from './components.module.css'
import { InRow } from './in-row.ts'

const texts = messages.shownOnce
const ICON_SIZE = 12

/** The small button that copies an id. */
export function CopyId({ id }: { readonly id: string }) {
  const isInRow = useContext(InRow) === 'list'
  return (
    <CopyButton value={id}>
      {({ copied, copy }) => (
        <UnstyledButton
          className={classes.copy}
          aria-label={copied ? texts.copied : texts.copy(id)}
          title={isInRow ? texts.copyByKey : texts.copyShort}
          tabIndex={isInRow ? -1 : 0}
          data-copied={copied || undefined}
          onClick={copy}
        >
          {copied ? <CheckIcon size={ICON_SIZE} /> : <CopyIcon size={ICON_SIZE} />}
        </UnstyledButton>
      )}
    </CopyButton>
  )
}
