import { Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'

export interface PageTitle {
  readonly title: string
  readonly text: string
}

interface Props {
  /** None if the content is a tab of another page. */
  readonly page: PageTitle | undefined
  readonly act: ReactNode
  readonly children: ReactNode
}

/** Content with one act: beside the title of its page, or above the content of a tab. */
export function PageOrTab({ page, act, children }: Props) {
  if (page) {
    return (
      <Page {...page} acts={act}>
        {children}
      </Page>
    )
  }
  return (
    <Stack>
      <Group>{act}</Group>
      {children}
    </Stack>
  )
}
