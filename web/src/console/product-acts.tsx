import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { useCan } from '../session/session.ts'
import { OpenWork } from './open-work.tsx'
import { changesOf, productBody } from './product-changes.ts'
import { useProductFields } from './product-form.ts'

const texts = consoleTexts.products

/** Adds a product, and leads to its page. */
export function CreateProduct() {
  const navigate = useNavigate()
  const fields = useProductFields()
  return (
    <Act
      operation="createProduct"
      label={texts.create}
      text={texts.createText}
      fields={fields}
      send={(body, key) => call('createProduct', { body: productBody(body), key })}
      done={() => texts.added}
      onDone={({ productId }) => void navigate({ to: `/console/catalog/${productId}` })}
      isPrimary
    />
  )
}

/** The acts that change a product. */
export function ProductActs({ productId }: { readonly productId: number }) {
  const can = useCan()
  const { data } = useQuery({
    ...queryOf('getProduct', { path: { productId } }),
    enabled: can('updateProduct'),
  })
  return data ? <Changes product={data} /> : null
}

function Changes({ product }: { readonly product: Result<'getProduct'> }) {
  const { productId, brand, active } = product
  const path = { productId }
  const fields = useProductFields(product)
  const name = `${brand} (${productId})`
  return (
    <>
      <Act
        operation="updateProduct"
        path={path}
        label={texts.edit}
        text={texts.editText(name)}
        fields={fields}
        send={(body, key) =>
          call('updateProduct', {
            path,
            body: changesOf(product, body),
            key,
          })
        }
      />
      <Act
        operation="updateProduct"
        path={path}
        label={active ? texts.takeOut : texts.putIn}
        text={active ? texts.takeOutText(name) : texts.putInText(name)}
        outlook={() => active && <OpenWork productId={productId} />}
        fixed={{ active: !active }}
        fields={[OPTIONAL_REASON]}
        isDangerous={active}
        done={() => (active ? texts.takenOut : texts.isIn)}
        undo={() => call('updateProduct', { path, body: { active } })}
      />
    </>
  )
}
