import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSandbox } from '../../../testing/sandbox.ts'
import type { CardForm } from './card-form.ts'
import { openSandboxForm } from './sandbox-form.tsx'

async function open(): Promise<CardForm> {
  const box = document.createElement('div')
  document.body.append(box)
  const form = openSandboxForm({ url: location.origin, publishableKey: 'pk_test_1' })
  await form.mount(box)
  onTestFinished(() => {
    form.destroy()
    box.remove()
  })
  return form
}

const field = (label: string) => page.getByLabelText(label, { exact: true })

async function typeCard({ number = '4242424242424242', expiry = '0899', cvc = '123' } = {}) {
  await userEvent.type(field('卡号'), number)
  await userEvent.type(field('有效期'), expiry)
  await userEvent.type(field('安全码'), cvc)
}

const goodYear = String(new Date().getFullYear() + 3).slice(-2)

test('a typed card becomes a payment method; only digits and the publishable key are sent', async () => {
  const received = answerSandbox({ id: 'pm_1' })
  const form = await open()
  await typeCard({ expiry: `8${goodYear}` })
  await expect.element(field('卡号')).toHaveValue('4242 4242 4242 4242')
  await expect.element(field('有效期')).toHaveValue(`08 / ${goodYear}`)
  expect(await form.validate()).toBeUndefined()
  expect(await form.createPaymentMethod()).toEqual({ id: 'pm_1' })
  expect(received).toEqual([
    {
      key: 'Bearer pk_test_1',
      card: {
        type: 'card',
        'card[number]': '4242424242424242',
        'card[exp_month]': '8',
        'card[exp_year]': `20${goodYear}`,
        'card[cvc]': '123',
      },
    },
  ])
})

test('with an invalid field nothing is sent and the first one gets the focus', async () => {
  const received = answerSandbox({ id: 'pm_1' })
  const form = await open()
  await typeCard({ number: '4242424242424241', expiry: '0120' })
  expect(await form.validate()).toBe('')
  await expect.element(page.getByText('卡号不正确，请核对')).toBeVisible()
  await expect.element(page.getByText('这张卡已经过期')).toBeVisible()
  await expect.element(field('卡号')).toHaveFocus()
  expect(received).toEqual([])
})

test('an empty form shows what is missing, and correcting a field clears its error', async () => {
  const form = await open()
  expect(await form.validate()).toBe('')
  await expect.element(page.getByText('请输入卡号')).toBeVisible()
  await expect.element(page.getByText('请输入有效期')).toBeVisible()
  await expect.element(page.getByText('请输入安全码')).toBeVisible()
  await userEvent.type(field('卡号'), '4')
  await expect.element(page.getByText('请输入卡号')).not.toBeInTheDocument()
})

test('a field is checked on blur unless it is empty', async () => {
  await open()
  await userEvent.type(field('安全码'), '12')
  await field('卡号').click()
  await expect.element(page.getByText('应为 3 或 4 位数字')).toBeVisible()
  await field('有效期').click()
  await expect.element(page.getByText('请输入卡号')).not.toBeInTheDocument()
})

test('brand and length of the security code are shown as soon as they are known', async () => {
  await open()
  await userEvent.type(field('卡号'), '37')
  await expect.element(page.getByText('美国运通')).toBeVisible()
  await expect.element(field('安全码')).toHaveAttribute('placeholder', '卡正面 4 位')
})

test('correcting a digit in the middle keeps the cursor there', async () => {
  await open()
  await userEvent.type(field('卡号'), '4242424242424242')
  const input = document.querySelector<HTMLInputElement>('[autocomplete=cc-number]')!
  input.setSelectionRange(6, 6)
  await userEvent.keyboard('{Backspace}9')
  await expect.element(field('卡号')).toHaveValue('4242 9242 4242 4242')
  expect(input.selectionStart).toBe(6)
})

test('the fields have autocomplete tokens and no form names', async () => {
  await open()
  const inputs = [...document.querySelectorAll('.card-fields input')]
  expect(inputs.map((input) => input.getAttribute('autocomplete'))).toEqual([
    'cc-number',
    'cc-exp',
    'cc-csc',
  ])
  expect(inputs.map((input) => input.getAttribute('inputmode'))).toEqual(Array(3).fill('numeric'))
  expect(inputs.some((input) => input.hasAttribute('name'))).toBe(false)
})

test.each([
  ['incorrect_number', '卡号', '卡号不正确，请核对'],
  ['invalid_expiry_year', '有效期', '有效期不正确，请核对'],
  ['invalid_cvc', '安全码', '安全码不正确，请核对'],
  ['card_declined', '卡号', '测试模式只收测试卡号，请勿输入真实的银行卡'],
])('the refusal %s stands beside its field', async (code, label, sentence) => {
  answerSandbox({ error: { code } })
  const form = await open()
  await typeCard({ expiry: `08${goodYear}` })
  expect(await form.createPaymentMethod()).toEqual({ error: '' })
  await expect.element(page.getByText(sentence)).toBeVisible()
  await expect.element(field(label)).toHaveFocus()
})

test('another refusal and an unreachable sandbox return an error for the page', async () => {
  answerSandbox({ error: { code: 'rate_limit' } })
  const form = await open()
  await typeCard({ expiry: `08${goodYear}` })
  expect(await form.createPaymentMethod()).toEqual({
    error: '测试支付服务没有接受这张卡，请换一张测试卡',
  })
  answerSandbox('unreachable')
  expect(await form.createPaymentMethod()).toEqual({
    error: '连接不上测试支付服务，没有扣款，请检查网络后重试',
  })
})

test('a sandbox that does not respond times out after 10 s', async () => {
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    expect(ms).toBe(10_000)
    return AbortSignal.abort(new DOMException('late', 'TimeoutError'))
  })
  answerSandbox('noAnswer')
  const form = await open()
  await typeCard({ expiry: `08${goodYear}` })
  expect(await form.createPaymentMethod()).toEqual({
    error: '测试支付服务没有及时响应，没有扣款，请再试一次',
  })
  expect(limit).toHaveBeenCalledOnce()
})

test('the test card numbers can be copied', async () => {
  await open()
  await page.getByText('测试卡号').click()
  await expect
    .element(page.getByRole('button', { name: '复制测试卡 4242 4242 4242 4242' }))
    .toBeVisible()
})
