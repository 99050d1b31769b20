import './styles.css'
import { Alert, Button, Group, Kbd, Text, VisuallyHidden } from '@mantine/core'
import { useDisclosure, useHotkeys, useLocalStorage } from '@mantine/hooks'
import { Link, Outlet, useNavigate, useRouterState } from '@tanstack/react-router'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { importReachable } from '../api/connection.ts'
import shared from '../components/components.module.css'
import { lazyPart } from '../components/lazy-part.ts'
import { Mark } from '../components/mark.tsx'
import { useLater } from '../components/use-later.ts'
import { messages } from '../messages/messages.ts'
import { useCan } from '../session/session.ts'
import { Icon } from './icon.tsx'
import type { Application } from './navigation.ts'
import { OwnPendingCount } from './own-pending-count.tsx'
import { PendingCount } from './pending-count.tsx'
import classes from './shell.module.css'
import { collectTyped } from './typed-ahead.ts'
import { useGoKeys } from './use-go-keys.ts'
import { UserButton } from './user-button.tsx'

const loadSearch = () => import('./search.tsx')
const Search = lazyPart(loadSearch, 'Search')

interface Props {
  readonly application: Application
  /** The partner whose portal this is; undefined in the console. */
  readonly owner?: string | undefined
  /** Above every page. */
  readonly banner?: string | undefined
  /** In the header, such as a switch. */
  readonly children?: ReactNode
}

/** The frame of all pages: search, navigation by what the user may do, the account. */
export function Shell({ application, owner, banner, children }: Props) {
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const path = useRouterState({ select: ({ location }) => location.pathname })
  useEffect(close, [path, close])
  const navigate = useNavigate()
  const places = usePlaces(application)
  const title =
    owner === undefined ? application.title : messages.ofPortal.portalOf(application.title, owner)
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
  const isLater = useLater()
  useEffect(() => {
    if (isLater) void importReachable(loadSearch)
  }, [isLater])
  return (
    <div className={classes.shell}>
      <SkipLink />
      <header className={classes.head}>
        <div>
          <Link to={application.home} className={classes.brand ?? ''}>
            <Mark />
            {messages.product}
          </Link>
          <Text size="sm" c="dimmed" visibleFrom="xs" lineClamp={1}>
            {title}
          </Text>
        </div>
        <SearchButton open={openSearch} />
        <div>
          {children}
          <UserButton />
        </div>
      </header>
      <nav className={classes.places} data-open={isOpen || undefined}>
        <Navigation title={title} home={application.home} sections={places} />
      </nav>
      <main id={CONTENT} tabIndex={-1} className={classes.page}>
        {banner !== undefined && (
          <Alert color="orange" variant="light" p="xs" mb="md">
            {banner}
          </Alert>
        )}
        <Outlet />
      </main>
      <BottomBar application={application} sections={places} isOpen={isOpen} toggle={toggle} />
      {searches > 0 && (
        <Suspense>
          <Search
            key={searches}
            find={application.find}
            places={places.flatMap(({ places: some }) => some)}
          />
        </Suspense>
      )}
    </div>
  )
}

const CONTENT = 'content'

/** Moves the focus past the navigation. It sets no hash, because pages keep their open tab there. */
function SkipLink() {
  return (
    <a
      href={`#${CONTENT}`}
      className={shared.skip}
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
  readonly sections: Application['sections']
}

/** The places in groups. Which ones are folded is kept in the browser. */
function Navigation({ title, home, sections }: NavigationProps) {
  const [folded, fold] = useLocalStorage<readonly string[]>({ key: 'folded', defaultValue: [] })
  return (
    <>
      <Text size="sm" c="dimmed" px="xs" hiddenFrom="xs">
        {title}
      </Text>
      {sections.map(({ title: section, places }) => (
        <details
          key={section}
          open={!folded.includes(section)}
          onToggle={({ currentTarget: { open } }) => {
            if (open === folded.includes(section)) {
              fold(open ? folded.filter((one) => one !== section) : [...folded, section])
            }
          }}
        >
          <summary>{section}</summary>
          {places.map(({ label, href, counts }) => (
            <PlaceLink key={href} home={home} href={href}>
              <span>{label}</span>
              {counts === 'approvals' && <PendingCount />}
              {counts === 'ownApprovals' && <OwnPendingCount />}
            </PlaceLink>
          ))}
        </details>
      ))}
    </>
  )
}

interface PlaceProps {
  readonly home: string
  readonly href: string
  readonly children: ReactNode
}

function PlaceLink({ home, href, children }: PlaceProps) {
  return (
    <Link to={href} activeOptions={{ exact: href === home }} className={classes.place ?? ''}>
      <Icon name={href} />
      {children}
    </Link>
  )
}

interface BottomBarProps {
  readonly application: Application
  readonly sections: Application['sections']
  readonly isOpen: boolean
  toggle(): void
}

/** The bar at the bottom of a phone: the most used pages, and a way to all others. */
function BottomBar({ application: { home, phoneMenu }, sections, isOpen, toggle }: BottomBarProps) {
  const permitted = sections.flatMap(({ places }) => places)
  const first = phoneMenu.flatMap((href) => permitted.filter((place) => place.href === href))
  return (
    <nav className={classes.bar} aria-label={messages.navigation.first}>
      {first.slice(0, PLACES_AT_THUMB).map(({ label, href }) => (
        <Link key={href} to={href} activeOptions={{ exact: href === home }}>
          <Icon name={href} />
          {label}
        </Link>
      ))}
      <button type="button" aria-expanded={isOpen} onClick={toggle}>
        <Icon name="menu" />
        {messages.navigation.menu}
      </button>
    </nav>
  )
}

const PLACES_AT_THUMB = 3

function SearchButton({ open }: { readonly open: () => void }) {
  return (
    <Button variant="default" size="xs" onClick={open}>
      <Group gap="xs" wrap="nowrap">
        <Icon name="search" />
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
function usePlaces({ sections }: Application): Application['sections'] {
  const can = useCan()
  return sections
    .map(({ title, places }) => ({
      title,
      places: places.filter(({ reads }) => can(reads)),
    }))
    .filter(({ places }) => places.length > 0)
}
