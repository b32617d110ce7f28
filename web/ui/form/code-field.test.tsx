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

test('the countdown starts when the server accepted, and the button comes back after it', async () => {
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

test('the next thing after the code was sent is to type it, and another address waits for nothing', async () => {
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

test('what the server said against one address is not left standing for the next', async () => {
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

test('a wrong address is pointed out without asking the server', async () => {
  const { screen } = await renderField()
  await screen.getByLabelText('新邮箱').fill('ann@')
  await screen.getByRole('button', { name: '发送验证码' }).click()
  await expect.element(screen.getByText('请输入正确的邮箱地址')).toBeVisible()
  await expect.element(screen.getByLabelText('新邮箱')).toHaveFocus()
  await expect.element(screen.getByLabelText('验证码')).not.toHaveAttribute('aria-invalid')
})

test('a refusal starts no countdown and lands beside its field', async () => {
  refuse(sendChangeEmailCode, 'VALIDATION', { fields: { email: '这个域名收不到邮件' } })
  const { screen } = await renderField()
  await screen.getByLabelText('新邮箱').fill('ann@new.example')
  await screen.getByRole('button', { name: '发送验证码' }).click()
  await expect.element(screen.getByText('这个域名收不到邮件')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: '发送验证码' })).toBeEnabled()
})

test('a throttled visitor sees how long to wait', async () => {
  refuse(sendChangeEmailCode, 'RATE_LIMITED', { retryAfter: 37 })
  const { screen } = await renderField()
  await screen.getByLabelText('新邮箱').fill('ann@new.example')
  await screen.getByRole('button', { name: '发送验证码' }).click()
  await expect
    .poll(() => screen.getByRole('button', { name: '37 秒后重发' }).elements())
    .toHaveLength(1)
})

test('a code pasted with spaces around it, or typed in full width, is the code', async () => {
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
    // typed or pasted, unlike filled in, keeps to what the field allows
    await userEvent.keyboard(typed)
    await screen.getByRole('button', { name: '提交' }).click()
  }
  await expect.poll(() => sent).toEqual([{ code: '012345' }, { code: '012345' }])
})
