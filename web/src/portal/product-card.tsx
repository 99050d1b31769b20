import { Group, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Entry } from '../api/client.ts'
import { amountOf, count, exact, money, percent } from '../format/format.ts'
import { shopTexts as texts } from '../messages/en-shop.ts'
import { ProductPicture } from './product-picture.tsx'
import classes from './shop.module.css'

type Product = Entry<'listOwnProducts'>

interface Props {
  readonly product: Product
  open(): void
}

export function ProductCard({ product, open }: Props) {
  const { inStock } = product
  return (
    <UnstyledButton className={classes.card} onClick={open}>
      <ProductPicture product={product} />
      <Stack gap={2} p="sm">
        <Text fw={550} size="sm" lineClamp={2}>
          {nameOf(product)}
        </Text>
        {!isNamedInFull(product) && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {product.brand}
          </Text>
        )}
        <Text size="xs" c="dimmed" lineClamp={1}>
          {valuesOf(product)}
        </Text>
        <Group gap="xs" justify="space-between">
          <Text size="xs" c={inStock ? 'dimmed' : 'var(--mantine-color-error)'}>
            {inStock ? texts.available : texts.soldOut}
          </Text>
          <Text size="xs" fw={550}>
            {termsOf(product)}
          </Text>
        </Group>
      </Stack>
    </UnstyledButton>
  )
}

/** Returns the name of a product in its English or its first texts; without texts, its brand. */
export function nameOf({ brand, content }: Product): string {
  const [first] = content?.locales ?? []
  const own = content?.locales.find(({ locale }) => locale.startsWith('en')) ?? first
  return own?.name ?? brand
}

/**
 * True if the name of a product has its brand, by which the cart and orders call it. The names of
 * some suppliers do not.
 */
function isNamedInFull(product: Product): boolean {
  return nameOf(product).toLowerCase().includes(product.brand.toLowerCase())
}

/** Returns the face values that can be ordered, with decimals only if one has some. */
export function valuesOf({
  currency,
  fixedAmounts,
  minAmount = 0,
  maxAmount = 0,
}: Product): string {
  const amounts = fixedAmounts ?? [minAmount, maxAmount]
  const isWhole = amounts.every((amount) => Number.isInteger(amount))
  const values = amounts.map((amount) => (isWhole ? count(amount) : amountOf(amount, currency)))
  return `${values.join(fixedAmounts ? ' · ' : ' – ')}\u00A0${currency}`
}

/** Returns how the price differs from the face value: by price rules, and by a rate. */
export function priceOf(product: Product, wallet: string): string {
  const { currency, fxRate } = product
  const rate = currency === wallet ? '' : texts.rate(`1 ${currency}`, `${exact(fxRate)} ${wallet}`)
  return [termsOf(product), rate].filter(Boolean).join(', ')
}

function termsOf({ discountPercent = 0, feeAmount = 0, currency }: Product): string {
  const parts: string[] = []
  if (discountPercent > 0) parts.push(texts.discount(percent(discountPercent)))
  if (discountPercent < 0) parts.push(texts.surcharge(percent(-discountPercent)))
  if (feeAmount > 0) parts.push(texts.fee(money(feeAmount, currency)))
  return parts.join(', ')
}
