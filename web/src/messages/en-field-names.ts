/** Names of fields of the API in words. English needs none: they are made from the names. */
export const fieldTexts = {
  fieldNames: {} as Readonly<Record<string, string>>,
}
