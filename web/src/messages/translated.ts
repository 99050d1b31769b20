/** A catalogue in another language. A missing name or parameter does not compile. */
export type Translated<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : { readonly [Name in keyof T]: Translated<T[Name]> }
