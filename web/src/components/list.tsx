import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import type { Operations, QueryName } from '../api/operations.ts'
import { request, type Entry } from '../api/client.ts'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import type { BulkAct } from './bulk-act.ts'
import { Failure } from './failure.tsx'
import { Filters, type Filter } from './filters.tsx'
import { Instant } from './instant.tsx'
import { lazyPart } from './lazy-part.ts'
import type { ListOperation } from './list-file.ts'
import type { Column } from './list-cell.tsx'
import { Rows } from './list-rows.tsx'
import { Loading } from './loading.tsx'
import type { News } from '../session/live-stream.ts'
import { useCan } from '../session/session.ts'
import { Unmask } from './unmask.tsx'
import { useLive } from '../session/use-live.ts'
import { useListSearch, type ListSearch, type Scope } from './use-list-search.ts'

export type { Column } from './list-cell.tsx'

/** Few readers use them, and none at first. */
const ListExport = lazyPart(() => import('./list-export.tsx'), 'ListExport')
const ListView = lazyPart(() => import('./list-view.tsx'), 'ListView')

interface Props<Id extends ListOperation> {
  readonly operation: Id
  readonly path?: Operations[Id]['path']
  /** Filters that the reader cannot change. */
  readonly fixed?: Readonly<Record<string, string>>
  readonly scope?: Scope
  readonly filters?: readonly Filter<QueryName<Id>>[]
  readonly columns: readonly Column<Entry<Id>>[]
  /** True if names and addresses are masked unless the reader asks for them. */
  readonly isMasked?: boolean
  /** The acts on several rows at once. */
  readonly bulk?: readonly BulkAct<Entry<Id>>[]
  keyOf(row: Entry<Id>): string | number
  /** The page of a row; the first column links to it. */
  hrefOf?(row: Entry<Id>): string
  /** Says what to do while there are no rows at all. */
  readonly empty?: ReactNode
  /** In milliseconds; it may depend on the rows, none of which are known at first. */
  readonly refreshEvery?: number | ((rows: readonly Entry<Id>[]) => number)
  /** The topic of news after which the list is read again. */
  readonly live?: News['topic']
  /** The numbers up to which the service counts, for lists that it does not always count whole. */
  readonly countedTo?: readonly number[]
}

interface Pagination {
  readonly hasNext: boolean
  readonly page?: number
  readonly totalRecords?: number
  readonly after?: string | number
}

interface Meta {
  readonly pagination: Pagination
  /** In a list of movements: the instant before which they were removed from the database. */
  readonly archivedUntil?: string
}

/** A list that the server pages and filters. The address has its state. */
export function List<Id extends ListOperation>(props: Props<Id>) {
  const { operation, path, fixed, scope, filters = [], refreshEvery, live } = props
  const { search, change, replace } = useListSearch(scope)
  const [isUnmasked, unmask] = useState(false)
  const [isActing, setActing] = useState(false)
  const unmasked = isUnmasked ? { unmasked: 'true' } : {}
  const query = { ...search, ...fixed, ...unmasked } as Operations[Id]['query']
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [operation, path, query],
    queryFn: ({ signal }) => request(operation, { path, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => {
      if (isActing || refreshEvery === undefined) return false
      if (typeof refreshEvery === 'number') return refreshEvery
      return refreshEvery((state.data as { data: Entry<Id>[] } | undefined)?.data ?? [])
    },
  })
  // Only the first page is read again, so that nothing moves on further pages while somebody reads.
  // During a dialog about its rows, no list is read again.
  const isFirstPage = search['after'] === undefined && search['page'] === undefined
  const readAgain = () => isActing || void refetch()
  useLive(readAgain, live && (({ topic }) => topic === live && isFirstPage))
  const list = data as { data: Entry<Id>[]; meta?: Meta } | undefined
  const isFiltered = filters.some(({ name }) => search[name] !== undefined)
  const { shown, choice } = useColumns(operation, props.columns)
  const [isDense, setDense] = useLocalStorage({ key: 'dense', defaultValue: false })
  return (
    <Stack gap="sm">
      {filters.length > 0 && <Filters filters={filters} scope={scope} />}
      {props.isMasked && (isPending || (list && list.data.length > 0)) && (
        <Unmask isUnmasked={isUnmasked} unmask={unmask} />
      )}
      {error && <Failure error={error} retry={() => void refetch()} />}
      {isPending && <Loading lines={10} />}
      {list && list.data.length === 0 && (
        <Empty isFiltered={isFiltered} clear={() => replace({})} hint={props.empty} />
      )}
      {list && list.data.length > 0 && (
        <Rows
          {...props}
          // A selection ends with its page.
          key={JSON.stringify([path, query])}
          columns={shown}
          isDense={isDense}
          rows={list.data}
          isStale={isPlaceholderData}
          setActing={setActing}
          sort={search['sort']}
          // A list that is sorted anew begins at its first page.
          sortBy={(sort) => change({ sort, after: '', page: '' })}
        />
      )}
      {list?.meta?.archivedUntil !== undefined && (
        <Text size="sm" c="dimmed">
          {messages.list.archivedUntil} <Instant at={list.meta.archivedUntil} isExact />
        </Text>
      )}
      {list && (
        <Pages
          pagination={list.meta?.pagination}
          countedTo={props.countedTo}
          change={change}
          search={search}
        >
          {list.data.length > 0 && (
            <Suspense>
              <ListView {...choice} isDense={isDense} setDense={setDense} />
              <ListExport
                operation={operation}
                path={path}
                query={{ ...listFilters(search), ...fixed }}
                isPaged={list.meta !== undefined}
              />
            </Suspense>
          )}
        </Pages>
      )}
    </Stack>
  )
}

/** Returns the columns that the reader may see and has not hidden, and how they are chosen. */
function useColumns<Shown extends Pick<Column<never>, 'label' | 'acts'>>(
  operation: ListOperation,
  columns: readonly Shown[],
) {
  const can = useCan()
  const key = `columns:${operation}`
  const [hidden, hide] = useLocalStorage<readonly string[]>({ key, defaultValue: [] })
  const permitted = columns.filter(({ acts }) => acts === undefined || acts.some(can))
  // The first column names the row and links to its page.
  const shown = permitted.filter(({ label }, at) => at === 0 || !hidden.includes(label))
  const labels = permitted.slice(1).map(({ label }) => label)
  return { shown, choice: { labels, hidden, hide } }
}

/** Returns the filters and the order of a list, without the page. */
function listFilters(search: ListSearch): ListSearch {
  const filters = Object.entries(search).filter(([name]) => name !== 'after' && name !== 'page')
  return Object.fromEntries(filters)
}

interface EmptyProps {
  readonly isFiltered: boolean
  readonly hint: ReactNode
  clear(): void
}

function Empty({ isFiltered, clear, hint }: EmptyProps) {
  const { empty, emptyFiltered, emptyFilteredText, clear: clearLabel } = messages.list
  return (
    <Paper withBorder p="xl" ta="center">
      <Text fw={600}>{isFiltered ? emptyFiltered : empty}</Text>
      <Text c="dimmed" size="sm" component="div">
        {isFiltered ? emptyFilteredText : hint}
      </Text>
      {isFiltered && (
        <Button mt="sm" size="xs" variant="default" onClick={clear}>
          {clearLabel}
        </Button>
      )}
    </Paper>
  )
}

interface PagesProps {
  /** Undefined if the list is never paged. */
  readonly pagination: Pagination | undefined
  readonly countedTo: readonly number[] | undefined
  readonly search: Readonly<Record<string, string>>
  change(changes: Readonly<Record<string, string>>): void
  /** The acts on all entries. */
  readonly children: ReactNode
}

const WHOLE: Pagination = { hasNext: false }

function Pages({ pagination, countedTo, search, change, children }: PagesProps) {
  const { hasNext, page = 1, totalRecords, after } = pagination ?? WHOLE
  const { newest, first, total, totalAtLeast } = messages.list
  const isFirst = page <= 1 && search['after'] === undefined
  const next: ListSearch =
    after === undefined ? { page: String(page + 1) } : { after: String(after), page: '' }
  return (
    // As high as its buttons, some of which are loaded later.
    <Group justify="space-between" mih="1.875rem">
      <Group gap="xs">
        {totalRecords !== undefined && totalRecords > 0 && (
          <Text size="sm" c="dimmed">
            {(countedTo?.includes(totalRecords) ? totalAtLeast : total)(count(totalRecords))}
          </Text>
        )}
        {children}
      </Group>
      <Group gap="xs">
        {!isFirst && (
          <Button size="xs" variant="default" onClick={() => change({ after: '', page: '' })}>
            {search['sort'] === undefined ? newest : first}
          </Button>
        )}
        {page > 1 && (
          <Button size="xs" variant="default" onClick={() => change({ page: String(page - 1) })}>
            {messages.list.newer}
          </Button>
        )}
        {hasNext && (
          <Button size="xs" variant="default" onClick={() => change(next)}>
            {messages.list.older}
          </Button>
        )}
      </Group>
    </Group>
  )
}
