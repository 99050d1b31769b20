/** The folder of package.json: above `dist/`, which holds no folders, or two above this file. */
const FROM_HERE = /\/core\/project\.[jt]s$/.test(import.meta.url) ? '../../' : '../'

export const PROJECT = new URL(FROM_HERE, import.meta.url)
