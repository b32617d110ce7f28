import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { act } from '#contract/console/actions.ts'
import { listConsoleEvents } from '#contract/console/events.ts'
import { answer } from '#web/testing/network.ts'
import { answerFrame, renderConsole, signIn } from '../testing/render-console.tsx'
import { eventOf, formOf } from '../testing/samples.ts'

const replay = { ...formOf('events replay', '重放事件', 'event'), hasPreview: true }

test('events are filtered by the address, and lead to their orders', async () => {
  signIn()
  answerFrame([replay])
  const next = '1763432700.evt_0'
  const received = answer(listConsoleEvents, { events: [eventOf()], next })
  const { screen, address } = await renderConsole('/events?order=XQ1')
  await expect
    .element(screen.getByRole('link', { name: 'XQ1' }))
    .toHaveAttribute('href', '/orders/order?order=XQ1')
  await screen.getByRole('button', { name: '类型' }).click()
  await screen.getByRole('textbox', { name: '类型' }).fill('charge.refunded')
  await userEvent.keyboard('{Enter}')
  await expect.poll(address).toBe('/events?order=XQ1&type=charge.refunded')
  await screen.getByRole('link', { name: '更早' }).click()
  const filter = { order: 'XQ1', type: 'charge.refunded' }
  await expect.poll(() => received).toEqual([{ order: 'XQ1' }, filter, { ...filter, before: next }])
})

test('an event is replayed by its id, previewed at once; one that never came by typing it', async () => {
  signIn()
  answerFrame([replay])
  const preview = { facts: [], sentences: ['将处理事件 evt_1'] }
  const previewed = answer(act, { is: 'preview', preview, mark: 'mark-1' })
  answer(listConsoleEvents, { events: [eventOf()], next: null })
  const { screen } = await renderConsole('/events?id=evt_1')
  await screen.getByRole('button', { name: '重放 evt_1' }).click()
  const dialog = screen.getByRole('dialog', { name: '重放事件' })
  await expect.element(dialog.getByLabelText('对象')).toHaveValue('evt_1')
  const perform = dialog.getByRole('button', { name: '执行' })
  await expect.element(perform).toHaveAttribute('data-kind', 'primary')
  expect(previewed[0]).toMatchObject({ given: { event: 'evt_1' }, mark: null })
  await dialog.getByRole('button', { name: '取消' }).click()
  await screen.getByRole('button', { name: '按编号重放' }).click()
  await expect.element(dialog.getByLabelText('对象')).toHaveValue('')
  await expect.element(dialog.getByRole('button', { name: '预览' })).toBeVisible()
  expect(previewed).toHaveLength(1)
  expect(document.querySelectorAll('tr[aria-current=true]')).toHaveLength(1)
})

test('replaying an event that was applied would change nothing: it is not the button to press first', async () => {
  signIn()
  answerFrame([replay])
  const sentences = ['事件 evt_1 已处理过，重放不会有变化']
  answer(act, {
    is: 'preview',
    preview: { facts: [], sentences, changesNothing: true },
    mark: 'mark-1',
  })
  answer(listConsoleEvents, { events: [eventOf()], next: null })
  const { screen } = await renderConsole('/events?id=evt_1')
  await screen.getByRole('button', { name: '重放 evt_1' }).click()
  const perform = screen.getByRole('button', { name: '执行' })
  await expect.element(perform).toHaveAttribute('data-kind', 'secondary')
})
