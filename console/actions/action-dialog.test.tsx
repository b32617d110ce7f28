import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { act } from '#contract/console/actions.ts'
import { confirmWithCode } from '#contract/console/staff/sign-in.ts'
import { answer, refuse } from '#web/testing/network.ts'
import { answerFrame, refundForm, renderConsole, signIn } from '../testing/render-console.tsx'

const REFUND = '/actions?do=orders%20refund&order=XQ1'
const preview = { facts: [{ label: '退回', value: '¥99.90' }], sentences: ['顾客收到一封邮件。'] }
const report = { facts: [{ label: '退款编号', value: 're_1' }], sentences: [] }

// as the other tests have it
afterEach(() => page.viewport(1280, 800))

async function openRefund(at = REFUND) {
  signIn()
  answerFrame()
  return renderConsole(at)
}

test('an action is previewed, then done with the mark of the preview', async () => {
  const previewed = answer(act, { is: 'preview', preview, mark: 'mark-1' })
  const { screen, address } = await openRefund()
  await expect.element(screen.getByLabelText('订单号')).toHaveValue('XQ1')
  await screen.getByLabelText('不发邮件').click()
  await screen.getByRole('button', { name: '预览' }).click()
  const box = screen.getByRole('region', { name: '变更预览' })
  await expect.element(box).toMatchTextContent(/退回¥99\.90/)
  await expect.element(box).toHaveFocus()
  const given = { order: 'XQ1', quiet: '' }
  expect(previewed).toEqual([{ command: 'orders refund', given, mark: null }])

  const done = answer(act, { is: 'done', report })
  await screen.getByRole('button', { name: '执行' }).click()
  await expect.element(screen.getByRole('region', { name: '结果' })).toMatchTextContent(/re_1/)
  expect(done).toEqual([{ command: 'orders refund', given, mark: 'mark-1' }])
  await screen.getByRole('button', { name: '完成' }).click()
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(address()).toBe('/actions')
})

test('only what was seen is done: changing a field drops the preview, and one that no longer holds is shown again', async () => {
  answer(act, { is: 'preview', preview, mark: 'mark-1' })
  const { screen } = await openRefund()
  await screen.getByRole('button', { name: '预览' }).click()
  await expect.element(screen.getByText('¥99.90')).toBeVisible()
  await screen.getByLabelText('订单号').fill('XQ2')
  await expect.element(screen.getByText('¥99.90')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: '预览' }).click()
  await expect.element(screen.getByText('¥99.90')).toBeVisible()
  const changed = { facts: [{ label: '退回', value: '¥49.90' }], sentences: [] }
  answer(act, { is: 'preview', preview: changed, mark: 'mark-2' })
  await screen.getByRole('button', { name: '执行' }).click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/情况有变，请重新确认。/)
  await expect.element(screen.getByText('¥49.90')).toBeVisible()

  const done = answer(act, { is: 'done', report })
  await screen.getByRole('button', { name: '执行' }).click()
  await expect.element(screen.getByRole('region', { name: '结果' })).toBeVisible()
  expect(done).toMatchObject([{ mark: 'mark-2' }])
})

test('wrong input is pointed out at its field, by the browser and by the server', async () => {
  const { screen } = await openRefund('/actions?do=orders%20refund')
  const submit = screen.getByRole('button', { name: '预览' })
  await screen.getByLabelText('金额').fill('0')
  await submit.click()
  const order = screen.getByLabelText('订单号')
  await expect.element(order).toHaveAccessibleDescription('请输入订单号')
  await expect.element(order).toHaveFocus()
  await expect.element(screen.getByLabelText('金额')).toHaveAccessibleDescription(/金额不能小于 1/)

  refuse(act, 'VALIDATION', { fields: { order: '没有这笔订单' } })
  await screen.getByLabelText('金额').fill('')
  await order.fill('XQ9')
  await submit.click()
  await expect.element(order).toHaveAccessibleDescription('没有这笔订单')

  refuse(act, 'ACTION_REFUSED', { message: '这笔订单已经退完。' })
  await submit.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/这笔订单已经退完。/)
})

test('the focus begins where something has to be typed: required and empty, else empty; what may be left empty says so', async () => {
  signIn()
  const [order] = refundForm.fields
  const reason = { ...order!, name: 'reason', label: '原因', isRequired: true }
  const intent = { ...reason, name: 'intent', label: '支付意图', isRequired: false }
  const optionalWhen = '订单已有支付意图时'
  const note = { ...intent, name: 'note', label: '备注' }
  const fields = [order!, { ...intent, optionalWhen }, note, reason]
  answerFrame([{ ...refundForm, fields }])
  const { screen } = await renderConsole(REFUND)
  await expect.element(screen.getByLabelText('原因')).toHaveFocus()
  await expect.element(screen.getByText(`${optionalWhen}可不填`, { exact: true })).toBeVisible()
  expect(screen.getByText('可不填', { exact: true }).elements()).toHaveLength(1)
  await screen.unmount()

  const other = await openRefund()
  await expect.element(other.screen.getByLabelText('金额')).toHaveFocus()
})

test('a refusal stands above the buttons, which stay side by side; what was done already leads to the audit', async () => {
  const { screen } = await openRefund()
  refuse(act, 'ACTION_REFUSED', { message: '按退款规则没有可退的：仍要退款请写“金额”与“原因”' })
  await screen.getByRole('button', { name: '预览' }).click()
  const alert = screen.getByRole('alert')
  await expect.element(alert).toBeVisible()
  const boxOf = (name: string) =>
    screen.getByRole('button', { name, exact: true }).element().getBoundingClientRect()
  for (const width of [1280, 390]) {
    await page.viewport(width, 800)
    expect(boxOf('取消').top).toBeLessThan(boxOf('预览').bottom)
    expect(boxOf('取消').right).toBeLessThan(boxOf('预览').left)
    expect(boxOf('预览').top).toBeGreaterThanOrEqual(alert.element().getBoundingClientRect().bottom)
  }
  refuse(act, 'ACTION_REPEATED', { message: '今天 10:23 已经做过同样的调整（+100，原因相同）' })
  await screen.getByRole('button', { name: '预览' }).click()
  await expect.element(alert).toMatchTextContent(/今天 10:23 已经做过同样的调整（\+100/)
  await expect
    .element(screen.getByRole('link', { name: '看操作记录' }))
    .toHaveAttribute('href', '/audit?command=orders+refund')
})

test('an action that needs a confirmation asks for it and goes on', async () => {
  const { screen } = await openRefund()
  const refused = refuse(act, 'CONFIRMATION_NEEDED')
  const confirmed = answer(confirmWithCode, { confirmedUntil: '2026-11-24T00:15:00.000Z' })
  await expect.element(screen.getByText('预览前会确认是您本人。')).toBeVisible()
  await screen.getByRole('button', { name: '预览' }).click()
  await screen.getByRole('button', { name: '改用验证器' }).click()
  expect(refused).toHaveLength(1)
  answer(act, { is: 'preview', preview, mark: 'mark-1' })
  await screen.getByLabelText('验证器里的 6 位数字').fill('123456')
  await screen.getByRole('button', { name: '确认', exact: true }).click()
  await expect.element(screen.getByText('¥99.90')).toBeVisible()
  expect(confirmed).toEqual([{ code: '123456' }])
})

test('an action without a preview is done at once, and can be done again until it is final', async () => {
  const { screen } = await openRefund('/actions?do=orders%20check&order=XQ1')
  const again = screen.getByRole('button', { name: '再做一次' })
  const done = answer(act, { is: 'done', report })
  await screen.getByRole('button', { name: '执行' }).click()
  await again.click()
  await expect.element(screen.getByLabelText('订单号')).toHaveValue('XQ1')
  expect(done).toHaveLength(1)
  answer(act, { is: 'done', report, isFinal: true })
  await screen.getByRole('button', { name: '执行' }).click()
  await expect.element(screen.getByRole('button', { name: '完成' })).toBeVisible()
  await expect.element(again).not.toBeInTheDocument()
})

test('Esc closes the dialog and leaves the list of actions', async () => {
  const { screen, address } = await openRefund()
  await expect.element(screen.getByRole('dialog', { name: '退款' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
  expect(address()).toBe('/actions')
})

test('an action that the role may not run is explained', async () => {
  const { screen } = await openRefund('/actions?do=books%20burn')
  await expect.element(screen.getByRole('alert')).toMatchTextContent(/没有 books burn 这个操作/)
})
