import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useContext, useRef, useState } from 'react'
import { request } from '../api/client.ts'
import { checkConnection } from '../api/connection.ts'
import type { Operations } from '../api/operations.ts'
import { Unreachable } from '../api/unreachable.ts'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import {
  contentOf,
  FILE_FORMATS,
  FORMAT_LABELS,
  ROWS_MAX,
  saveList,
  type FileFormat,
  type ListOperation,
} from './list-file.ts'
import { Target } from './target.ts'

const texts = messages.list
/** The largest page that every list permits. */
const PAGE_SIZE = 100
/** How often a page of a list is requested whose response was cut off. */
const ATTEMPTS_MAX = 3
/** The lists that end at some page number, and the field of an entry after which they continue. */
const CONTINUED: Partial<Readonly<Record<ListOperation, string>>> = {
  listOrders: 'id',
  listOwnOrders: 'id',
}

interface Props {
  readonly operation: ListOperation
  readonly path: Operations[ListOperation]['path'] | undefined
  /** The filters of the list. */
  readonly query: Readonly<Record<string, string>>
  readonly isPaged: boolean
}

/** Saves all entries of a list that match its filters, as a file. */
export function ListExport({ operation, path, query, isPaged }: Props) {
  const [rows, setRows] = useState(0)
  const stop = useRef(new AbortController())
  const subjects = [useContext(Target), query['orderId'], query['reference']]
  const save = useMutation({
    mutationFn: async (format: FileFormat) => {
      stop.current = new AbortController()
      const { signal } = stop.current
      const content = await contentOf(format)
      const list = { operation, path, query, isPaged, rowsMax: ROWS_MAX[format], signal }
      const isWhole = await readAll(list, (entries, total) => {
        content.add(entries)
        setRows(total)
      })
      await saveList(content, { operation, format, subjects })
      return isWhole
    },
    onSuccess: (isWhole) => {
      const message = texts.cutOff(count(ROWS_MAX.xlsx))
      if (!isWhole) notifications.show({ color: 'orange', message, autoClose: false })
    },
    onError: ({ message }) => {
      if (!stop.current.signal.aborted) notifications.show({ color: 'red', message })
    },
  })
  if (save.isPending) {
    return (
      <Group gap="xs">
        <Text size="xs" c="dimmed" role="status">
          {texts.exported(count(rows))}
        </Text>
        <Button size="compact-xs" variant="subtle" onClick={() => stop.current.abort()}>
          {texts.stopExport}
        </Button>
      </Group>
    )
  }
  return FILE_FORMATS.map((format) => (
    <Button
      key={format}
      size="compact-xs"
      variant="subtle"
      onClick={() => {
        setRows(0)
        save.mutate(format)
      }}
    >
      {FORMAT_LABELS[format]}
    </Button>
  ))
}

interface PageOfList {
  readonly data: readonly object[]
  readonly meta?: {
    readonly pagination: { readonly hasNext: boolean; readonly after?: string | number }
  }
}

interface Reading extends Props {
  readonly rowsMax: number
  readonly signal: AbortSignal
}

/** Reads a list page by page. Returns false if it has more rows than its file can have. */
async function readAll(
  { operation, path, query, isPaged, rowsMax, signal }: Reading,
  add: (entries: readonly object[], total: number) => void,
): Promise<boolean> {
  const idField = CONTINUED[operation]
  let place: Readonly<Record<string, string>> = {}
  let total = 0
  for (let page = 1; ; page++) {
    const size = isPaged ? { pageSize: PAGE_SIZE } : {}
    const pageQuery = { ...size, ...query, ...place } as Operations[ListOperation]['query']
    const read = () => request(operation, { path, query: pageQuery, signal })
    const { data, meta } = (await retried(read)) as PageOfList
    const entries = data.slice(0, rowsMax - total)
    total += entries.length
    add(entries, total)
    if (entries.length < data.length) return false
    if (meta?.pagination.hasNext !== true) return true
    const after = idField === undefined ? meta.pagination.after : textIn(data.at(-1), idField)
    place = after === undefined ? { page: String(page + 1) } : { after: String(after) }
  }
}

function textIn(entry: object | undefined, field: string): string | undefined {
  const value: unknown = entry && Reflect.get(entry, field)
  return typeof value === 'string' ? value : undefined
}

/** Reads a page again whose response was cut off, once the service can be reached. */
async function retried<Response>(read: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await read()
    } catch (error) {
      if (!(error instanceof Unreachable) || attempt === ATTEMPTS_MAX) throw error
      await checkConnection()
    }
  }
}
