import { queryOptions } from '@tanstack/react-query'
import { call, type Input, type OperationId } from './client.ts'

/** Returns the query that reads the data of an operation. */
export function queryOf<Id extends OperationId>(id: Id, input: Omit<Input<Id>, 'signal'> = {}) {
  return queryOptions({
    // Lists keep whole responses under the id and their parameters.
    queryKey: [id, 'data', input],
    queryFn: ({ signal }) => call(id, { ...input, signal }),
  })
}
