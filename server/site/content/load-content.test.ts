import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { METHOD_NAMES } from '#contract/recharge/method-names.ts'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import { loadConfig } from '../../config/config.ts'
import { ContentError } from './content-file.ts'
import { loadContent, toSite } from './load-content.ts'

const shipped = fileURLToPath(new URL('../../../content', import.meta.url))

/** A copy of the shipped content with some of its text replaced. */
function copyContent(file: string, from: string | RegExp, to: string) {
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  cpSync(shipped, folder, { recursive: true })
  const text = readFileSync(join(folder, file), 'utf8')
  expect(text).toMatch(from)
  writeFileSync(join(folder, file), text.replace(from, to))
  return { folder, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) }
}

function problemsOf(folder: string): readonly string[] {
  try {
    loadContent(folder, PAYMENT_METHODS)
  } catch (error) {
    if (error instanceof ContentError) return error.problems
    throw error
  }
  return []
}

test('the shipped content is loaded, and its amounts agree with prices and credit', () => {
  const { plans } = loadContent(shipped, PAYMENT_METHODS)
  const rows = plans.map(({ id, amount, credit, bonusCredit, currency }) => {
    const perStep = (amount / 100 / (credit + bonusCredit)) * 100_000
    return [id, currency, (amount / 100).toFixed(2), perStep.toFixed(2)]
  })
  expect(rows).toEqual([
    ['trial', 'cny', '19.90', '9.95'],
    ['standard', 'cny', '49.90', '9.07'],
    ['pro', 'cny', '99.90', '8.33'],
    ['team', 'cny', '299.00', '7.67'],
  ])
})

test('the plans page names the methods that are on, and no page names another wallet', () => {
  const cases = [
    [['card'], '支持银行卡'],
    [['alipay'], '支持支付宝'],
    [['wechat_pay', 'card'], '支持微信支付和银行卡'],
    [['card', 'alipay', 'wechat_pay'], '支持银行卡、支付宝和微信支付'],
  ] as const
  for (const [methods, sentence] of cases) {
    const { words } = loadContent(shipped, methods)
    expect(words.home.planNotes.join('')).toContain(sentence)
    const all = JSON.stringify(words)
    for (const wallet of ['alipay', 'wechat_pay'] as const) {
      const isOn = methods.some((method) => method === wallet)
      expect(all.includes(METHOD_NAMES[wallet]), wallet).toBe(isOn)
    }
  }
})

test('a QR code in the content is drawn as one path with three finder patterns', () => {
  const { support } = loadContent(shipped, PAYMENT_METHODS)
  const qrLink = support.find((entry) => entry.kind === 'qr')
  expect(qrLink?.qr.size).toBeGreaterThanOrEqual(21)
  const { size, path } = qrLink!.qr
  expect(path).toMatch(/^(M\d+ \d+h\d+v1h-\d+z)+$/)
  for (const [x, y] of [
    [0, 0],
    [size - 7, 0],
    [0, size - 7],
  ])
    expect(path).toContain(`M${x} ${y}h7v1h-7z`)
})

test('§9 keys: toSite returns texts and public keys, never a secret', () => {
  const config = loadConfig({ SECRET_KEY: 'k3Jq9ZtW1xLr7PmVb5NcYf2HgD8sAoUe', PORT: '4600' })
  const site = toSite(loadContent(shipped, PAYMENT_METHODS), config)
  expect(site).toMatchObject({
    name: '星桥 AI',
    publicUrl: 'http://localhost:4600',
    logoUrl: '/brand/logo.svg',
    logoSource: expect.stringMatching(/^data:image\/svg\+xml,/),
    payments: {
      provider: 'sandbox',
      methods: ['alipay', 'wechat_pay', 'card'],
      sandboxUrl: 'http://localhost:4601',
    },
    testMode: false,
  })
  const json = JSON.stringify(site)
  const { secretKey, payments } = config
  for (const secret of [secretKey, payments.secretKey, ...payments.webhookSecrets]) {
    expect(json).not.toContain(secret)
  }
})

type Mistake = [from: string | RegExp, to: string, line: number, reason: string]

/** What is replaced in each file, by what, and where and how it is reported. */
const MISTAKES: Record<string, Mistake[]> = {
  'site.json': [
    ['"slogan"', '"slogen"', 3, '：有不认识的字段：slogen'],
    ['"slogan"', '"slogen"', 1, '：slogan 应为文字（加双引号），缺少或类型不对'],
    ['"logo.svg"', '"logo2.svg"', 5, '：logo 指向的文件不存在：logo2.svg'],
    ['"logo.svg"', '"../logo.svg"', 5, '：logo 应为 content 目录里的 .svg、.png 或 .webp 文件名'],
    [
      '"https://chat.',
      '"http://chat.',
      10,
      '：support[0].url 应为 https:// 开头的网址，或 / 开头的站内路径',
    ],
    ['"kind": "group"', '"kind": "club"', 11, '：support[1].kind 应为 messenger、group、qr 之一'],
    ['"cny"', '"xyz"', 46, '：currency 不是已知的货币：xyz'],
    ['"days": 7', '"days": 0', 49, '：welcomeCredit.days 不能小于 1'],
    ['Asia/Shanghai', 'Asia/Beijin', 47, '：timeZone 不是已知的时区：Asia/Beijin'],
    ['"name": "星桥 AI"', '"name": ""', 2, '：name 不能为空'],
    [
      '"toolsUrl"',
      '"colors": { "accent": "indigo" }, "toolsUrl"',
      7,
      '：colors.accent 应为 # 开头的六位颜色，例如 #4353ff',
    ],
    ['"support@example.com"', '"support"', 44, '：email 应为邮箱地址'],
    ['"toolsUrl"', '"termsUrl": "/agb", "toolsUrl"', 7, '：termsUrl 站内没有这一页'],
    ['"星桥 AI",', '"星桥 AI"', 3, '不是合法的 JSON'],
    [/\}\s*$/, '', 54, '不是合法的 JSON'],
  ],
  'home.json': [
    [
      '"credit": 155',
      '"credit": 1.5',
      28,
      '：scene.table.credit 应为整数（不加引号），缺少或类型不对',
    ],
  ],
  'product.json': [
    [
      '"lead": "',
      '"lead": "{{phone}}',
      3,
      '：lead 没有 {{phone}} 这个值：site.json 里没有填写，或名称有误',
    ],
  ],
  'plans.json': [
    ['1990', '19.9', 7, '：[0].amount 应为整数（不加引号），缺少或类型不对'],
    ['1990', '0', 7, '：[0].amount 不能小于 1'],
    ['"standard"', '"trial"', 16, '：[1].id 重复：trial'],
    ['"standard"', '"Standard Plan"', 16, '：[1].id 应为 1–40 个小写字母、数字或连字符'],
    ['5990', '4990', 21, '：[1].originalAmount 应大于 amount'],
    ['"maxNum": 10', '"maxNum": 0', 12, '：[0].maxNum 应在 minNum 与 9999 之间'],
    [
      '"amount": 1990',
      '"currency": "usd", "amount": 1990',
      7,
      '：[0].currency 应与 site.json 的 currency 一致',
    ],
  ],
}

test('each mistake in the content is reported with its line', () => {
  for (const [file, mistakes] of Object.entries(MISTAKES))
    for (const [from, to, line, reason] of mistakes) {
      using content = copyContent(file, from, to)
      const problem = `${file}：第 ${line} 行${reason}`
      expect(problemsOf(content.folder), problem).toContain(problem)
    }
})

test('a logo.svg that is none is reported; one with an XML declaration and a comment at its end is accepted', () => {
  const wrong: [string, Buffer, string][] = [
    ['a PNG', Buffer.from('89504e470d0a1a0a00', 'hex'), '它其实是 .png 图片，请改扩展名或另存'],
    ['a WebP', Buffer.from('RIFF0000WEBPVP8 '), '它其实是 .webp 图片，请改扩展名或另存'],
    ['an HTML page', Buffer.from('<html>404</html>'), '它不是图片，或者已经损坏，请换一个文件'],
    [
      'a truncated SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path d="'),
      '它不是图片，',
    ],
    ['an empty file', Buffer.alloc(0), '它不是图片，'],
  ]
  using content = copyContent('site.json', '"星桥 AI"', '"星桥 AI"')
  const file = join(content.folder, 'logo.svg')
  const problemsWith = (body: Buffer | string) => {
    writeFileSync(file, body)
    return problemsOf(content.folder)
  }
  expect(wrong.map(([name, body]) => [name, problemsWith(body)])).toEqual(
    wrong.map(([name, , reason]) => [
      name,
      [expect.stringContaining(`site.json：第 5 行：logo 指向的 logo.svg 不能用：${reason}`)],
    ]),
  )
  const logo = '<?xml version="1.0"?>\n<!-- a < b -->\n<svg viewBox="0 0 1 1"/>\n<!-- end -->\n'
  expect(problemsWith(logo)).toEqual([])
})

test('a missing value of a field in the middle of a file is reported with its line', () => {
  using content = copyContent('home.json', /"basis": "一张/, '"basis": "{{phone}}')
  const lines = readFileSync(join(content.folder, 'home.json'), 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes('{{phone}}')) + 1
  expect(problemsOf(content.folder)).toEqual([
    expect.stringMatching(`^home.json：第 ${line} 行：services.*basis 没有 {{phone}} 这个值`),
  ])
})

test('a picture that a page names and that is not there is reported with its place', () => {
  using content = copyContent('home.json', '"receipt.webp"', '"missing.webp"')
  expect(problemsOf(content.folder)).toEqual([
    expect.stringMatching('home.json.*scene.photo.file 指向的文件不存在：missing.webp'),
  ])
})

test('a missing file and a mistake in another file are reported in one list', () => {
  using content = copyContent('site.json', '"cny"', '"xyz"')
  rmSync(join(content.folder, 'plans.json'))
  expect(problemsOf(content.folder)).toEqual([
    `plans.json：找不到这个文件（目录 ${content.folder}）`,
    'site.json：第 46 行：currency 不是已知的货币：xyz',
  ])
})
