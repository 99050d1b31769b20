import { Type, type TObject, type TSchema } from 'typebox'
import { ADAPTERS, type Adapter } from '../../connectors/mod.ts'
import { pages } from '../queries/query.ts'
import { ok, pageOf } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Text, YesOrNo } from '../shapes/field.ts'
import { PRODUCT_TYPE_VALUES } from '../shapes/meanings.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { view } from '../shapes/view.ts'

const AdapterField = Type.Object({
  name: Text('Its name'),
  required: YesOrNo('True if it must be given'),
  about: Type.Optional(Text('Meaning of the field')),
  values: Type.Optional(
    Type.Array(Type.String(), { description: 'The allowed values, if they are limited' }),
  ),
})

const AdapterView = view<Adapter>()(
  {
    adapter: [
      Text('Its name, which products give as their supplier'),
      ({ manifest }) => manifest.name,
    ],
    productTypes: [
      Type.Array(Type.String(), { description: `Some of ${PRODUCT_TYPE_VALUES}` }),
      ({ manifest }) => [...manifest.types],
    ],
    secrets: [
      Type.Array(AdapterField, { description: 'The secrets of an account' }),
      ({ manifest }) => fieldsOf(manifest.secrets),
    ],
    settings: [
      Type.Array(AdapterField, { description: 'The settings of an account' }),
      ({ manifest }) => fieldsOf(manifest.account),
    ],
    productSettings: [
      Type.Array(AdapterField, { description: 'The settings of a product, beside `account`' }),
      ({ manifest }) => fieldsOf(manifest.settings),
    ],
  },
  { title: 'SupplierAdapter' },
)

export const listAdaptersRoute = operatorRoute('GET /admin/v1/supplier-adapters', {
  permission: 'upstreams:read',
  operationId: 'listSupplierAdapters',
  summary: 'Lists the adapters to suppliers, and the fields that an account of each needs',
  query: pages,
  response: PagedOf(AdapterView.schema),
  handle({ query }) {
    return Promise.resolve(ok(pageOf(Object.values(ADAPTERS), query, AdapterView.body)))
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
