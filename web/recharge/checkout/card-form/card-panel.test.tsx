import { expect, test, vi } from 'vitest'
import { cardFormStub } from '../../../testing/card-form.ts'
import { renderPart } from '../../../testing/render-page.tsx'
import type { CardForm } from './card-form.ts'
import { openCardForm } from './open-card-form.ts'
import { CardPanel } from './card-panel.tsx'

vi.mock(import('./open-card-form.ts'), () => ({ openCardForm: vi.fn<typeof openCardForm>() }))

const TOTAL = { amount: 4990, currency: 'cny' }

test('until the form is ready a skeleton is shown and onForm is not called', async () => {
  vi.mocked(openCardForm).mockReturnValue(new Promise(() => undefined))
  const onForm = vi.fn<(form: CardForm | null) => void>()
  const { screen } = await renderPart(<CardPanel total={TOTAL} onForm={onForm} />)
  await expect.element(screen.getByRole('status', { name: '正在载入' })).toBeVisible()
  expect(onForm).not.toHaveBeenCalled()
})

test('the mounted form is handed over, gets new totals, and is taken back on unmount', async () => {
  const form = cardFormStub()
  vi.mocked(openCardForm).mockResolvedValue(form)
  const onForm = vi.fn<(form: CardForm | null) => void>()
  const { screen } = await renderPart(<CardPanel total={TOTAL} onForm={onForm} />)
  await expect.poll(() => onForm).toHaveBeenLastCalledWith(form)
  expect(form.mount).toHaveBeenCalledOnce()
  expect(form.update).toHaveBeenLastCalledWith(TOTAL)
  await screen.unmount()
  expect(form.destroy).toHaveBeenCalledOnce()
  expect(onForm).toHaveBeenLastCalledWith(null)
})

test('a form that failed to load shows an error and can be retried', async () => {
  const form = cardFormStub()
  vi.mocked(openCardForm).mockRejectedValueOnce(new Error('offline')).mockResolvedValue(form)
  const onForm = vi.fn<(form: CardForm | null) => void>()
  const { screen } = await renderPart(<CardPanel total={TOTAL} onForm={onForm} />)
  await expect.element(screen.getByText('支付组件加载失败，请检查网络后重试')).toBeVisible()
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.poll(() => onForm).toHaveBeenLastCalledWith(form)
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
