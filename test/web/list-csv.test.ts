import { expect, test } from 'vitest'
import { fileName } from '../../web/src/components/file-name.ts'
import { ListCsv } from '../../web/src/components/list-csv.ts'

test('entries of a list are CSV with all fields, quoted, and no cell is a formula', async () => {
  const csv = new ListCsv()
  csv.add([{ id: 1, name: 'Acme, "Ltd"\r\nBerlin' }])
  csv.add([
    { id: 2, name: '=HYPERLINK("x")', amount: -1.5, tags: ['a', 'b'] },
    { id: 3, amount: '9999999999999989', by: { role: 'admin' } },
  ])

  expect((await new Blob(await csv.parts()).text()).split('\r\n')).toEqual([
    'id,name,amount,tags,by',
    '1,"Acme, ""Ltd""',
    'Berlin",,,',
    `2,"'=HYPERLINK(""x"")",-1.5,a; b,`,
    '3,,9999999999999989,,"{""role"":""admin""}"',
    '',
  ])
})

test.each([
  ['orders', [], 'orders-2026-03-09.csv'],
  ['items', ['Order ord_01M8', undefined], 'items-Order-ord_01M8-2026-03-09.csv'],
  ['Händler', ['Süß & Söhne / "Nord"', ''], 'Händler-Süß-Söhne-Nord-2026-03-09.csv'],
])('a file of %s about %j has a name that every file system accepts', (holds, subjects, name) => {
  const at = new Date(2026, 2, 9, 23, 30)
  expect(fileName({ holds, subjects, at, extension: 'csv' })).toBe(name)
  expect(fileName({ holds, subjects, extension: 'csv' })).toBe(name.replace('-2026-03-09', ''))
})
