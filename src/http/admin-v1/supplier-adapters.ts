import { Type, type TObject, type TSchema } from 'typebox'
import { ADAPTERS } from '../../connectors/mod.ts'
import { pages } from '../query.ts'
import { ok, pageOf } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Text, YesOrNo } from '../shapes/field.ts'
import { PRODUCT_TYPE_VALUES } from '../shapes/meanings.ts'
import { PagedOf } from '../shapes/page-shape.ts'

const AdapterField = Type.Object({
  name: Text('Its name'),
  required: YesOrNo('True if it must be given'),
  about: Type.Optional(Text('What it is')),
  values: Type.Optional(Type.Array(Type.String(), { description: 'The only values that it has' })),
})

const AdapterShape = Type.Object(
  {
    adapter: Text('Its name, which products give as their supplier'),
    productTypes: Type.Array(Type.String(), { description: `Some of ${PRODUCT_TYPE_VALUES}` }),
    secrets: Type.Array(AdapterField, { description: 'The secrets of an account' }),
    settings: Type.Array(AdapterField, { description: 'The settings of an account' }),
    productSettings: Type.Array(AdapterField, {
      description: 'The settings of a product, beside `account`',
    }),
  },
  { title: 'SupplierAdapter' },
)

export const listAdaptersRoute = operatorRoute('GET /admin/v1/supplier-adapters', {
  permission: 'upstreams:read',
  operationId: 'listSupplierAdapters',
  summary: 'Lists the interfaces of suppliers that are known, and what an account there needs',
  query: pages,
  response: PagedOf(AdapterShape),
  handle({ query }) {
    const adapters = Object.values(ADAPTERS)
    return Promise.resolve(
      ok(
        pageOf(adapters, query, ({ manifest }) => ({
          adapter: manifest.name,
          productTypes: [...manifest.types],
          secrets: fieldsOf(manifest.secrets),
          settings: fieldsOf(manifest.account),
          productSettings: fieldsOf(manifest.settings),
        })),
      ),
    )
  },
})

function fieldsOf(schema: TSchema) {
  const { properties } = schema as TObject
  const { required = [] } = schema as { readonly required?: readonly string[] }
  return Object.entries(properties).map(([name, shape]) => {
    const { description, enum: values } = shape as FieldSchema
    return {
      name,
      required: required.includes(name),
      about: description,
      values: values && [...values],
    }
  })
}

interface FieldSchema {
  readonly description?: string
  readonly enum?: readonly string[]
}
