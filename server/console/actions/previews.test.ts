import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { holdCredit } from '../../credit/spending/spend-credit.ts'
import { newApplication, spendRequest } from '../../testing/applications/applications.ts'
import { previewOf } from '../../testing/console/console.ts'
import { type Colleague, perform, startSigning } from '../../testing/console/signing.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { CARDS } from '../../testing/shop.ts'
import { commandGroups } from '../../operator/commands.ts'
import { formsOfRole } from './forms.ts'

const fixtureOf = oncePerFile(startSigning)

async function ask(operator: Colleague, command: string, given: Record<string, string>) {
  return (await operator.call(act, { command, given, mark: null })).body
}

async function sentencesOf(operator: Colleague, command: string, given: Record<string, string>) {
  return (await previewOf(operator, command, given)).preview.sentences
}

test('taking more credit than is available is refused in the preview, which says how much can be taken', async () => {
  const { shop, staff } = await fixtureOf()
  const ann = await shop.newUser()
  await shop.buy(ann)
  const finance = await staff.newOperator('finance')
  const take = (amount: number) => ({
    user: ann.user.id,
    take: String(amount),
    reason: '更正',
  })

  expect(await ask(finance, 'users credit', take(2_001))).toMatchObject({
    code: 'CREDIT_SHORT',
    message: '余额不足：最多能扣除 2,000',
  })
  const application = await newApplication(shop)
  const terms = { amount: 500, reason: '翻译文档' }
  await holdCredit(shop.deps, spendRequest(application, ann), terms)
  expect(await ask(finance, 'users credit', take(1_501))).toMatchObject({
    code: 'CREDIT_SHORT',
    message: '余额不足：最多能扣除 1,500，另有 500 为任务或退款预留',
  })

  const given = take(1_500)
  const shown = await previewOf(finance, 'users credit', given)
  const agree = () => finance.call(act, { command: 'users credit', given, mark: shown.mark })
  expect((await agree()).body.data).toMatchObject({ is: 'done' })
  // sent again because the answer was lost: what was taken is said
  expect((await agree()).body).toMatchObject({
    ...{
      code: 'ACTION_REPEATED',
      message: expect.stringContaining('（−1,500，原因相同），已经生效'),
    },
  })
  expect(await shop.balance(ann)).toBe(500)
})

test('credit that ends after a span can be agreed to a moment later; a day is meant as its beginning', async () => {
  const { shop, staff } = await fixtureOf()
  const ann = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const give = async (expires: string, mark: string | null = null) => {
    const given = { user: ann.user.email, give: '500', reason: '补偿', expires }
    return (await finance.call(act, { command: 'users credit', given, mark })).body.data
  }
  const shown = await give('90d')
  if (shown?.is !== 'preview') throw new Error('no preview')
  expect(shown.preview.sentences[0]).toContain('+500，从执行时起 90 天后到期，现有 0')
  shop.advance(40_000)
  expect(await give('90d', shown.mark)).toMatchObject({ is: 'done' })
  shop.advance(-40_000)
  expect(await shop.balance(ann)).toBe(500)
  expect(await give('2040-02-01')).toMatchObject({
    preview: {
      sentences: expect.arrayContaining([
        expect.stringContaining('+500，2040-02-01 00:00:00 到期（这一天开始时），现有 500'),
      ]),
    },
  })
})

test('what the forms of the console say names buttons and pages, no command of the terminal', () => {
  const names = commandGroups.flatMap(({ commands }) => commands.map(({ name }) => name))
  const forms = formsOfRole('owner').flatMap((group) => group.forms)
  const said = forms.flatMap(({ notes, fields }) => [...notes, ...fields.map(({ help }) => help)])
  expect(said.filter((text) => names.some((name) => text.includes(name)))).toEqual([])
  const helpOf = (command: string) =>
    forms.find((form) => form.command === command)?.fields.map(({ help }) => help)
  expect(helpOf('mail resend')).toContain('邮件的编号，见“邮件”')
})

test('preview of a refund says that the payment is disputed, and the provider refuses it as announced', async () => {
  const { shop, staff } = await fixtureOf()
  const ann = await shop.newUser()
  const { orderId } = await shop.buy(ann, { card: CARDS.disputed })
  await expect.poll(() => shop.order(ann, orderId)).toMatchObject({ dispute: 'open' })
  const finance = await staff.newOperator('finance')
  const given = { order: orderId, amount: '5.00', reason: '补偿' }

  expect((await sentencesOf(finance, 'orders refund', given)).slice(0, 2)).toEqual([
    '将退款 ¥5.00',
    '这笔付款有 ¥19.90 的争议还没有结果：银行已经扣走争议款的，支付平台会拒绝退款；银行只在询问、没有扣款的，可以退',
  ])
  expect((await perform(finance, 'orders refund', given)).body).toMatchObject({
    code: 'ORDER_STATE',
    message: '支付平台拒绝了这笔退款：付款有争议，不能退款',
  })

  await shop.sql`update disputes set status = 'lost' where order_id = ${orderId}`
  expect(await sentencesOf(finance, 'orders refund', { ...given, reason: '再试' })).toContain(
    '这笔付款有 ¥19.90 的争议已败诉，银行已经退给持卡人：支付平台会拒绝退款',
  )
})
