import { expect, test } from 'vitest'
import { writeCells } from './picture.ts'

test('cells of a picture are no formulas in a spreadsheet, and numbers stay numbers', () => {
  const cells = [
    ['=HYPERLINK("https://a.test";"看")', '@SUM(A1)', ' ＝1+1', '+86 138'],
    ['-12.50', '+3%', '1,299.00', '备注, "急"'],
  ]
  expect(writeCells(cells, 'csv')).toBe(
    `"'=HYPERLINK(""https://a.test"";""看"")",'@SUM(A1),' ＝1+1,'+86 138\r\n` +
      '-12.50,+3%,"1,299.00","备注, ""急"""',
  )
  expect(writeCells(cells, 'tsv').split('\n')[0]).toBe(
    `'=HYPERLINK("https://a.test";"看")\t'@SUM(A1)\t' ＝1+1\t'+86 138`,
  )
})
