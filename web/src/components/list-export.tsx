import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useContext, useState } from 'react'
import { request } from '../api/client.ts'
import type { Operations } from '../api/operations.ts'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import {
  contentOf,
  FILE_FORMATS,
  FORMAT_LABELS,
  saveList,
  type FileFormat,
  type ListOperation,
} from './list-file.ts'
import { Target } from './target.ts'

const texts = messages.list
/** The largest page that every list permits. */
const PAGE_SIZE = 100
/** More would not fit into the memory of a phone. */
const ROWS_MAX = 200_000

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
  const subjects = [useContext(Target), query['orderId'], query['reference']]
  const save = useMutation({
    mutationFn: async (format: FileFormat) => {
      const content = await contentOf(format)
      const isWhole = await readAll({ operation, path, query, isPaged }, (entries, total) => {
        content.add(entries)
        setRows(total)
      })
      saveList(content, { operation, format, subjects })
      return isWhole
    },
    onSuccess: (isWhole) => {
      if (!isWhole) notifications.show({ color: 'orange', message: texts.cutOff(count(ROWS_MAX)) })
    },
    onError: ({ message }) => notifications.show({ color: 'red', message }),
  })
  if (save.isPending) {
    return (
      <Text size="xs" c="dimmed" role="status">
        {texts.exported(count(rows))}
      </Text>
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

/** Reads a list page by page. Returns false if it has more than can be exported. */
async function readAll(
  { operation, path, query, isPaged }: Props,
  add: (entries: readonly object[], total: number) => void,
): Promise<boolean> {
  let place: Readonly<Record<string, string>> = {}
  let total = 0
  for (let page = 1; total < ROWS_MAX; page++) {
    const size = isPaged ? { pageSize: PAGE_SIZE } : {}
    const pageQuery = { ...size, ...query, ...place } as Operations[ListOperation]['query']
    const { data, meta } = (await request(operation, { path, query: pageQuery })) as PageOfList
    total += data.length
    add(data, total)
    if (meta?.pagination.hasNext !== true) return true
    const { after } = meta.pagination
    place = after === undefined ? { page: String(page + 1) } : { after: String(after) }
  }
  return false
}
