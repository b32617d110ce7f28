import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSandbox } from '../../../testing/sandbox.ts'
import type { CardForm } from './card-form.ts'
import { brandOf, cardNumberFault, cvcFault, formatCardNumber } from './card-number.ts'
import { expiryFault, formatExpiry, parseExpiry } from './expiry.ts'
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

test('nothing is sent of an empty or wrong card: faults stand at their fields, the first has the focus', async () => {
  const received = answerSandbox({ id: 'pm_1' })
  const form = await open()
  expect(await form.validate()).toBe('')
  await expect.element(page.getByText('请输入卡号')).toBeVisible()
  await expect.element(page.getByText('请输入有效期')).toBeVisible()
  await expect.element(page.getByText('请输入安全码')).toBeVisible()
  // correcting a field clears its fault
  await typeCard({ number: '4242424242424241', expiry: '0120' })
  await expect.element(page.getByText(/^请输入/)).not.toBeInTheDocument()
  expect(await form.validate()).toBe('')
  await expect.element(page.getByText('卡号不正确，请核对')).toBeVisible()
  await expect.element(page.getByText('这张卡已经过期')).toBeVisible()
  await expect.element(field('卡号')).toHaveFocus()
  expect(received).toEqual([])
})

test('a field is checked on blur unless it is empty', async () => {
  await open()
  await userEvent.type(field('安全码'), '12')
  await field('卡号').click()
  await expect.element(page.getByText('应为 3 或 4 位数字')).toBeVisible()
  await field('有效期').click()
  await expect.element(page.getByText('请输入卡号')).not.toBeInTheDocument()
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

test('a refusal of the card stands beside its field, any other is an error for the page', async () => {
  const form = await open()
  await typeCard({ expiry: `08${goodYear}` })
  const refusals = [
    ['invalid_expiry_year', '有效期', '有效期不正确，请核对'],
    ['incorrect_number', '卡号', '卡号不正确，请核对'],
    ['invalid_cvc', '安全码', '安全码不正确，请核对'],
    ['card_declined', '卡号', '测试模式只收测试卡号，请勿输入真实的银行卡'],
  ] as const
  for (const [code, label, sentence] of refusals) {
    answerSandbox({ error: { code } })
    expect(await form.createPaymentMethod()).toEqual({ error: '' })
    await expect.element(page.getByText(sentence)).toBeVisible()
    await expect.element(field(label)).toHaveFocus()
  }
  answerSandbox({ error: { code: 'rate_limit' } })
  expect(await form.createPaymentMethod()).toEqual({
    error: '测试支付服务未接受这张卡，请更换测试卡',
  })
  answerSandbox('unreachable')
  expect(await form.createPaymentMethod()).toEqual({
    error: '无法连接测试支付服务，没有扣款，请检查网络后重试',
  })
})

/** What the function makes of each key. */
const eachOf = <T,>(rows: Record<string, unknown>, make: (key: string) => T) =>
  Object.fromEntries(Object.keys(rows).map((key) => [key, make(key)]))

test('the brand is known from the first digits that are its own', () => {
  const brands = {
    ...{ '4': 'Visa', '5555': 'Mastercard', '2221': 'Mastercard', '2720': 'Mastercard' },
    ...{ '378': '美国运通', '62': '银联', '6011': 'Discover', '3056': '大来卡', '36': '大来卡' },
    ...{ '3566': 'JCB', '': undefined, '1': undefined, '2220': undefined, '2721': undefined },
    ...{ '30': undefined, '6': undefined, '3527': undefined },
  }
  expect(eachOf(brands, (number) => brandOf(number)?.name)).toEqual(brands)
})

test('digits are grouped as on the card, whatever was typed between them, and cut at its longest number', () => {
  const shown = {
    '4242-4242 42424242': '4242 4242 4242 4242',
    '378282246310005': '3782 822463 10005',
    '6205500000000000004': '6205 5000 0000 0000 004',
    '42424': '4242 4',
    '5555555555554444999': '5555 5555 5555 4444',
  }
  expect(eachOf(shown, formatCardNumber)).toEqual(shown)
})

test('faults of a number are told; its security code has as many digits as the card prints', () => {
  const valid = [
    ...['4242424242424242', '4000002500003155', '5555555555554444', '2223003122003222'],
    ...['378282246310005', '6200000000000005', '6205500000000000004', '6011111111111117'],
    ...['36227206271667', '3056930009020004', '3566002020360505'],
  ]
  const faults = {
    ...Object.fromEntries(valid.map((number) => [formatCardNumber(number), ''])),
    '': '请输入卡号',
    '4242 4242 4242 424': '卡号不完整',
    '9999': '卡号不完整',
    '4242 4242 4242 4241': '卡号不正确，请核对',
    '2424 4242 4242 4242': '卡号不正确，请核对',
  }
  expect(eachOf(faults, cardNumberFault)).toEqual(faults)
  expect(cvcFault('', '4242')).toBe('请输入安全码')
  expect(cvcFault('12', '4242')).toBe('应为 3 位数字')
  expect(cvcFault('1234', '4242')).toBe('应为 3 位数字')
  expect(cvcFault('123', '4242')).toBe('')
  expect(cvcFault('123', '3782')).toBe('应为 4 位数字')
  expect(cvcFault('1234', '3782')).toBe('')
  expect(cvcFault('12', '')).toBe('应为 3 或 4 位数字')
})

test('an expiry is shown as month and year however it is typed, and again the same', () => {
  const shown = {
    ...{ '0': '0', '1': '1', '8': '08', '08': '08', '1/': '01', '08 / ': '08' },
    ...{ '082': '08 / 2', '0829': '08 / 29', '08/29': '08 / 29', '8/29': '08 / 29' },
    ...{ '1/29': '01 / 29', '08/2029': '08 / 29', '8/2029': '08 / 29', '2029-08': '08 / 29' },
    ...{ '08 / 299': '08 / 29', '12 / 3': '12 / 3', '08 / 29': '08 / 29', '08 / 2': '08 / 2' },
  }
  expect(eachOf(shown, formatExpiry)).toEqual(shown)
  expect(parseExpiry('08 / 29')).toEqual({ month: 8, year: 2029 })
  expect(parseExpiry('08 / 2')).toBeUndefined()
})

test('in November 2026 a card is good from that month on, for fifty years', () => {
  const faults = {
    ...{ '': '请输入有效期', '08 / 2': '有效期不完整，如 08 / 29' },
    ...{ '13 / 29': '月份应为 01 到 12', '00 / 29': '月份应为 01 到 12' },
    ...{ '10 / 26': '这张卡已经过期', '12 / 25': '这张卡已经过期' },
    ...{ '08 / 77': '有效期不正确，请核对', '11 / 26': '', '01 / 27': '' },
  }
  expect(eachOf(faults, (typed) => expiryFault(typed, new Date(2026, 10, 21)))).toEqual(faults)
})
