import { Divider, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { file, type Entry } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { CodeText } from '../components/code-text.tsx'
import { CopiedText } from '../components/copied-text.tsx'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { ProForma } from '../components/pro-forma.tsx'
import { messages } from '../messages/messages.ts'
import { DepositMail, LowFundsMails } from './funds-mails.tsx'

const texts = messages.ofPortal

/** The accounts to pay to, and the reference that identifies the partner's payments. */
export function PayInPage() {
  const { data, error, refetch } = useQuery(queryOf('getOwnPayIn'))
  return (
    <Page title={texts.payIn} text={texts.payInAbout}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading lines={3} />}
      {data?.length === 0 && (
        <Text c="dimmed" size="sm">
          {texts.noPayIn}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, lg: 2 }}>
        {data?.map((one) => (
          <PayIn key={one.currency} of={one} />
        ))}
      </SimpleGrid>
      <LowFundsMails />
    </Page>
  )
}

function PayIn({ of }: { readonly of: Entry<'getOwnPayIn'> }) {
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4" mb="xs">
        {texts.payInIn(of.currency)}
      </Title>
      <Details
        of={[
          [
            texts.payInReference,
            <CopiedText key="reference" name={texts.payInReference} value={of.reference}>
              <CodeText>{of.reference}</CodeText>
            </CopiedText>,
          ],
          [texts.payInHolder, of.holder],
          [
            texts.payInAccount,
            <CopiedText key="account" name={texts.payInAccount} value={of.account}>
              <CodeText>{of.account}</CodeText>
            </CopiedText>,
          ],
          [texts.payInBic, of.bic !== undefined && <CodeText>{of.bic}</CodeText>],
          [texts.payInBank, of.bank],
        ]}
      />
      <Text size="sm" c="dimmed" mt="xs">
        {texts.payInReferenceText}
      </Text>
      <Divider my="sm" />
      <ProForma currencies={[of.currency]} print={(query) => file('getOwnProForma', { query })} />
      <DepositMail currency={of.currency} />
    </Paper>
  )
}
