import { expect, test, vi } from 'vitest'
import { cardFormStub } from '../../testing/card-form.ts'
import { renderPart } from '../../testing/render-page.tsx'
import type { CardForm } from './card-form.ts'
import { openCardForm } from './open-card-form.ts'
import { CardPanel } from './card-panel.tsx'

vi.mock(import('./open-card-form.ts'), () => ({ openCardForm: vi.fn<typeof openCardForm>() }))

const TOTAL = { amount: 4990, currency: 'cny' }

test('until one can type there is a skeleton, and nobody is handed a form', async () => {
  vi.mocked(openCardForm).mockReturnValue(new Promise(() => undefined))
  const onForm = vi.fn<(form: CardForm | null) => void>()
  const { screen } = await renderPart(<CardPanel total={TOTAL} onForm={onForm} />)
  await expect.element(screen.getByRole('status', { name: '正在载入' })).toBeVisible()
  expect(onForm).not.toHaveBeenCalled()
})

test('the mounted form is handed over, hears of new totals, and is taken back at the end', async () => {
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

test('a form that did not come is said, and may be asked for again', async () => {
  const form = cardFormStub()
  vi.mocked(openCardForm).mockRejectedValueOnce(new Error('offline')).mockResolvedValue(form)
  const onForm = vi.fn<(form: CardForm | null) => void>()
  const { screen } = await renderPart(<CardPanel total={TOTAL} onForm={onForm} />)
  await expect.element(screen.getByText('支付组件加载失败，请检查网络后重试')).toBeVisible()
  await screen.getByRole('button', { name: '重试' }).click()
  await expect.poll(() => onForm).toHaveBeenLastCalledWith(form)
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})
