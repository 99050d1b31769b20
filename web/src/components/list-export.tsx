import { Button, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { request, type OperationId } from '../api/client.ts'
import type { Operations } from '../api/operations.ts'
import { count } from '../format/format.ts'
import { messages } from '../messages/messages.ts'
import { importReachable } from '../api/connection.ts'
import { ListCsv } from './list-csv.ts'
import { saveFile } from './save-file.ts'

const texts = messages.list
/** The largest that each list permits. */
const PAGE_SIZE = 100
/** More would not fit into the memory of a phone. */
const ROWS_MAX = 200_000

interface Props {
  readonly operation: OperationId
  readonly path: Operations[OperationId]['path'] | undefined
  /** The filters of the list. */
  readonly query: Readonly<Record<string, string>>
}

interface Format {
  readonly label: string
  readonly type: string
  /** Returns what collects the entries of the file. */
  collect(): Promise<{ add(entries: readonly object[]): void; parts(): BlobPart[] }>
}

const FORMATS = {
  csv: { label: texts.export, type: 'text/csv', collect: async () => new ListCsv() },
  xlsx: {
    label: texts.exportXlsx,
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    // With what compresses it, it is loaded for those who want it.
    async collect() {
      const { ListXlsx } = await importReachable(() => import('./list-xlsx.ts'))
      return new ListXlsx()
    },
  },
} as const satisfies Readonly<Record<string, Format>>

/** Saves all entries of a list that have the properties of its filters, as a file. */
export function ListExport({ operation, path, query }: Props) {
  const [rows, setRows] = useState(0)
  const save = useMutation({
    mutationFn: async (name: keyof typeof FORMATS) => {
      const format: Format = FORMATS[name]
      const content = await format.collect()
      const isWhole = await readAll({ operation, path, query }, (entries, total) => {
        content.add(entries)
        setRows(total)
      })
      saveFile(new Blob(content.parts(), { type: format.type }), `${operation}.${name}`)
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
  return (['csv', 'xlsx'] as const).map((name) => (
    <Button
      key={name}
      size="xs"
      variant="subtle"
      onClick={() => {
        setRows(0)
        save.mutate(name)
      }}
    >
      {FORMATS[name].label}
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
  { operation, path, query }: Props,
  add: (entries: readonly object[], total: number) => void,
): Promise<boolean> {
  let place: Readonly<Record<string, string>> = {}
  let total = 0
  for (let page = 1; total < ROWS_MAX; page++) {
    const asked = { pageSize: PAGE_SIZE, ...query, ...place } as Operations[OperationId]['query']
    const { data, meta } = (await request(operation, { path, query: asked })) as PageOfList
    total += data.length
    add(data, total)
    if (meta?.pagination.hasNext !== true) return true
    const { after } = meta.pagination
    place = after === undefined ? { page: String(page + 1) } : { after: String(after) }
  }
  return false
}
