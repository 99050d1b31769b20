import { Type, type TProperties, type TSchema } from 'typebox'
import { Text, Whole } from './field.ts'
import { fields } from './fields.ts'

export const Pagination = Type.Object(
  {
    page: Whole('The number of the page, from 1'),
    pageSize: fields.pageSize,
    totalRecords: Whole('Entries of the whole list'),
    totalPages: Whole('Pages of the whole list'),
    hasNext: fields.hasNext,
  },
  { title: 'Pagination' },
)

// oxlint-disable-next-line typescript/no-generated-empty-object-type -- it has no fields
type Nothing = Readonly<Record<never, never>>

/** Returns the shape of a list of /v2 and /admin/v1; `about` are further fields of `meta`. */
export function PagedOf<Entry extends TSchema, About extends TProperties = Nothing>(
  entry: Entry,
  about = {} as About,
) {
  return Type.Object({
    data: Type.Array(entry, { description: 'The entries of the page' }),
    meta: Type.Object({ pagination: Pagination, ...about }, { description: 'About the list' }),
  })
}

/** Returns the shape of a list of /api/partner/v1; `about` are further fields. */
export function ContentOf<Entry extends TSchema, About extends TProperties = Nothing>(
  entry: Entry,
  about = {} as About,
) {
  return Type.Object({
    content: Type.Array(entry, { description: 'The entries of the page' }),
    page: Whole('The number of the page, from 0'),
    size: Whole('Entries of a page'),
    hasNext: fields.hasNext,
    ...about,
  })
}

/**
 * Returns the shape of a list that is continued with `after`, the id of its last entry. `about` are
 * further fields of `meta`.
 */
export function ContinuedOf<Entry extends TSchema, About extends TProperties = Nothing>(
  entry: Entry,
  about = {} as About,
) {
  return Type.Object({
    data: Type.Array(entry, { description: 'The entries of the page' }),
    meta: Type.Object(
      {
        pagination: Type.Object(
          {
            pageSize: fields.pageSize,
            hasNext: fields.hasNext,
            after: Type.Optional(Text('The `after` of the next request; absent on the last page')),
          },
          { description: 'Position of the page in the list' },
        ),
        ...about,
      },
      { description: 'About the list' },
    ),
  })
}
