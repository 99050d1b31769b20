import { Button, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '../api/client.ts'
import type { Field, Values } from '../components/act-fields.ts'
import type { Choice, ChoiceSearch } from '../components/choice.ts'
import { FoundChoice } from '../components/found-choice.tsx'
import { linkTexts as texts } from '../messages/en-links.ts'
import { LINK_LANGUAGES } from './link-languages.ts'
import type { NewLinks } from './send-links.ts'

const FOUND_MAX = 50

/** Finds gift cards of the catalog by a part of their name. */
function cardSearch(currency: string): ChoiceSearch {
  return {
    of: `listOwnProducts ${currency}`,
    async find(text, signal) {
      const q = text === '' ? {} : { q: text }
      const query = { currency, ...q, pageSize: FOUND_MAX }
      const products = await call('listOwnProducts', { query, signal })
      return products
        .filter(({ productType }) => productType === undefined)
        .map(({ productId, brand }) => ({
          value: String(productId),
          label: `${brand} (${productId})`,
        }))
    },
    labelOf: (value) => value,
  }
}

export const LANGUAGES = LINK_LANGUAGES.map((value) => ({
  value,
  label: new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value,
}))

/** The fields for one person: what they may choose, until when, and the language. */
export function choiceFields(currency: Values[string] | undefined): Field[] {
  const { cards: label, cardHelp: help } = texts
  // Each currency has its own catalog.
  const isKnown = typeof currency === 'string' && currency !== ''
  const search = isKnown ? cardSearch(currency) : undefined
  return [
    ...(search
      ? [{ name: 'products', label, help, search, isNumeric: true, isOptional: true }]
      : []),
    {
      name: 'claimBy',
      label: texts.claimBy,
      help: texts.claimByHelp,
      kind: 'date-time',
      isOptional: true,
    },
    {
      name: 'locale',
      label: texts.locale,
      help: texts.localeHelp,
      kind: 'choice',
      choices: LANGUAGES,
      isOptional: true,
    },
  ]
}

/** The form for the people of a file: what they may choose, and until when. */
export interface LinkChoices {
  /** Empty for the whole catalog. */
  readonly products: readonly Choice[]
  /** The text of the input, in the reader's time zone; empty for 12 months. */
  readonly claimBy: string
}

export const EVERYTHING: LinkChoices = { products: [], claimBy: '' }

/** Returns the members of a request to send links for these choices. */
export function choicesOf({
  products,
  claimBy,
}: LinkChoices): Pick<NewLinks, 'products' | 'claimBy'> {
  return {
    ...(products.length > 0 && { products: products.map(({ value }) => Number(value)) }),
    ...(claimBy !== '' && { claimBy: new Date(claimBy).toISOString() }),
  }
}

interface Props {
  readonly currency: string
  readonly choices: LinkChoices
  choose(choices: LinkChoices): void
}

export function LinkChoiceInputs({ currency, choices, choose }: Props) {
  const { products, claimBy } = choices
  const [offered, setOffered] = useState<readonly Choice[]>([])
  const search = cardSearch(currency)
  const find: ChoiceSearch['find'] = async (text, signal) => {
    const cards = await search.find(text, signal)
    setOffered(cards)
    return cards
  }
  const add = (value: string): void => {
    const card = offered.find((one) => one.value === value)
    if (!card || products.some((one) => one.value === value)) return
    choose({ ...choices, products: [...products, card] })
  }
  const remove = (card: Choice): void =>
    choose({ ...choices, products: products.filter((one) => one.value !== card.value) })
  return (
    <>
      <FoundChoice
        label={texts.cards}
        description={texts.cardsHelp}
        search={{ ...search, find }}
        value=""
        choose={add}
      />
      {products.length > 0 && (
        <Group gap="xs">
          {products.map((card) => (
            <Button
              key={card.value}
              size="compact-sm"
              variant="default"
              aria-label={texts.removeCard(card.label)}
              onClick={() => remove(card)}
            >
              {card.label}{' '}
              <Text span inherit c="dimmed" ml={6}>
                {'×'}
              </Text>
            </Button>
          ))}
        </Group>
      )}
      <TextInput
        type="datetime-local"
        label={texts.claimBy}
        description={texts.claimByHelp}
        value={claimBy}
        onChange={({ currentTarget: { value } }) => choose({ ...choices, claimBy: value })}
      />
    </>
  )
}
