import { Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Result } from '../api/client.ts'
import { queryOf } from '../api/query.ts'
import { CodeText } from '../components/code-text.tsx'
import { Details } from '../components/details.tsx'
import { Failure } from '../components/failure.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'
import { PlainTable } from '../components/plain-table.tsx'
import { settingTexts } from '../messages/en-settings.ts'
import { systemTexts } from '../messages/en-system.ts'

const texts = systemTexts.settings
const GROUPS = Object.keys(texts.groups) as (keyof typeof texts.groups)[]

/** The settings of the service, which explain why it does what it does. */
export function SettingsPage() {
  const { data, error, refetch } = useQuery(queryOf('getSettings'))
  return (
    <Page title={texts.title} text={texts.about}>
      {error && <Failure error={error} retry={() => void refetch()} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <Features settings={data} />
          {GROUPS.map((group) => (
            <SettingsOfGroup key={group} group={group} settings={data} />
          ))}
        </>
      )}
    </Page>
  )
}

interface Props {
  readonly settings: Result<'getSettings'>
}

function Features({ settings: { version, features } }: Props) {
  const { yes, no } = texts
  const isOn = (isEnabled: boolean): string => (isEnabled ? yes : no)
  return (
    <Details
      of={[
        [texts.version, version],
        [texts.database, features.bundledDatabase ? texts.bundled : texts.external],
        [texts.operatorAddress, isOn(features.operatorAddress)],
        [texts.mails, isOn(features.mails)],
        [texts.alertMail, isOn(features.alertMail)],
        [texts.alertWebhook, isOn(features.alertWebhook)],
      ]}
    />
  )
}

function SettingsOfGroup({
  group,
  settings: { settings },
}: Props & { readonly group: (typeof GROUPS)[number] }) {
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {texts.groups[group]}
      </Title>
      <PlainTable
        head={[texts.setting, texts.value, texts.purpose]}
        rows={settings
          .filter((one) => one.group === group)
          .map(({ name, value = texts.none, isDefault, about }) => [
            <CodeText key="name">{name}</CodeText>,
            <Text key="value" span size="sm" fw={isDefault ? undefined : 650}>
              {value}
            </Text>,
            settingTexts.abouts[name] ?? about,
          ])}
      />
    </Stack>
  )
}
