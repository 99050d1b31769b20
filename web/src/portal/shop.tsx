import {
  Button,
  Group,
  NativeSelect,
  Paper,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { request, type Entry, type Input } from '../api/client.ts'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { useListSearch } from '../components/use-list-search.ts'
import { count } from '../format/format.ts'
import { CATEGORY_NAMES, shopTexts as texts } from '../messages/en-shop.ts'
import { useCan } from '../session/session.ts'
import { useCart } from './cart-store.ts'
import { countryChoices } from './countries.ts'
import { ProductCard } from './product-card.tsx'
import { ProductDialog } from './product-dialog.tsx'
import { useWalletCurrency } from './use-wallet-currency.ts'

const PAGE_SIZE = 24

/** The catalog at the prices of the partner, from which the cart is filled. */
export function ShopPage() {
  const can = useCan()
  const [{ lines }] = useCart()
  const { currency, currencies, isRead, choose } = useWalletCurrency()
  return (
    <Page
      title={texts.title}
      text={texts.about}
      acts={
        can('placeOwnOrder') && (
          <Button component={Link} to="/portal/cart" size="xs">
            {texts.cartOf(count(lines.length))}
          </Button>
        )
      }
    >
      <ShopFilters currency={currency} currencies={currencies} choose={choose} />
      {isRead && currency === undefined && (
        <Text c="dimmed" size="sm">
          {texts.noFunds}
        </Text>
      )}
      {!isRead && <Loading lines={8} />}
      {currency !== undefined && <Products currency={currency} />}
    </Page>
  )
}

interface FilterProps {
  readonly currency: string | undefined
  readonly currencies: readonly string[]
  choose(currency: string): void
}

function ShopFilters({ currency = '', currencies, choose }: FilterProps) {
  const { search, change } = useListSearch()
  const set = (name: string, value: string): void => change({ page: '', [name]: value })
  const categories = Object.entries(CATEGORY_NAMES).map(([value, label]) => ({ value, label }))
  return (
    <Group gap="xs" align="flex-end" role="search" aria-label={texts.title}>
      <SearchInput
        value={search['q'] ?? ''}
        apply={(q) => change({ page: '', q }, { isTyping: true })}
      />
      <NativeSelect
        size="xs"
        label={texts.category}
        data={[{ value: '', label: texts.all }, ...categories]}
        value={search['category'] ?? ''}
        onChange={({ currentTarget }) => set('category', currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        label={texts.country}
        data={[{ value: '', label: texts.anywhere }, ...countryChoices()]}
        value={search['country'] ?? ''}
        onChange={({ currentTarget }) => set('country', currentTarget.value)}
      />
      <NativeSelect
        size="xs"
        label={texts.pays}
        data={[...currencies]}
        value={currency}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      <Switch
        size="sm"
        pb={6}
        label={texts.inStock}
        checked={search['inStock'] === 'true'}
        onChange={({ currentTarget }) => set('inStock', currentTarget.checked ? 'true' : '')}
      />
    </Group>
  )
}

/** Long enough that a word is requested once, and not its letters. */
const TYPING_MS = 250

interface SearchProps {
  readonly value: string
  apply(text: string): void
}

/** Searches while somebody types. */
function SearchInput({ value, apply }: SearchProps) {
  const [text, setText] = useState(value)
  const [applied, setApplied] = useState(value)
  if (value !== applied) {
    setApplied(value)
    setText(value)
  }
  const applyLater = useDebouncedCallback((next: string) => {
    if (next === value) return
    setApplied(next)
    apply(next)
  }, TYPING_MS)
  return (
    <TextInput
      size="xs"
      label={texts.search}
      placeholder={texts.searchPlaceholder}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value)
        applyLater(currentTarget.value.trim())
      }}
      onKeyDown={({ key }) => key === 'Enter' && applyLater.flush()}
    />
  )
}

function Products({ currency }: { readonly currency: string }) {
  const { search, change } = useListSearch()
  const [chosen, setChosen] = useState<Entry<'listOwnProducts'>>()
  const parameters = { ...search, currency, include: 'content', pageSize: PAGE_SIZE }
  const query = parameters as NonNullable<Input<'listOwnProducts'>['query']>
  const { data, error, refetch } = useQuery({
    queryKey: ['listOwnProducts', query],
    queryFn: ({ signal }) => request('listOwnProducts', { query, signal }),
    placeholderData: keepPreviousData,
  })
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading lines={8} />
  if (data.data.length === 0) {
    return (
      <Paper withBorder p="xl" ta="center">
        <Text fw={550}>{texts.none}</Text>
        <Text c="dimmed" size="sm">
          {texts.noneText}
        </Text>
      </Paper>
    )
  }
  const { page, pageSize, totalRecords } = data.meta.pagination
  const first = (page - 1) * pageSize + 1
  return (
    <Stack>
      <SimpleGrid cols={{ base: 2, sm: 3, lg: 4, xl: 6 }} spacing="sm">
        {data.data.map((product) => (
          <ProductCard key={product.productId} product={product} open={() => setChosen(product)} />
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {texts.pages(count(first), count(first + data.data.length - 1), count(totalRecords))}
        </Text>
        <Group gap="xs">
          {page > 1 && (
            <Button
              size="xs"
              variant="default"
              onClick={() => change({ page: page === 2 ? '' : String(page - 1) })}
            >
              {texts.previous}
            </Button>
          )}
          {data.meta.pagination.hasNext && (
            <Button size="xs" variant="default" onClick={() => change({ page: String(page + 1) })}>
              {texts.next}
            </Button>
          )}
        </Group>
      </Group>
      <ProductDialog product={chosen} currency={currency} close={() => setChosen(undefined)} />
    </Stack>
  )
}
