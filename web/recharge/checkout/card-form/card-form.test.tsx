import type { Appearance } from '@stripe/stripe-js'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cardFormStub } from '../../../testing/card-form.ts'
import { renderPart } from '../../../testing/render-page.tsx'
import type { CardForm } from './card-form.ts'
import { CardPanel, type openCardForm } from './card-panel.tsx'
import { openStripeForm } from './stripe-form.ts'

type Told = (event: { error: { type: string; message: string } }) => void

interface Fault {
  type: string
  message?: string
}
type Update = { amount?: number; currency?: string; appearance?: Appearance }

/** Stands in for what Stripe's script puts into the window; records what it is asked. */
function fakeStripe() {
  const listeners = new Map<string, Told>()
  const fields = {
    on: (event: string, tell: Told) => listeners.set(event, tell),
    mount: (box: HTMLElement) => box.append('fields of Stripe'),
    destroy: vi.fn<() => void>(),
  }
  const elements = {
    create: () => fields,
    update: vi.fn<(change: Update) => Promise<void>>(async () => undefined),
    submit: vi.fn<() => Promise<{ error?: Fault }>>(async () => ({})),
  }
  const stripe = {
    _registerWrapper: () => undefined,
    registerAppInfo: () => undefined,
    elements: vi.fn<(options: Record<string, unknown>) => typeof elements>(() => elements),
    createPaymentMethod: vi.fn<() => Promise<{ paymentMethod?: { id: string }; error?: Fault }>>(
      async () => ({ paymentMethod: { id: 'pm_1' } }),
    ),
    handleNextAction: vi.fn<(given: { clientSecret: string }) => Promise<object>>(async () => ({})),
  }
  const start = vi.fn<(key: string, options: { locale: string }) => typeof stripe>(() => stripe)
  const tell = (event: string) =>
    listeners.get(event)?.({ error: { type: 'api_error', message: 'no fields' } })
  return { start, stripe, elements, fields, tell }
}

let fake = fakeStripe()

// The loader keeps what it has found in the window.
const found = (...given: Parameters<typeof fake.start>) => fake.start(...given)
Reflect.set(window, 'Stripe', Object.assign(found, { version: 'basil' }))

beforeEach(() => {
  fake = fakeStripe()
})
afterEach(() => {
  document.documentElement.removeAttribute('data-scheme')
})

const TOTAL = { amount: 19_980, currency: 'cny' }

async function open(): Promise<CardForm> {
  const form = await openStripeForm('pk_live_1', TOTAL)
  onTestFinished(() => form.destroy())
  return form
}

test('the Stripe fields take cards only, in Chinese, with the total', async () => {
  await open()
  expect(fake.start.mock.calls[0]).toEqual(['pk_live_1', { locale: 'zh' }])
  expect(fake.stripe.elements.mock.calls[0]?.[0]).toMatchObject({
    mode: 'payment',
    amount: 19_980,
    currency: 'cny',
    paymentMethodCreation: 'manual',
    allowedPaymentMethodTypes: ['card'],
    locale: 'zh',
  })
})

test('mount resolves when the fields are ready and rejects when they fail', async () => {
  const form = await open()
  const box = document.createElement('div')
  const ready = form.mount(box)
  fake.tell('ready')
  await ready
  expect(box.textContent).toBe('fields of Stripe')

  const broken = (await open()).mount(box)
  fake.tell('loaderror')
  await expect(broken).rejects.toThrow('no fields')
})

test('fields that do not respond time out after 20 s', async () => {
  const form = await open()
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const failure = form.mount(document.createElement('div')).catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(19_999)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(await failure).toEqual(new Error('timed out'))
})

test('a new total is passed to Stripe, and a payment method is created from valid fields', async () => {
  const form = await open()
  form.update({ amount: 4990, currency: 'cny' })
  expect(fake.elements.update).toHaveBeenCalledWith({ amount: 4990, currency: 'cny' })
  expect(await form.validate()).toBeUndefined()
  expect(await form.createPaymentMethod()).toEqual({ id: 'pm_1' })
  expect(fake.elements.submit).toHaveBeenCalledBefore(fake.stripe.createPaymentMethod)
})

test('errors that the fields show return no message, others that of Stripe, or ours where it has none', async () => {
  const form = await open()
  fake.elements.submit.mockResolvedValueOnce({
    error: { type: 'validation_error', message: '您的卡号不完整' },
  })
  expect(await form.validate()).toBe('')
  expect(fake.stripe.createPaymentMethod).not.toHaveBeenCalled()
  fake.stripe.createPaymentMethod.mockResolvedValueOnce({
    error: { type: 'card_error', message: '您的卡被拒绝' },
  })
  expect(await form.createPaymentMethod()).toEqual({ error: '您的卡被拒绝' })
  fake.stripe.createPaymentMethod.mockResolvedValueOnce({ error: { type: 'api_connection_error' } })
  expect(await form.createPaymentMethod()).toEqual({
    error: '支付组件未响应，没有扣款，请重试',
  })
})

test('a next action that another tab has finished is no error', async () => {
  const form = await open()
  fake.stripe.handleNextAction.mockRejectedValueOnce(new Error('not requires_action'))
  await expect(form.handleNextAction('secret')).resolves.toBeUndefined()
  expect(fake.stripe.handleNextAction).toHaveBeenCalledWith({ clientSecret: 'secret' })
})

test('the fields follow the colours of the page until they are removed', async () => {
  document.documentElement.dataset['scheme'] = 'light'
  const form = await open()
  const first = fake.stripe.elements.mock.calls[0]?.[0]['appearance']
  expect(first).toMatchObject({
    variables: { colorText: 'rgb(12, 20, 51)', colorBackground: 'rgb(255, 255, 255)' },
  })
  document.documentElement.dataset['scheme'] = 'dark'
  await expect.poll(() => fake.elements.update).toHaveBeenCalledOnce()
  expect(fake.elements.update.mock.calls[0]?.[0].appearance?.variables).toMatchObject({
    colorText: 'rgb(238, 242, 255)',
    colorBackground: 'rgb(15, 22, 48)',
  })
  form.destroy()
  expect(fake.fields.destroy).toHaveBeenCalledOnce()
  document.documentElement.dataset['scheme'] = 'light'
  await new Promise(requestAnimationFrame)
  expect(fake.elements.update).toHaveBeenCalledOnce()
})

test('the panel hands the mounted form over, gives it new totals, and takes it back on unmount', async () => {
  const form = cardFormStub()
  const opened = Promise.withResolvers<CardForm>()
  const openForm = vi.fn<typeof openCardForm>(() => opened.promise)
  const onForm = vi.fn<(form: CardForm | null) => void>()
  const { screen } = await renderPart(
    <CardPanel total={TOTAL} onForm={onForm} openForm={openForm} />,
  )
  await expect.element(screen.getByRole('status', { name: '正在加载' })).toBeVisible()
  expect(onForm).not.toHaveBeenCalled()
  opened.resolve(form)
  await expect.poll(() => form.update).toHaveBeenLastCalledWith(TOTAL)
  expect(onForm).toHaveBeenLastCalledWith(form)
  expect(form.mount).toHaveBeenCalledOnce()
  await screen.unmount()
  expect(form.destroy).toHaveBeenCalledOnce()
  expect(onForm).toHaveBeenLastCalledWith(null)
})

test('a form that failed to load shows an error and can be retried', async () => {
  const form = cardFormStub()
  const openForm = vi.fn<typeof openCardForm>(async () => form)
  openForm.mockRejectedValueOnce(new Error('offline'))
  const onForm = vi.fn<(form: CardForm | null) => void>()
  const { screen } = await renderPart(
    <CardPanel total={TOTAL} onForm={onForm} openForm={openForm} />,
  )
  await expect.element(screen.getByText('支付组件加载失败，请检查网络后重试')).toBeVisible()
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.poll(() => onForm).toHaveBeenLastCalledWith(form)
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
