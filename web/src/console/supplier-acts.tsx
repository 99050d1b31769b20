import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { call, type Result } from '../api/client.ts'
import { Act } from '../components/act.tsx'
import { OPTIONAL_REASON } from '../components/reason.ts'
import { supplyTexts as texts } from '../messages/en-supply.ts'
import { systemTexts } from '../messages/en-system.ts'
import { useCan } from '../session/session.ts'
import { secretFields, settingFields, useAdapters } from './supplier-accounts.tsx'

type Supplier = Result<'getSupplier'>

/** What can be done with our account, and the way to what can be bought with it. */
export function SupplierActs({
  supplier: { supplier, adapter, active, settings, lowFloat },
}: {
  readonly supplier: Supplier
}) {
  const can = useCan()
  const ownAdapter = useAdapters().find((one) => one.adapter === adapter)
  if (!can('updateSupplier')) return <Listings supplier={supplier} />
  const shared = { operation: 'updateSupplier', path: { supplier } } as const
  return (
    <>
      {ownAdapter && ownAdapter.settings.length > 0 && (
        <Act
          {...shared}
          label={texts.settingsAct}
          text={texts.settingsText(supplier)}
          fixed={{ settings: {} }}
          fields={[...settingFields(ownAdapter, settings), OPTIONAL_REASON]}
        />
      )}
      {ownAdapter && (
        <Act
          {...shared}
          label={texts.secretsAct}
          text={texts.secretsText(supplier)}
          fields={[...secretFields(ownAdapter), OPTIONAL_REASON]}
        />
      )}
      <Act
        operation="mirrorSupplier"
        path={{ supplier }}
        label={texts.mirrorNow}
        text={texts.mirrorNowText(supplier)}
        fields={[OPTIONAL_REASON]}
        done={() => texts.isMirrored}
      />
      <Act
        {...shared}
        label={texts.alertAct}
        text={texts.alertText(supplier)}
        fields={[
          {
            name: 'lowFloat.currency',
            label: systemTexts.suppliers.currency,
            initial: lowFloat?.currency ?? '',
          },
          {
            name: 'lowFloat.amount',
            label: texts.lowFloat,
            kind: 'amount',
            currency: { field: 'lowFloat.currency' },
            says: (amount) => amount,
          },
          OPTIONAL_REASON,
        ]}
      />
      <Act
        {...shared}
        label={active ? texts.stop : texts.start}
        text={active ? texts.stopText(supplier) : texts.startText(supplier)}
        fixed={{ active: !active }}
        fields={[OPTIONAL_REASON]}
        isDangerous={active}
        done={() => (active ? texts.stopped(supplier) : texts.started(supplier))}
        undo={() => call('updateSupplier', { path: { supplier }, body: { active } })}
      />
      <Listings supplier={supplier} />
    </>
  )
}

function Listings({ supplier }: { readonly supplier: string }) {
  const can = useCan()
  if (!can('listSupplierListings')) return null
  return (
    <Button
      size="xs"
      renderRoot={(props) => (
        <Link to="/console/listings" search={{ 'listings.supplier': supplier }} {...props} />
      )}
    >
      {texts.itsListings}
    </Button>
  )
}
