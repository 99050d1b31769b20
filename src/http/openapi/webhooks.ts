import { EVENT_SHAPES, TEST_EVENT } from '../shapes/event-shape.ts'
import type { Shapes } from './json-schema.ts'

const HEADERS = [
  header('webhook-id', 'The `id` of the event: the same each time that it is sent', 'evt_2_17'),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970', '1795765011'),
  header(
    'webhook-signature',
    'One or two signatures (Standard Webhooks 1.0), separated by a space: while the secret is ' +
      'being changed, one by each secret',
    'v1,3dvl8tB0ZHtv5H5r5VZ7n3+2Rt4fFvZ8gBfmD5sV3wI=',
  ),
]

const RESPONSES = {
  '2XX': { description: 'The event is accepted' },
  410: { description: 'The endpoint is gone: it is disabled at once' },
  default: { description: 'The event is sent again, over three days' },
}

/**
 * Returns the requests that the service sends to webhook endpoints, one for each type of event and
 * one to try an endpoint.
 */
export function webhooksOf(shapes: Shapes): Record<string, object> {
  const entries = [...EVENT_SHAPES, TEST_EVENT].map(({ type, shape }) => {
    const operation = {
      operationId: `receive:${type}`,
      summary: `Receives an event of the type ${type}`,
      tags: ['webhook-endpoints'],
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: shapes.schemaOf(shape) } },
      },
      responses: RESPONSES,
    }
    return [type, { post: operation }] as const
  })
  return Object.fromEntries(entries)
}

function header(name: string, description: string, example: string): object {
  return { name, in: 'header', required: true, schema: { type: 'string', example }, description }
}
