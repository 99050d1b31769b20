import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Result } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { count } from '../format/format.ts'
import { againTexts as texts } from '../messages/en-order.ts'
import { useCan } from '../session/session.ts'
import { useRefill, warn } from './use-refill.ts'

interface Props {
  readonly order: Pick<Result<'getOwnOrder'>, 'currency' | 'lines' | 'itemCount'>
}

/** Fills the cart with the lines of an order, and opens it. */
export function OrderAgain({ order: { currency, lines, itemCount } }: Props) {
  const can = useCan()
  const navigate = useNavigate()
  const again = useRefill()
  if (!can('placeOwnOrder')) return null
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  const fill = async (): Promise<void> => {
    const repeated = lines.map(({ productId, brand, faceValue, quantity }) => ({
      productId,
      brand,
      amount: `${faceValue}` as const,
      quantity,
    }))
    const filled = await again.mutateAsync({ lines: repeated, currency })
    if (filled === 0) return
    if (units < itemCount) warn(texts.cut(count(lines.length)))
    await navigate({ to: '/portal/cart' })
  }
  return (
    <>
      {again.error && <Failure error={again.error} />}
      <Button
        size="xs"
        variant="default"
        loading={again.isPending}
        // The failure is shown above.
        onClick={() => void fill().catch(() => undefined)}
      >
        {texts.order}
      </Button>
    </>
  )
}
