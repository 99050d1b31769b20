import { FileButton, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Input, type Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import type { FieldOf } from '../components/act-fields.ts'
import { Act } from '../components/act.tsx'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { count, readable } from '../format/format.ts'
import { consoleTexts } from '../messages/en-console.ts'
import { CATEGORY_NAMES } from '../messages/en-shop.ts'
import { useCan } from '../session/session.ts'

const texts = consoleTexts.content
const TYPES = 'image/png,image/jpeg,image/webp'
/** In pixels. */
const THUMBNAIL_HEIGHT = 96

type Content = Result<'getProductContent'>

interface Props {
  readonly content: Content
}

/** The kinds of barcodes. Their names are the same in each language. */
const BARCODES: readonly { readonly value: NonNullable<Content['barcode']>; label: string }[] = [
  { value: 'CODE_128', label: 'Code 128' },
  { value: 'CODE_39', label: 'Code 39' },
  { value: 'EAN_13', label: 'EAN-13' },
  { value: 'QR', label: 'QR' },
  { value: 'PDF_417', label: 'PDF417' },
]

/** The content of a product for shops: pictures, category, countries, texts by language. */
export function ProductContent({ productId }: { readonly productId: number }) {
  const { data, error, refetch } = useQuery(queryOf('getProductContent', { path: { productId } }))
  const isEmpty = data?.images.length === 0 && data.locales.length === 0
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Title order={2} size="h4">
          {texts.title}
        </Title>
        {data && <Acts content={data} />}
      </Group>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {isEmpty && (
        <Text c="dimmed" size="sm">
          {texts.none}
        </Text>
      )}
      {data && <Images content={data} />}
      {data && <About content={data} />}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {data?.locales.map((one) => (
          <Texts key={one.locale} content={data} texts={one} />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

function Acts({ content: { productId, category, barcode, countries } }: Props) {
  const can = useCan()
  const path = { productId }
  if (!can('updateProductContent')) return null
  return (
    <Group gap="xs">
      {can('uploadImage') && <AddImage productId={productId} />}
      <Act
        operation="updateProductContent"
        path={path}
        label={texts.addLanguage}
        fields={textFields()}
        send={(body, key) => call('updateProductContent', { path, body: changeOf(body), key })}
      />
      <Act
        operation="updateProductContent"
        path={path}
        label={texts.about}
        text={texts.aboutText}
        fixed={{ category: null, barcode: null, countries: [] }}
        fields={[
          {
            name: 'category',
            label: texts.category,
            kind: 'choice',
            choices: Object.keys(CATEGORY_NAMES).map((value) => ({
              value,
              label: readable(value),
            })),
            isOptional: true,
            initial: category ?? '',
          },
          {
            name: 'barcode',
            label: texts.barcode,
            kind: 'choice',
            choices: BARCODES,
            help: texts.barcodeHelp,
            isOptional: true,
            initial: barcode ?? '',
          },
          {
            name: 'countries',
            label: texts.countries,
            kind: 'list',
            help: texts.countriesHelp,
            isOptional: true,
            initial: countries.join(', '),
          },
          OPTIONAL_REASON,
        ]}
      />
    </Group>
  )
}

/** Stores an image, and shows it after the product's other images. */
function AddImage({ productId }: { readonly productId: number }) {
  const queries = useQueryClient()
  const add = useMutation({
    mutationFn: async (image: File) => {
      const path = { productId }
      const { imageId } = await call('uploadImage', { image })
      const { images } = await call('getProductContent', { path })
      const ids = images.map((one) => one.imageId).filter((id) => id !== imageId)
      return call('updateProductContent', { path, body: { images: [...ids, imageId] } })
    },
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <>
      {add.error && <Failure error={add.error} />}
      <FileButton accept={TYPES} onChange={(image) => image && add.mutate(image)}>
        {(props) => (
          <Button
            size="xs"
            variant="default"
            loading={add.isPending}
            title={texts.imageHelp}
            {...props}
          >
            {texts.addImage}
          </Button>
        )}
      </FileButton>
    </>
  )
}

function Images({ content: { productId, images } }: Props) {
  const can = useCan()
  const ids = images.map(({ imageId }) => imageId)
  const shared = { operation: 'updateProductContent', path: { productId } } as const
  return (
    <Group gap="md" align="flex-start">
      {images.map(({ imageId, url, width, height }, at) => {
        const others = ids.filter((id) => id !== imageId)
        const number = count(at + 1)
        return (
          <Stack key={imageId} gap={4}>
            <img
              src={new URL(url).pathname}
              alt={texts.image(number)}
              width={Math.round((THUMBNAIL_HEIGHT * width) / height)}
              height={THUMBNAIL_HEIGHT}
            />
            {can('updateProductContent') && (
              <Group gap={4}>
                {at > 0 && (
                  <Act
                    {...shared}
                    label={texts.first(number)}
                    fixed={{ images: [imageId, ...others] }}
                    fields={[OPTIONAL_REASON]}
                  />
                )}
                <Act
                  {...shared}
                  label={texts.removeImage(number)}
                  text={texts.removeImageText}
                  fixed={{ images: others }}
                  fields={[OPTIONAL_REASON]}
                  isDangerous
                />
              </Group>
            )}
          </Stack>
        )
      })}
    </Group>
  )
}

function About({ content: { category, barcode, countries } }: Props) {
  return (
    <Details
      of={[
        [texts.category, category && readable(category)],
        [texts.countries, countries.join(', ')],
        [texts.barcode, BARCODES.find(({ value }) => value === barcode)?.label],
      ]}
    />
  )
}

type LocaleTexts = Content['locales'][number]

function Texts({ content: { productId }, texts: shown }: Props & { readonly texts: LocaleTexts }) {
  const can = useCan()
  const path = { productId }
  const { locale, name, description, terms, redemptionSteps, validity, balanceCheckUrl } = shown
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="xs">
        <Text fw={550}>
          {name} · {locale}
        </Text>
        {can('updateProductContent') && (
          <Group gap={4}>
            <Act
              operation="updateProductContent"
              path={path}
              label={texts.editLanguage(locale)}
              fields={textFields(shown)}
              send={(body, key) =>
                call('updateProductContent', { path, body: changeOf(body), key })
              }
            />
            <Act
              operation="updateProductContent"
              path={path}
              label={texts.removeLanguage(locale)}
              text={texts.removeText(locale)}
              fixed={{ removedLocales: [locale] }}
              fields={[OPTIONAL_REASON]}
              isDangerous
            />
          </Group>
        )}
      </Group>
      <Details
        of={[
          [texts.description, description],
          [texts.terms, terms],
          [texts.steps, redemptionSteps.join(' · ')],
          [texts.validity, validity],
          [texts.balance, balanceCheckUrl],
        ]}
      />
    </Paper>
  )
}

/**
 * Returns the fields for the texts of a language, filled with the present texts if there are any.
 */
function textFields(before?: LocaleTexts): readonly FieldOf<'updateProductContent'>[] {
  const optional = (name: keyof LocaleTexts, label: string) =>
    ({
      name: `locales.${name}`,
      label,
      isOptional: true,
      initial: String(before?.[name] ?? ''),
    }) as const
  return [
    {
      name: 'locales.locale',
      label: texts.language,
      help: texts.languageHelp,
      initial: before?.locale ?? '',
    },
    { name: 'locales.name', label: texts.name, initial: before?.name ?? '' },
    { ...optional('description', texts.description), kind: 'lines' },
    { ...optional('terms', texts.terms), kind: 'lines' },
    {
      ...optional('redemptionSteps', texts.steps),
      kind: 'lines',
      initial: before?.redemptionSteps.join('\n') ?? '',
    },
    optional('validity', texts.validity),
    { ...optional('balanceCheckUrl', texts.balance), help: texts.balanceHelp },
    OPTIONAL_REASON,
  ]
}

type Change = Input<'updateProductContent'>['body']

/** Returns the body that replaces the texts of one language. Each line of the steps is a step. */
function changeOf({ locales, ...body }: Readonly<Record<string, unknown>>): Change {
  const { redemptionSteps = '', ...named } = Object(locales) as Record<string, string>
  const steps = redemptionSteps.split('\n').filter((line) => line.trim() !== '')
  return { ...body, locales: [{ ...named, redemptionSteps: steps }] } as Change
}
