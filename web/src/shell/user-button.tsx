import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { importReachable } from '../api/connection.ts'
import { lazyPart } from '../components/lazy-part.ts'
import { messages } from '../messages/messages.ts'
import { Icon } from './icon.tsx'

const loadMenu = () => import('./user-menu.tsx')
const UserMenu = lazyPart(loadMenu, 'UserMenu')

function preload(): void {
  void importReachable(loadMenu)
}

/** Opens the menu of the user, which is loaded when somebody is about to open it. */
export function UserButton() {
  const [isWanted, setWanted] = useState(false)
  const button = (
    <Button
      variant="subtle"
      size="xs"
      color="gray"
      aria-label={messages.user.menu}
      aria-haspopup="menu"
      onPointerEnter={preload}
      onFocus={preload}
      onClick={() => setWanted(true)}
    >
      <Icon name="people" />
    </Button>
  )
  return isWanted ? (
    <Suspense fallback={button}>
      <UserMenu />
    </Suspense>
  ) : (
    button
  )
}
