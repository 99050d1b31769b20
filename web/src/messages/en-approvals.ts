/** The texts of acts that a second person must approve, loaded with their pages. */
export const approvalTexts = {
  /** What each act does, by the English text of the service. */
  abouts: {} as Readonly<Record<string, string>>,
}
