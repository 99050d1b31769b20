import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { Act } from '../components/act.tsx'
import { CodeText } from '../components/code-text.tsx'
import { Sided } from '../components/sided.tsx'
import { FailedPage } from '../components/failed-page.tsx'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { usePageParams } from '../components/use-page-params.ts'
import { percent, readable } from '../format/format.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { useCan } from '../session/session.ts'
import { chosenField } from './names-filter.ts'
import { ProductLink, useProductFilter } from './product-names.tsx'
import { supplierPath } from './supplier-path.ts'
import { facesOf, ListingState, pictureFaultOf } from './supplier-listings.tsx'
import { PurchaseSettings } from './supplier-state.tsx'

const PARENT = { label: texts.listings, href: '/console/listings' }

/** In pixels. */
const PICTURE_HEIGHT = 96

type Listing = Result<'getSupplierListing'>

interface Props {
  readonly listing: Listing
}

/** A listing of a supplier, the products that buy it, and products that could. */
export function SupplierListingPage() {
  const { listingId } = usePageParams('listingId')
  const { data, error, refetch } = useQuery(
    queryOf('getSupplierListing', { path: { listingId: Number(listingId) } }),
  )
  if (error && !data) {
    return <FailedPage error={error} retry={() => void refetch()} parent={PARENT} />
  }
  if (!data) return <Loading />
  return (
    <Page title={data.name} parent={PARENT} acts={<Acts listing={data} />}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      <Sided facts={factsOf(data)}>
        <Suggestions listing={data} />
      </Sided>
    </Page>
  )
}

/**
 * The stored picture of a product that buys the listing. The supplier's own address is never
 * called by the page.
 */
function Picture({ listing: { imageUrl, products } }: Props) {
  const productId = products[0]?.productId
  const { data } = useQuery({
    ...queryOf('getProductContent', { path: { productId: Number(productId) } }),
    enabled: productId !== undefined,
  })
  const [image] = data?.images ?? []
  if (!image) return imageUrl === undefined ? texts.noPicture : texts.pictureThere
  const { url, width, height } = image
  return (
    <img
      src={new URL(url).pathname}
      alt=""
      width={Math.round((PICTURE_HEIGHT * width) / height)}
      height={PICTURE_HEIGHT}
    />
  )
}

function factsOf(listing: Listing) {
  const { supplier, brand, productType, countries, discountPercent, waitingPercent, products } =
    listing
  return [
    [texts.state, <ListingState key="state" listing={listing} />],
    [
      texts.supplier,
      <Link key="supplier" to={supplierPath(supplier)}>
        {supplier}
      </Link>,
    ],
    [texts.listing, <CodeText key="listing">{listing.listing}</CodeText>],
    [texts.brand, brand],
    [texts.type, readable(productType)],
    [texts.faceValues, facesOf(listing)],
    [texts.countries, countries.join(' ')],
    [texts.discount, percent(Number(discountPercent ?? 0))],
    [texts.after, waitingPercent && percent(Number(waitingPercent))],
    [texts.buys, <PurchaseSettings key="buys" settings={listing.settings} />],
    [texts.redemption, listing.redemption],
    [texts.terms, listing.terms],
    [texts.picture, <Picture key="picture" listing={listing} />],
    [texts.buyers, products.length > 0 && <Buyers key="buyers" listing={listing} />],
  ] as const
}

function Buyers({ listing }: Props) {
  const can = useCan()
  const ids = [...new Set(listing.products.map(({ productId }) => productId))]
  return (
    <Stack gap={4}>
      {ids.map((productId) => (
        <Group key={productId} gap="sm">
          <ProductLink id={productId} />
          {can('unmapSupplierListing') && (
            <Act
              operation="unmapSupplierListing"
              path={{ listingId: listing.listingId }}
              label={texts.unmap}
              text={texts.unmapText(listing.name, String(productId))}
              fixed={{ productId }}
              fields={[OPTIONAL_REASON]}
              isDangerous
              done={() => texts.isUnmapped}
            />
          )}
        </Group>
      ))}
    </Stack>
  )
}

function Acts({ listing: { listingId, name, brand } }: Props) {
  const can = useCan()
  const product = useProductFilter()
  const path = { listingId }
  return (
    <>
      {can('mapSupplierListing') && (
        <Act
          operation="mapSupplierListing"
          path={path}
          label={texts.mapTo}
          text={texts.mapText(name, texts.aProduct)}
          fields={[
            { ...chosenField(product), isOptional: false },
            {
              name: 'faceValue',
              label: texts.onlyFaceValue,
              help: texts.onlyFaceValueHelp,
              isOptional: true,
            },
            OPTIONAL_REASON,
          ]}
          done={() => texts.isMapped}
        />
      )}
      {can('createProductOfListing') && (
        <Act
          operation="createProductOfListing"
          path={path}
          label={texts.sell}
          text={texts.sellText(name)}
          isPrimary
          fields={[
            { name: 'brand', label: texts.brand, initial: brand },
            { name: 'locale', label: texts.locale, initial: 'en' },
            { name: 'active', label: texts.isActive, kind: 'switch', initial: 'true' },
            OPTIONAL_REASON,
          ]}
          done={(made) =>
            [texts.made(String(made.productId)), pictureFaultOf(made)]
              .filter((text) => text !== undefined)
              .join('. ')
          }
        />
      )}
    </>
  )
}

function Suggestions({ listing }: Props) {
  const can = useCan()
  const { listingId, name, suggestions } = listing
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.suggestions}
      </Title>
      {suggestions.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.noSuggestions}
        </Text>
      )}
      {suggestions.map(({ productId, brand, ...likeness }) => (
        <Group key={productId} gap="sm">
          <ProductLink id={productId} />
          <Text size="sm" c="dimmed">
            {reasonsOf(likeness).join(' · ')}
          </Text>
          {can('mapSupplierListing') && likeness.sameFaceValues && (
            <Act
              operation="mapSupplierListing"
              path={{ listingId }}
              label={texts.map}
              text={texts.mapText(name, brand)}
              fixed={{ productId }}
              fields={[OPTIONAL_REASON]}
              done={() => texts.isMapped}
            />
          )}
        </Group>
      ))}
    </Stack>
  )
}

type Likeness = Omit<Listing['suggestions'][number], 'productId' | 'brand'>

function reasonsOf({ sameBrand, sameCountry, sameFaceValues }: Likeness): string[] {
  return [
    sameBrand ? texts.sameBrand : texts.likeBrand,
    ...(sameCountry ? [texts.sameCountry] : []),
    sameFaceValues ? texts.sameFaceValues : texts.otherFaceValues,
  ]
}
