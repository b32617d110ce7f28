import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { startTestConsole } from '../../testing/console/console.ts'
import { startShop } from '../../testing/shop.ts'
import { formsOfRole } from './forms.ts'

type Staff = Awaited<ReturnType<typeof startTestConsole>>
type Colleague = Awaited<ReturnType<Staff['newOperator']>>

function give(operator: Colleague, given: Record<string, string>, mark: string | null = null) {
  return operator.call(act, { command: 'users credit', given, mark })
}

/** The preview and its mark; throws when the action was refused. */
async function previewOf(operator: Colleague, given: Record<string, string>) {
  const { body } = await give(operator, given)
  if (body.data?.is !== 'preview') throw new Error(`${body.code}: ${body.message}`)
  return body.data
}

test('credit that ends after a span can be agreed to a moment later', async () => {
  await using shop = await startShop()
  await using staff = await startTestConsole(shop.deps)
  const user = await shop.newUser()
  const finance = await staff.newOperator('finance')
  shop.stopClock()
  const given = { user: user.user.email, give: '500', reason: '补偿', expires: '90d' }
  const { preview, mark } = await previewOf(finance, given)
  expect(preview.sentences[0]).toContain('+500，从执行时起 90 天后到期，现有 0')
  shop.advance(40_000)
  expect((await give(finance, given, mark)).body.data.is).toBe('done')
  expect(await shop.balance(user)).toBe(500)
})

test('the end of added credit is said to the minute: a day is meant as its beginning', async () => {
  await using shop = await startShop()
  await using staff = await startTestConsole(shop.deps)
  const { user } = await shop.newUser()
  const finance = await staff.newOperator('finance')
  const given = { user: user.email, give: '5', reason: '活动', expires: '2040-02-01' }
  const { preview } = await previewOf(finance, given)
  expect(preview.sentences.join('')).toContain(
    '+5，2040-02-01 00:00:00 到期（这一天开始时），现有 0',
  )
  const form = formsOfRole('finance')
    .flatMap(({ forms }) => forms)
    .find(({ command }) => command === 'users credit')
  const field = form?.fields.find(({ name }) => name === 'expires')
  expect(field?.help).toContain('2030-01-31（这一天 0 点，前一天还能用）')
})
