import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { Failure } from '../components/failure.tsx'
import { count } from '../format/format.ts'
import { againTexts as texts } from '../messages/en-order.ts'
import { messages } from '../messages/messages.ts'
import { useCart } from './cart-store.ts'
import { CARTS_MAX, withCart } from './saved-cart.ts'
import { useRefill } from './use-refill.ts'
import { useSavedCarts } from './use-saved-carts.ts'

interface Props {
  /** The wallet that pays. */
  readonly currency: string
}

/** Saves the cart under a name, and fills it from a saved cart. */
export function SavedCarts({ currency }: Props) {
  const [isOpen, { open, close }] = useDisclosure(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={open}>
        {texts.saved}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={texts.saved}
        closeButtonProps={{ 'aria-label': messages.close }}
        // The header of a dialog must not count as a second banner of the page.
        attributes={{ header: { role: 'presentation' } }}
      >
        <Stack gap="sm">
          <Text size="sm">{texts.about}</Text>
          <SaveForm />
          <Saved currency={currency} close={close} />
        </Stack>
      </Modal>
    </>
  )
}

function SaveForm() {
  const [{ lines }] = useCart()
  const [carts, save] = useSavedCarts()
  const [typed, setTyped] = useState('')
  const [hasRoom, setRoom] = useState(true)
  const name = typed.trim()
  if (lines.length === 0) return null
  const next = withCart(carts, { name, lines })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (name === '' || !next) return
        const isSaved = save(next)
        setRoom(isSaved)
        if (isSaved) setTyped('')
      }}
    >
      <Stack gap="xs">
        <TextInput
          label={texts.name}
          maxLength={NAME_LENGTH_MAX}
          autoComplete="off"
          value={typed}
          error={next ? !hasRoom && texts.noRoom : texts.full(count(CARTS_MAX))}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" size="xs" disabled={name === '' || !next}>
            {carts.some((cart) => cart.name === name) ? texts.replace : texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Saved({ currency, close }: Props & { close(): void }) {
  const [carts, save] = useSavedCarts()
  const load = useRefill()
  if (carts.length === 0)
    return (
      <Text c="dimmed" size="sm">
        {texts.none}
      </Text>
    )
  return (
    <>
      {load.error && <Failure error={load.error} />}
      {carts.map(({ name, lines }) => (
        <Group key={name} justify="space-between">
          <div>
            <Text size="sm" fw={550}>
              {name}
            </Text>
            <Text size="xs" c="dimmed">
              {texts.lines(count(lines.length))}
            </Text>
          </div>
          <Group gap="xs">
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.loadNamed(name)}
              loading={load.isPending && load.variables.lines === lines}
              onClick={() => load.mutate({ lines, currency }, { onSuccess: close })}
            >
              {texts.load}
            </Button>
            <Button
              size="compact-xs"
              variant="default"
              aria-label={texts.removeNamed(name)}
              onClick={() => save(carts.filter((cart) => cart.name !== name))}
            >
              {texts.remove}
            </Button>
          </Group>
        </Group>
      ))}
    </>
  )
}

const NAME_LENGTH_MAX = 60
