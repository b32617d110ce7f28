import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLine, plainDigits, plainNumber } from './csv.ts'

test('a cell is read as it was, and no spreadsheet takes it for a formula', () => {
  const cells = [
    ['plain', 'plain'],
    ['a,b', 'a,b'],
    ['"quoted"', '"quoted"'],
    ['two\r\nlines', 'two\r\nlines'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', "'\rx"],
    ['＝1+1', "'＝1+1"],
    ['＠SUM(1)', "'＠SUM(1)"],
    ['\uFEFF=1+1', "'\uFEFF=1+1"],
    ['\u200B-1', "'\u200B-1"],
    [' =1+1', "' =1+1"],
    ['x=1', 'x=1'],
    ['', ''],
  ]
  expect(cells.map(([cell = '']) => [cell, ...parse(csvLine([cell, 'next']))])).toEqual(
    cells.map(([cell, read]) => [cell, [read, 'next']]),
  )
})

test('numbers stay numbers, as text and below zero too; null is an empty cell', () => {
  expect(csvLine([-5, 0, null, 12_000])).toBe('-5,0,,12000\r\n')
  expect(csvLine([plainNumber('-19.90'), plainNumber('0'), plainNumber('199')])).toBe(
    '-19.90,0,199\r\n',
  )
  expect(() => csvLine([plainNumber('=1+1')])).toThrow('no number')
  // so that a spreadsheet rounds none of its digits
  expect(csvLine([plainDigits('202611240123456789'), 'next'])).toBe('202611240123456789\t,next\r\n')
  expect(csvLine([plainDigits('=1+1')])).toBe("'=1+1\r\n")
})
