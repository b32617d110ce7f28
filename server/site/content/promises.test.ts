import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Article, type Block, type Inline, plainText } from '#contract/content/article.ts'
import { PAYMENT_METHODS } from '#contract/shapes.ts'
import { EMAIL_UNDO_MS } from '../../account/email/replace-email.ts'
import { CLOSING_GRACE_MS } from '../../account/closing/close-account.ts'
import { CODE_LIFETIME_MS, CODE_TRIES } from '../../account/codes.ts'
import { LOGINS_KEPT } from '../../account/login/login.store.ts'
import { LINK_LIFETIME_MS } from '../../account/password/reset-link.ts'
import { DEVICE_COOKIE_S } from '../../http/cookies.ts'
import * as cookies from '../../http/cookies.ts'
import { accountLimits } from '../../account/limits.ts'
import { rechargeLimits } from '../../recharge/limits.ts'
import {
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  SESSIONS_PER_USER,
} from '../../http/sessions/session.ts'
import { JOB_RETENTION } from '../../jobs/worker.ts'
import { PAYABLE_MS } from '../../recharge/orders/order.ts'
import { REFUND_DAYS } from '../../recharge/refunds/refund-policy.ts'
import { RESTORED_CREDIT_MS } from '../../credit/lots.ts'
import { ATTEMPTS_PER_INTENT } from '../../recharge/payments/attempt-payment.ts'
import { loadContent } from './load-content.ts'
import { withPlanValues } from './placeholders.ts'

const shipped = loadContent(
  fileURLToPath(new URL('../../../content', import.meta.url)),
  PAYMENT_METHODS,
)
const words = withPlanValues(shipped.words, shipped.plans)

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

function textOf({ lead, intro, sections }: Article): string {
  const blocks = [...intro, ...sections.flatMap((section) => section.blocks)]
  return [lead, ...blocks.map(wordsOf)].join('\n')
}

function wordsOf(block: Block): string {
  switch (block.kind) {
    case 'code':
      return block.text
    case 'list':
      return block.items.flat().map(wordsOf).join('\n')
    case 'steps':
    case 'terms':
      return block.items
        .map(({ title, blocks }) => [plainText(title), ...blocks.map(wordsOf)].join(' '))
        .join('\n')
    case 'table':
      return [block.head, ...block.rows]
        .map((row: Inline[][]) => row.map(plainText).join(' '))
        .join('\n')
    case 'screen':
      return block.screen.label
    default:
      return plainText(block.of)
  }
}

const days = (ms: number) => `${ms / DAY_MS} 天`

type Page = 'terms' | 'privacy' | 'refund' | 'tutorial'

test('pages state the values of the code', () => {
  const promises: [Page, string][] = [
    ['terms', `账户保留 ${days(CLOSING_GRACE_MS)}`],
    ['terms', `${EMAIL_UNDO_MS / HOUR_MS} 小时内用通知里的链接改回来`],
    ['terms', `订单保留 ${PAYABLE_MS / MINUTE_MS} 分钟`],
    ['terms', `从退回之日起再保留 ${days(RESTORED_CREDIT_MS)}`],
    ['privacy', `账户保留 ${days(CLOSING_GRACE_MS)}`],
    [
      'privacy',
      `${DEVICE_COOKIE_S / (DAY_MS / 1000)} 天，最多 ${LOGINS_KEPT} 次；最近一次保留到注销`,
    ],
    ['privacy', `最长 ${days(SESSION_ABSOLUTE_MS)}，${days(SESSION_IDLE_MS)}不用即失效`],
    [
      'privacy',
      `验证码 ${CODE_LIFETIME_MS / MINUTE_MS} 分钟，重设链接 ${LINK_LIFETIME_MS / MINUTE_MS} 分钟，改回邮箱的链接 ${EMAIL_UNDO_MS / HOUR_MS} 小时`,
    ],
    ['privacy', `送达后 ${JOB_RETENTION.doneDays} 天，未能送达的 ${JOB_RETENTION.deadDays} 天`],
    ['tutorial', `${CODE_LIFETIME_MS / MINUTE_MS} 分钟内有效，可以试 ${CODE_TRIES} 次`],
    [
      'tutorial',
      `登录状态保持 ${days(SESSION_ABSOLUTE_MS)}；连续 ${days(SESSION_IDLE_MS)}没有打开过`,
    ],
    ['tutorial', `订单保留 ${PAYABLE_MS / MINUTE_MS} 分钟`],
    ['privacy', `${CODE_LIFETIME_MS / MINUTE_MS} 分钟，注册成功即删除`],
    [
      'tutorial',
      `每个邮箱每小时 ${accountLimits.mailHour.times} 封，每天 ${accountLimits.mailDay.times} 封`,
    ],
    [
      'tutorial',
      `每小时 ${accountLimits.changeCodeAddress.times} 封，合计每小时 ${accountLimits.changeCodeUser.times} 封`,
    ],
    [
      'tutorial',
      `${accountLimits.loginAccount.seconds / 60} 分钟内错 ${accountLimits.loginAccount.times} 次会暂时限制`,
    ],
    ['tutorial', `每小时最多登录 ${accountLimits.loginSuccess.times} 次`],
    [
      'tutorial',
      `每笔订单最多试 ${ATTEMPTS_PER_INTENT} 次，每天最多被拒 ${rechargeLimits.declines.times} 次`,
    ],
    ['tutorial', `同时最多 ${SESSIONS_PER_USER} 台`],
    ['refund', `${REFUND_DAYS} 天（${REFUND_DAYS * 24} 小时）内提出申请`],
    ['refund', '不足一分的四舍五入'],
  ]
  const broken = promises.filter(([name, promise]) => !textOf(words[name]).includes(promise))
  expect(broken).toEqual([])
})

test('the example of the tutorial follows from the trial plan and the typical uses', () => {
  const { name, amount, credit, bonusCredit } = shipped.plans.find(({ id }) => id === 'trial')!
  const all = credit + bonusCredit
  const [pictures, chats] = words.home.services.map((service) =>
    Math.floor(all / service.credit).toLocaleString('en'),
  )
  expect(textOf(words.tutorial)).toContain(
    `${name}开始：¥${amount / 100}0，到账 ${all.toLocaleString('en')} 积分，够约 ${pictures} 张 200 字的图片，或约 ${chats} 次对话`,
  )
})

test('the privacy page names exactly the cookies of the shop', () => {
  const {
    SESSION_COOKIE,
    PRE_SESSION_COOKIE,
    DEVICE_COOKIE,
    REGISTRATION_COOKIE,
    CHALLENGE_COOKIE,
    SECOND_LOGIN_COOKIE,
    CSRF_COOKIE,
    USER_INFO_COOKIE,
    SOURCE_COOKIE,
  } = cookies
  const table = words.privacy.sections
    .find(({ id }) => id === 'cookies')
    ?.blocks.find((block) => block.kind === 'table')
  const named = table?.rows.map(([first = []]) => plainText(first))
  expect(named?.toSorted()).toEqual(
    [
      SESSION_COOKIE,
      PRE_SESSION_COOKIE,
      DEVICE_COOKIE,
      REGISTRATION_COOKIE,
      CHALLENGE_COOKIE,
      SECOND_LOGIN_COOKIE,
      CSRF_COOKIE,
      USER_INFO_COOKIE,
      SOURCE_COOKIE,
    ].toSorted(),
  )
})

test('the example refunds follow from the plan and the refund rule', () => {
  const plan = loadContent('content', PAYMENT_METHODS).plans.find(({ id }) => id === 'pro')!
  const table = words.refund.sections
    .find(({ id }) => id === 'how-much')
    ?.blocks.find((block) => block.kind === 'table')
  const all = plan.credit + plan.bonusCredit
  const number = (text: string) => Number(text.replaceAll(/[^\d.]/g, ''))
  const rows = table?.rows.map((row) => row.map(plainText)) ?? []
  expect(rows.length).toBeGreaterThan(2)
  for (const [used = '', left = '', share = '', money = ''] of rows) {
    expect(number(left)).toBe(all - number(used))
    expect(number(share)).toBe((100 * number(left)) / all)
    const back = ((plan.amount / 100) * number(left)) / all
    expect(money).toBe(back === 0 ? '不退' : `¥${back.toFixed(2)}`)
  }
})

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
/** Files with text that visitors and customers read. */
const WORDS = ['content/**/*.{json,md}', 'web/**/*.{ts,tsx}', 'server/mail/*.ts', 'contract/*.ts']
const OWN_WORDS = /\.test\.|\/(testing|mock)\/|README/

/** Features that the shop does not have; remove a row when the feature is built. */
const ABSENT: [name: string, words: RegExp][] = [
  ['a balance shared by members', /成员|子账户|人以上|(多|几|[二三四五六七八九十\d])人共用/u],
  ['usage by member', /按(成员|人)(查看|统计)/u],
  ['priority in a queue', /优先(排队|处理|响应|通道)|插队/u],
  ['a dedicated support group', /专属(客服)?群|专属客服|客户经理/u],
]

test('no text promises what the shop does not have', () => {
  const files = globSync(WORDS, { cwd: ROOT }).filter((file) => !OWN_WORDS.test(file))
  expect(files.length).toBeGreaterThan(100)
  const lines = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .map((line) => `${file}: ${line.trim()}`),
  )
  const found = ABSENT.map(([name, promise]) => [name, lines.filter((line) => promise.test(line))])
  expect(found).toEqual(ABSENT.map(([name]) => [name, []]))
})
