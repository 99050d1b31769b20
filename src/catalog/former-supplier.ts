type Settings = Readonly<Record<string, unknown>>

/**
 * `upstream` is the former name of the adapter `tessera`. A request may still use this name for a
 * product's supplier, with former or present names of the settings. The present names are stored.
 */
export function presentSupplier({
  supplier,
  settings = {},
}: {
  readonly supplier: string
  readonly settings?: Settings | undefined
}): { readonly supplier: string; readonly settings: Settings } {
  if (supplier !== 'upstream') return { supplier, settings }
  const { upstream, productId, ...others } = settings
  return {
    supplier: 'tessera',
    settings: {
      ...(upstream !== undefined && { account: upstream }),
      ...(productId !== undefined && { product: productId }),
      ...others,
    },
  }
}
