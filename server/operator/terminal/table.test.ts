import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { formatFacts, formatTable } from './table.ts'
import { displayWidth, toPrintable } from './width.ts'

test('Chinese and emoji are two columns wide, combining marks none; control and direction characters are replaced', () => {
  const widths: [string, number][] = [
    ['', 0],
    ['abc', 3],
    ['订单号', 6],
    ['¥19.90', 6],
    ['体验版 × 3', 10],
    ['，。（）', 8],
    ['ｱ', 1],
    ['Ａ', 2],
    ['한국', 4],
    ['𠮷', 2],
    ['😀', 2],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['é', 1],
    ['e\u0301', 1],
    ['a\u200bb', 2],
  ]
  expect(widths.map(([text]) => [text, displayWidth(text)])).toEqual(widths)
  expect(toPrintable('a\u001b[2Jb')).toBe('a\ufffd[2Jb')
  expect(toPrintable('one\r\n  two')).toBe('one two')
  expect(toPrintable('\u202eevil\u2066')).toBe('\ufffdevil\ufffd')
  expect(toPrintable('星桥 😀')).toBe('星桥 😀')
})

const people = [
  { name: '小明', credit: '5' },
  { name: 'Bartholomew', credit: '12,000' },
]

test('table columns are aligned, numbers to the right, without trailing spaces; null facts are left out', () => {
  const text = formatTable(people, [
    { title: '昵称', of: ({ name }) => name },
    { title: '积分', of: ({ credit }) => credit, align: 'right' },
    { title: '备注', of: () => '' },
  ])
  expect(stripVTControlCharacters(text)).toBe(
    ['昵称           积分  备注', '小明              5', 'Bartholomew  12,000'].join('\n'),
  )
  const facts = formatFacts([
    ['编号', 'a'],
    ['失败原因', null],
    ['支付意图', 'pi_1\u0007'],
  ])
  expect(stripVTControlCharacters(facts)).toBe('编号      a\n支付意图  pi_1\ufffd')
})
