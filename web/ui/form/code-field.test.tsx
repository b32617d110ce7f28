import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import * as z from 'zod/mini'
import { api } from '#contract/api.ts'
import { email, emailCode } from '#contract/fields.ts'
import { call } from '../../lib/call/call.ts'
import { stopCountdowns } from '../../testing/clock.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPart } from '../../testing/render-page.tsx'
import { CodeField } from './code-field.tsx'
import { Field } from './field.tsx'
import { Form, SubmitButton } from './form.tsx'

const { sendChangeEmailCode } = api.account
const schema = z.object({ email, code: emailCode })

function renderField() {
  return renderPart(
    <Form schema={schema} onSubmit={() => Promise.resolve()}>
      <Field name="email" label="新邮箱" />
      <CodeField
        needs={['email']}
        send={(typed) =>
          call(sendChangeEmailCode, { email: typed['email'] ?? '' }, { isQuiet: true })
        }
      />
      <SubmitButton>修改邮箱</SubmitButton>
    </Form>,
  )
}

test('an accepted request starts the countdown; the button is enabled after it', async () => {
  stopCountdowns()
  const asked = answer(sendChangeEmailCode, { expiresIn: 600, resendIn: 2 })
  const { screen } = await renderField()
  await screen.getByLabelText('新邮箱').fill('ann@new.example')
  await screen.getByRole('button', { name: '发送验证码' }).click()

  await expect.element(screen.getByRole('button', { name: '2 秒后重发' })).toBeDisabled()
  await expect.element(screen.getByText('已发送，10 分钟内有效', { exact: false })).toBeVisible()
  expect(asked).toEqual([{ email: 'ann@new.example' }])
  await vi.advanceTimersByTimeAsync(2_000)
  await expect.element(screen.getByRole('button', { name: '发送验证码' })).toBeEnabled()
})

test('after sending the code field has the focus; a changed address ends the countdown', async () => {
  answer(sendChangeEmailCode, { expiresIn: 600, resendIn: 60 })
  const { screen } = await renderField()
  await screen.getByLabelText('新邮箱').fill('ann@new.exmaple')
  await screen.getByRole('button', { name: '发送验证码' }).click()
  await expect.element(screen.getByLabelText('验证码')).toHaveFocus()
  await screen.getByLabelText('验证码').fill('12')
  await expect.element(screen.getByText('已发送，10 分钟内有效', { exact: false })).toBeVisible()

  await screen.getByLabelText('新邮箱').fill('ann@new.example')
  await expect.element(screen.getByRole('button', { name: '发送验证码' })).toBeEnabled()
  await expect
    .element(screen.getByText('已发送，10 分钟内有效', { exact: false }))
    .not.toBeInTheDocument()
})

test("the server's error for one address is removed when the address changes", async () => {
  refuse(sendChangeEmailCode, 'EMAIL_TAKEN')
  const { screen } = await renderField()
  await screen.getByLabelText('新邮箱').fill('ann@taken.example')
  await screen.getByRole('button', { name: '发送验证码' }).click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  answer(sendChangeEmailCode, { expiresIn: 600, resendIn: 60 })
  await screen.getByLabelText('新邮箱').fill('ann@new.example')
  await screen.getByRole('button', { name: '发送验证码' }).click()
  await expect.element(screen.getByRole('button', { name: '60 秒后重发' })).toBeDisabled()
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('an invalid address shows an error without a call', async () => {
  const { screen } = await renderField()
  await screen.getByLabelText('新邮箱').fill('ann@')
  await screen.getByRole('button', { name: '发送验证码' }).click()
  await expect.element(screen.getByText('请输入正确的邮箱地址')).toBeVisible()
  await expect.element(screen.getByLabelText('新邮箱')).toHaveFocus()
  await expect.element(screen.getByLabelText('验证码')).not.toHaveAttribute('aria-invalid')
})

test('a refused request starts no countdown and shows its error beside the field', async () => {
  refuse(sendChangeEmailCode, 'VALIDATION', { fields: { email: '这个域名收不到邮件' } })
  const { screen } = await renderField()
  await screen.getByLabelText('新邮箱').fill('ann@new.example')
  await screen.getByRole('button', { name: '发送验证码' }).click()
  await expect.element(screen.getByText('这个域名收不到邮件')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '发送验证码' })).toBeEnabled()
})

test('a throttled request shows the waiting time', async () => {
  refuse(sendChangeEmailCode, 'RATE_LIMITED', { retryAfter: 37 })
  const { screen } = await renderField()
  await screen.getByLabelText('新邮箱').fill('ann@new.example')
  await screen.getByRole('button', { name: '发送验证码' }).click()
  await expect
    .poll(() => screen.getByRole('button', { name: '37 秒后重发' }).elements())
    .toHaveLength(1)
})

test('a code pasted with spaces or typed in full width is normalized', async () => {
  const sent: unknown[] = []
  const { screen } = await renderPart(
    <Form schema={z.object({ code: emailCode })} onSubmit={async (typed) => void sent.push(typed)}>
      <CodeField needs={[]} send={() => Promise.resolve(undefined)} />
      <SubmitButton>提交</SubmitButton>
    </Form>,
  )
  for (const typed of [' 012 345 ', '０１２３４５']) {
    await screen.getByLabelText('验证码').click()
    await userEvent.keyboard('{ControlOrMeta>}a{/ControlOrMeta}')
    // unlike `fill`, typing and pasting respect the field's maxlength
    await userEvent.keyboard(typed)
    await screen.getByRole('button', { name: '提交' }).click()
  }
  await expect.poll(() => sent).toEqual([{ code: '012345' }, { code: '012345' }])
})
