import '@mantine/core/styles/Menu.layer.css'
import { ActionIcon, Menu } from '@mantine/core'
import { KebabHorizontalIcon } from '@primer/octicons-react'
import { createContext, useContext, useRef, useState, type ReactNode } from 'react'
import { messages } from '../messages/messages.ts'
import { MenuOfActs, type MenuActProps } from './menu-of-acts.ts'

type Dialog = MenuActProps['dialog']

/** Opens the dialog of an act of the menu. */
const OpenDialog = createContext<(dialog: Dialog) => void>(() => undefined)

interface Props {
  /** The name of the acts' target, for screen readers. */
  readonly name: string
  /** Acts. */
  readonly children: ReactNode
}

/** A button that opens a menu of acts: those of a row that few readers come for. */
export function ActMenu({ name, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [dialog, setDialog] = useState<Dialog>()
  const [isOpen, setOpen] = useState(false)
  const open = (next: Dialog): void => {
    setDialog(() => next)
    setOpen(true)
  }
  const close = (): void => {
    setOpen(false)
    // The item that had the focus before is gone.
    button.current?.focus()
  }
  return (
    <>
      <Menu position="bottom-end" shadow="sm">
        <Menu.Target>
          <ActionIcon
            ref={button}
            variant="subtle"
            color="gray"
            aria-label={messages.act.more(name)}
            title={messages.act.moreShort}
          >
            <KebabHorizontalIcon />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuOfActs value={MenuAct}>
            <OpenDialog value={open}>{children}</OpenDialog>
          </MenuOfActs>
        </Menu.Dropdown>
      </Menu>
      {dialog?.({ isOpen, close })}
    </>
  )
}

function MenuAct({ label, isDangerous, dialog }: MenuActProps) {
  const open = useContext(OpenDialog)
  return (
    <Menu.Item data-dangerous={isDangerous || undefined} onClick={() => open(dialog)}>
      {label}
    </Menu.Item>
  )
}
