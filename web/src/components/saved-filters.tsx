import { ActionIcon, Button, Group, Menu, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { XIcon } from '@primer/octicons-react'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { messages } from '../messages/messages.ts'
import { useListSearch, type ListSearch, type Scope } from './use-list-search.ts'

type Saved = Readonly<Record<string, ListSearch>>

interface Props {
  readonly isFiltered: boolean
  readonly scope: Scope | undefined
}

/** The filters that this reader saved for this list, in the browser. */
export function SavedFilters({ isFiltered, scope }: Props) {
  const page = useRouterState({ select: ({ location }) => location.pathname })
  const key = ['filters', page, scope?.name].filter((part) => part !== undefined).join(':')
  const [saved, setSaved] = useLocalStorage<Saved>({ key, defaultValue: {} })
  const { search, replace } = useListSearch(scope)
  const names = Object.keys(saved)
  if (names.length === 0 && !isFiltered) return null
  return (
    <Menu position="bottom-start" closeOnItemClick>
      <Menu.Target>
        <Button size="xs" variant="subtle">
          {messages.list.saved}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {names.map((name) => (
          <Group key={name} gap={0} wrap="nowrap">
            <Menu.Item onClick={() => replace(saved[name] ?? {})}>{name}</Menu.Item>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={messages.list.remove(name)}
              onClick={() => setSaved(({ [name]: _removed, ...rest }) => rest)}
            >
              <XIcon />
            </ActionIcon>
          </Group>
        ))}
        {isFiltered && <NewName save={(name) => setSaved((all) => ({ ...all, [name]: search }))} />}
      </Menu.Dropdown>
    </Menu>
  )
}

function NewName({ save }: { readonly save: (name: string) => void }) {
  const [name, setName] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') save(name.trim())
        setName('')
      }}
    >
      <TextInput
        size="xs"
        p="xs"
        label={messages.list.saveFilter}
        placeholder={messages.list.savedName}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
    </form>
  )
}
