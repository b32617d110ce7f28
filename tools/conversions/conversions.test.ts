import { expect, test } from 'vitest'
import { TOOLS, type ToolId } from '../wire/tools.ts'
import { CONVERSIONS } from './all-conversions.ts'
import { ConversionError, cutIntoPieces } from './conversion.ts'

async function convert(tool: ToolId, text: string, choice: string) {
  return CONVERSIONS[tool](text, choice, async () => {})
}
const textOf = async (...given: Parameters<typeof convert>) => (await convert(...given)).text

test('simplified Chinese becomes that of Taiwan and Hong Kong by words, and back', async () => {
  const text = '点“发送验证码”，软件和鼠标；皇后以后理发、发财。Don’t “don’t”'
  expect(await textOf('chinese', text, 'tw')).toBe(
    '點「傳送驗證碼」，軟體和滑鼠；皇后以後理髮、發財。Don’t 「don’t」',
  )
  expect(await textOf('chinese', '软件里面说', 'hk')).toBe('軟件裏面説')
  expect(await textOf('chinese', '點「傳送」，軟體、滑鼠、印表機', 'from-tw')).toBe(
    '点“发送”，软件、鼠标、打印机',
  )
  expect(await textOf('chinese', '衞生間裏面説', 'from-hk')).toBe('卫生间里面说')
})

test('readings of characters follow the context and stand above their characters', async () => {
  const { text, ruby } = await convert('pinyin', '银行行长，重庆。\nHello 3个', 'symbol')
  expect(text).toBe('yín háng háng zhǎng，chóng qìng。\nHello 3 gè')
  expect(ruby?.[0]?.slice(0, 5)).toEqual([
    ['银', 'yín'],
    ['行', 'háng'],
    ['行', 'háng'],
    ['长', 'zhǎng'],
    ['，', ''],
  ])
  expect(await textOf('pinyin', '你好', 'num')).toBe('ni3 hao3')
  expect(await textOf('pinyin', '你好', 'none')).toBe('ni hao')
})

test('spacing and punctuation are tidied, together or alone; what is tidy stays', async () => {
  const tidied = [
    ['用React写了３个页面,只要0.8秒!', '用 React 写了 3 个页面，只要 0.8 秒！'],
    ['说明见https://a.test/b,c?d=e,请看.', '说明见 https://a.test/b,c?d=e，请看。'],
    ['写信到help@example.com.', '写信到 help@example.com。'],
    ['`a,b`是代码,别动', '`a,b` 是代码，别动'],
    ['涨了5%左右(见表)', '涨了 5% 左右（见表）'],
    ['The price is 5.0, thanks!', 'The price is 5.0, thanks!'],
    ['太好了!!!真的?', '太好了！真的？'],
  ] as const
  for (const [text, expected] of tidied) expect(await textOf('spacing', text, 'all')).toBe(expected)
  expect(await textOf('spacing', '用React,好', 'spaces')).toBe('用 React,好')
  expect(await textOf('spacing', '用React,好', 'punctuation')).toBe('用React，好')
  for (const { sample } of TOOLS) {
    const once = await textOf('spacing', sample, 'all')
    expect(await textOf('spacing', once, 'all')).toBe(once)
  }
})

const ROWS = '名称,数量,备注\n苹果,3,"甜,脆"\n梨,021,第一行|第二行'

test('a table goes from CSV to JSON and Markdown and back without loss', async () => {
  const json = await textOf('table', ROWS, 'json')
  expect(JSON.parse(json)).toEqual([
    { 名称: '苹果', 数量: 3, 备注: '甜,脆' },
    { 名称: '梨', 数量: '021', 备注: '第一行|第二行' },
  ])
  const markdown = await textOf('table', ROWS, 'markdown')
  expect(markdown.split('\n').slice(0, 3)).toEqual([
    '| 名称 | 数量 | 备注 |',
    '| --- | --- | --- |',
    '| 苹果 | 3 | 甜,脆 |',
  ])
  expect(await textOf('table', json, 'csv')).toBe(ROWS)
  expect(await textOf('table', markdown, 'csv')).toBe(ROWS)
  expect(await textOf('table', '名称\t数量\n梨\t2', 'csv')).toBe('名称,数量\n梨,2')
})

test('a table that cannot be read, or that names a huge one, is refused with the reason', async () => {
  const names = JSON.stringify(Array.from({ length: 3_000 }, (_, at) => ({ [at]: 1 })))
  const wrong = [
    ['[{"a": 1},\n{"a": }]', '第 2 行'],
    ['[{"a": 1}', 'JSON'],
    ['[1, 2]', '对象的列表'],
    ['[]', '没有数据'],
    ['a,b\n"c,d', '引号'],
    ['a,a\n1,2', '两列都叫'],
    [`a${'\t'.repeat(199_000)}b`, '太大'],
    [`${'a,'.repeat(20_000)}\n${'b\n'.repeat(10_000)}`, '太大'],
    [names, '太大'],
    [`${'a'.repeat(20_000)}\n${'b\n'.repeat(10_000)}`, '太大'],
    ['['.repeat(50_000), 'JSON 的写法不对'],
  ] as const
  for (const [text, reason] of wrong) {
    const converted = convert('table', text, 'json')
    await expect(converted, text.slice(0, 40)).rejects.toThrow(ConversionError)
    await expect(converted, text.slice(0, 40)).rejects.toThrow(reason)
  }
})

test('a long text of one kind takes no longer than others', async () => {
  for (const text of [
    'a'.repeat(50_000),
    `中${'!'.repeat(50_000)}a`,
    `${' '.repeat(200_000)}a`,
    `(${'中'.repeat(50_000)}`,
    `a\n${'-'.repeat(50_000)}x`,
  ]) {
    expect((await textOf('spacing', text, 'all')).length).toBeGreaterThan(0)
    expect(await textOf('table', text, 'csv')).toContain(text.trim().slice(-1))
  }
})

test('pieces of a text are the text, and progress reaches its length', async () => {
  const text = '第一句。第二句！\n\n没有标点的一行'.repeat(700)
  const pieces = cutIntoPieces(text)
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('')).toBe(text)
  const lengths: number[] = []
  await CONVERSIONS.spacing(text, 'all', async (length) => void lengths.push(length))
  expect(lengths.length).toBe(pieces.length)
  expect(lengths.at(-1)).toBe(text.length)
})
