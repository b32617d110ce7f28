import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test.each([
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
])('cell %j is read as %j', (cell, read) => {
  expect(parse(csvLine([cell, 'next']))).toEqual([[read, 'next']])
})

test('numbers stay numbers, below zero too; null is an empty cell', () => {
  expect(csvLine([-5, 0, null, 12_000])).toBe('-5,0,,12000\r\n')
})
