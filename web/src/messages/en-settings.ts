/** What a setting is for, by its name, in another language than that of the service. */
export const settingTexts = { abouts: {} as Readonly<Partial<Record<string, string>>> }
