import { Alert, Button, Group, Text } from '@mantine/core'
import type { Entry } from '../api/client.ts'
import { Details } from '../components/details.tsx'
import { Money } from '../components/money.tsx'
import { count, money } from '../format/format.ts'
import { sumOf } from '../format/sum.ts'
import { linkTexts } from '../messages/en-links.ts'
import { draftTexts } from '../messages/en-shop.ts'
import { useOrderRules } from './drafts.tsx'
import { startOf, type CheckedPart, type SentParts } from './link-parts.ts'
import { fileNeedsApproval, sumsOf } from './link-sums.ts'

const texts = linkTexts.file

interface Props {
  readonly parts: readonly CheckedPart[]
  readonly funds: Entry<'getOwnFunds'> | undefined
  onSend(file: SentParts): void
}

/** The amount that a file sets aside, the funds that are left, and the button that sends. */
export function LinkTotals({ parts, funds, onSend }: Props) {
  const { data: rules, isSuccess } = useOrderRules()
  const currency = parts[0]?.body.currency ?? ''
  const sums = sumsOf(parts)
  const { links, unsentLinks, unsentAside } = sums
  const isForApproval = fileNeedsApproval(rules, currency, sums)
  const after = funds && sumOf([funds.available, `-${unsentAside}` as `${number}`])
  const isShort = Number(after) < 0
  return (
    <>
      <Text size="sm" role="status">
        {texts.good(count(links))}
      </Text>
      {unsentLinks < links && (
        <Alert variant="light">
          {texts.sentBefore(count(links - unsentLinks), count(unsentLinks))}
        </Alert>
      )}
      <Details
        of={[
          [texts.worth, <Money key="worth" amount={sums.amount} currency={currency} />],
          [texts.setAside, <Money key="aside" amount={unsentAside} currency={currency} />],
          [texts.fundsNow, <Money key="now" amount={funds?.available} currency={currency} />],
          [texts.fundsAfter, <Money key="after" amount={after} currency={currency} isBalance />],
        ]}
      />
      {isForApproval && parts.length > 1 && (
        <Alert variant="light">{texts.needsApproval(count(parts.length))}</Alert>
      )}
      {isShort && (
        <Alert color="red" variant="light">
          {texts.tooLittle}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button
          disabled={isShort || !isSuccess}
          onClick={() => onSend(startOf(parts, isForApproval))}
        >
          {labelOf(sums, { currency, isForApproval })}
        </Button>
      </Group>
    </>
  )
}

function labelOf(
  { unsentLinks, unsentAside }: ReturnType<typeof sumsOf>,
  { currency, isForApproval }: { readonly currency: string; readonly isForApproval: boolean },
): string {
  if (unsentLinks === 0) return texts.readAddresses
  const amount = money(unsentAside, currency)
  return isForApproval ? draftTexts.ask(amount) : texts.send(count(unsentLinks), amount)
}
