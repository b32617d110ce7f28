import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { email } from '#contract/fields.ts'
import { call } from '../../lib/call/call.ts'
import { refuse } from '../../testing/network.ts'
import { renderPart } from '../../testing/render-page.tsx'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'
import { Form, SubmitButton } from './form.tsx'

const schema = z.object({
  email,
  nickname: z.string().check(z.minLength(2)),
  agreed: z.literal('on', '请先同意'),
})
type Values = z.output<typeof schema>

function renderForm(onSubmit: (values: Values) => Promise<void>) {
  return renderPart(
    <Form schema={schema} onSubmit={onSubmit}>
      <Field name="email" label="邮箱" />
      <Field name="nickname" label="昵称" hint="两个字起" />
      <Checkbox name="agreed">我已同意</Checkbox>
      <SubmitButton>保存</SubmitButton>
    </Form>,
  )
}

const placeOrder = () => call(api.recharge.placeOrder, { id: 'a', num: 1 }, { isQuiet: true })

test('errors appear beside their fields, and the first invalid field has the focus', async () => {
  const onSubmit = vi.fn<(values: Values) => Promise<void>>()
  const { screen } = await renderForm(onSubmit)
  await screen.getByLabelText('昵称').fill('x')
  await screen.getByRole('button', { name: '保存' }).click()

  const wrong = screen.getByLabelText('邮箱')
  await expect.element(wrong).toHaveFocus()
  await expect.element(wrong).toHaveAttribute('aria-invalid', 'true')
  await expect.element(wrong).toHaveAccessibleDescription('请输入邮箱')
  await expect
    .element(screen.getByLabelText('昵称'))
    .toHaveAccessibleDescription('昵称最少 2 个字符 两个字起')
  await expect.element(screen.getByText('请先同意')).toBeVisible()
  expect(onSubmit).not.toHaveBeenCalled()

  await wrong.fill('a')
  await expect.element(wrong).not.toHaveAttribute('aria-invalid')
})

test("the server's error for a field appears beside it, for a field that the form does not have above the button", async () => {
  refuse(api.recharge.placeOrder, 'VALIDATION', { fields: { nickname: '昵称已被使用' } })
  const { screen } = await renderForm(async () => void (await placeOrder()))
  await fillIn(screen)
  const button = screen.getByRole('button', { name: '保存' })
  await button.click()
  const field = screen.getByLabelText('昵称')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveAccessibleDescription('昵称已被使用 两个字起')
  expect(screen.getByRole('alert').elements()).toEqual([])
  expect(document.querySelector('.toast')).toBeNull()

  refuse(api.recharge.placeOrder, 'VALIDATION', { fields: { captcha: '请先完成人机验证' } })
  await button.click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('请先完成人机验证')
})

test('an error appears above the button as an alert until the next submission; one shown as a toast is not repeated', async () => {
  refuse(api.recharge.placeOrder, 'ORDER_STATE')
  const { screen } = await renderForm(async () => void (await placeOrder()))
  await fillIn(screen)
  const button = screen.getByRole('button', { name: '保存' })
  await button.click()
  const alert = screen.getByRole('alert')
  await expect.element(alert).toHaveTextContent('订单状态已变化，请刷新后查看')
  expect(alert.element().nextElementSibling).toBe(button.element())

  refuse(api.recharge.placeOrder, 'DEPENDENCY_DOWN')
  await button.click()
  await expect.element(screen.getByRole('status')).toHaveTextContent('服务暂时不可用，请稍后再试')
  await expect.element(alert).not.toBeInTheDocument()
})

async function fillIn(screen: Awaited<ReturnType<typeof renderForm>>['screen']) {
  await screen.getByLabelText('邮箱').fill(' Ann@Example.com ')
  await screen.getByLabelText('我已同意').click()
  await screen.getByLabelText('昵称').fill('林晚')
}
