import type { Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { REASON } from '../components/reason.ts'
import { consoleTexts } from '../messages/en-console.ts'

const texts = consoleTexts.legal

/** The form for the legal name and address of the partner, which documents print. */
export function LegalAct({ partner }: { readonly partner: Result<'getPartner'> }) {
  const { partnerId, name, legal = {} } = partner
  const field = (part: 'name' | 'address' | 'registration' | 'taxId', help?: string) => ({
    name: `legal.${part}` as const,
    label: texts[part],
    isOptional: true,
    ...(help !== undefined && { help }),
    ...(legal[part] !== undefined && { initial: legal[part] }),
  })
  return (
    <Act
      operation="updatePartner"
      path={{ partnerId }}
      label={texts.state}
      text={texts.text(name)}
      fields={[
        field('name', texts.nameHelp(name)),
        field('address', texts.addressHelp),
        field('registration'),
        field('taxId'),
        REASON,
      ]}
      done={() => texts.done}
    />
  )
}
