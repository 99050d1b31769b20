import {
  Alert,
  Anchor,
  AppShell,
  Burger,
  Button,
  Group,
  Kbd,
  NavLink,
  ScrollArea,
  Text,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { SearchIcon } from '@primer/octicons-react'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { importReachable } from '../api/connection.ts'
import classes from '../components/components.module.css'
import { lazyPart } from '../components/lazy-part.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import type { Door } from './navigation.ts'
import { PendingCount } from './pending-count.tsx'
import { collectTyped } from './typed-ahead.ts'
import { useGoKeys } from './use-go-keys.ts'

const loadSearch = () => import('./search.tsx')
const Search = lazyPart(loadSearch, 'Search')
/** After the page is shown, so that a search opens at once. */
const SEARCH_LOADED_AFTER_MS = 1_000

interface Props {
  readonly door: Door
  /** The partner whose portal this is; undefined in the console. */
  readonly owner?: string | undefined
  /** Above every page. */
  readonly banner?: string | undefined
  /** In the header, such as a switch. */
  readonly children?: ReactNode
}

/** What floats is most of it, and the page does not wait for that. */
const UserMenu = lazyPart(() => import('./user-menu.tsx'), 'UserMenu')

/** The frame of all pages: search, navigation by what the user may do, the account. */
export function Shell({ door, owner, banner, children }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(close, [path, close])
  const navigate = useNavigate()
  const places = usePlaces(door)
  const title = owner === undefined ? door.title : messages.ofPortal.portalOf(door.title, owner)
  useGoKeys(
    places.flatMap(({ places: some }) => some),
    (href) => void navigate({ to: href }),
  )
  const [searches, setSearches] = useState(0)
  const openSearch = (): void => {
    collectTyped()
    setSearches((times) => times + 1)
  }
  useHotkeys([['/', openSearch]])
  // Also while somebody types into an input.
  useHotkeys([['mod+K', openSearch]], [])
  useEffect(() => {
    const timer = setTimeout(() => void importReachable(loadSearch), SEARCH_LOADED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <AppShell
      header={{ height: 52 }}
      navbar={{ width: 200, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding="md"
    >
      <SkipLink />
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={messages.navigation.menu}
            />
            <Anchor component={Link} to={door.home} fw={700} c="inherit" underline="never">
              {messages.product}
            </Anchor>
            <Text size="sm" c="dimmed" visibleFrom="xs" lineClamp={1}>
              {title}
            </Text>
          </Group>
          <SearchButton open={openSearch} />
          <Group gap="xs" wrap="nowrap">
            {children}
            <Suspense>
              <UserMenu />
            </Suspense>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar>
        <AppShell.Section grow component={ScrollArea} p="xs">
          <Navigation title={title} home={door.home} sections={places} />
        </AppShell.Section>
      </AppShell.Navbar>
      <AppShell.Main id={CONTENT} tabIndex={-1} className={classes.content}>
        {banner !== undefined && (
          <Alert color="orange" variant="light" p="xs" mb="md">
            {banner}
          </Alert>
        )}
        <Outlet />
      </AppShell.Main>
      {searches > 0 && (
        <Suspense>
          <Search
            key={searches}
            find={door.find}
            places={places.flatMap(({ places: some }) => some)}
          />
        </Suspense>
      )}
    </AppShell>
  )
}

const CONTENT = 'content'

/** Moves the focus past the navigation. It sets no hash, because pages keep their open tab there. */
function SkipLink() {
  return (
    <a
      href={`#${CONTENT}`}
      className={classes.skip}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(CONTENT)?.focus()
      }}
    >
      {messages.skip}
    </a>
  )
}

interface NavigationProps {
  readonly title: string
  readonly home: string
  readonly sections: Door['sections']
}

function Navigation({ title, home, sections }: NavigationProps) {
  return (
    <>
      <Text size="sm" c="dimmed" px="xs" hiddenFrom="xs">
        {title}
      </Text>
      {sections.map(({ title: section, places }) => (
        <div key={section}>
          <Text size="xs" c="dimmed" fw={600} px="xs" pt="sm">
            {section}
          </Text>
          {places.map(({ label, href, isCounted }) => (
            <NavLink
              key={href}
              component={Link}
              to={href}
              label={label}
              rightSection={isCounted === true && <PendingCount />}
              activeOptions={{ exact: href === home }}
              variant="light"
              py={4}
            />
          ))}
        </div>
      ))}
    </>
  )
}

function SearchButton({ open }: { readonly open: () => void }) {
  return (
    <Button variant="default" size="xs" onClick={open}>
      <Group gap="xs" wrap="nowrap">
        <SearchIcon />
        <Text span inherit visibleFrom="sm">
          {messages.search.open}
        </Text>
        {/* Narrow windows show the icon alone. */}
        <VisuallyHidden hiddenFrom="sm">{messages.search.open}</VisuallyHidden>
        <Kbd size="xs" visibleFrom="sm">
          Ctrl K
        </Kbd>
      </Group>
    </Button>
  )
}

/** Returns the places that the user may open. */
function usePlaces({ sections }: Door): Door['sections'] {
  const can = useCan()
  return sections
    .map(({ title, places }) => ({
      title,
      places: places.filter(({ reads }) => can(reads)),
    }))
    .filter(({ places }) => places.length > 0)
}
