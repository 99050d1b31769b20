import { Button, Center, Paper, Stack, Text, Title } from '@mantine/core'
import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '../components/lazy-part.ts'
import { Loading } from '../components/loading.tsx'
import { messages } from '../messages/messages.ts'
import { useSignOut } from './use-sign-out.ts'

const texts = messages.factorGate

const SecondFactors = lazyPart(() => import('../account/second-factors.tsx'), 'SecondFactors')

interface Props {
  /** True if the service refuses everything else until the user has a second factor. */
  readonly isRequired: boolean
  readonly children: ReactNode
}

/** Lets a user who must have a second factor add one first, and then shows the pages. */
export function FactorGate({ isRequired, children }: Props) {
  // It stays until the user goes on, because the recovery codes are shown once.
  const [isOpen, setOpen] = useState(isRequired)
  if (isRequired && !isOpen) setOpen(true)
  const signOut = useSignOut()
  if (!isOpen) return children
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w={720} maw="100%">
        <Stack gap="xl">
          <div>
            <Title order={1} size="h2">
              {texts.title}
            </Title>
            <Text c="dimmed" size="sm">
              {texts.about}
            </Text>
          </div>
          <Suspense fallback={<Loading lines={4} />}>
            <SecondFactors />
          </Suspense>
          {isRequired ? (
            <Button variant="default" onClick={signOut}>
              {messages.user.signOut}
            </Button>
          ) : (
            <Button onClick={() => setOpen(false)}>{texts.goOn}</Button>
          )}
        </Stack>
      </Paper>
    </Center>
  )
}
