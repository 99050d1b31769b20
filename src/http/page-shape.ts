import { Type, type TSchema } from 'typebox'

export const Pagination = Type.Object(
  {
    page: Type.Integer(),
    pageSize: Type.Integer(),
    totalRecords: Type.Integer(),
    totalPages: Type.Integer(),
    hasNext: Type.Boolean(),
  },
  { title: 'Pagination' },
)

/** Returns the shape of a list of /v2 and /admin/v1. */
export function PagedOf(entry: TSchema) {
  return Type.Object({
    data: Type.Array(entry),
    meta: Type.Object({ pagination: Pagination }),
  })
}

/** Returns the shape of a list of /api/partner/v1. */
export function ContentOf(entry: TSchema) {
  return Type.Object({
    content: Type.Array(entry),
    page: Type.Integer(),
    size: Type.Integer(),
    hasNext: Type.Boolean(),
  })
}
