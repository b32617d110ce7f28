import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { answerFrame, renderConsole, sampleOwner, signIn } from '../testing/render-console.tsx'

async function openPalette() {
  answerFrame()
  const shown = await renderConsole('/')
  await expect.element(shown.screen.getByRole('link', { name: '重查订单' })).toBeVisible()
  await userEvent.keyboard('{Control>}k{/Control}')
  const input = shown.screen.getByRole('combobox', { name: '页面或操作' })
  await expect.element(input).toHaveFocus()
  return { ...shown, input }
}

const options = () => [...document.querySelectorAll('[role=option]')]
const chosen = () => options().find((option) => option.ariaSelected === 'true')

test('Ctrl K finds pages and actions by every typed word; Enter opens the chosen one', async () => {
  signIn()
  const { screen, input, address } = await openPalette()
  await input.fill('订单 check')
  await expect.poll(() => options().map((option) => option.textContent)).toHaveLength(1)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog', { name: '重查订单' })).toBeVisible()
  expect(address()).toBe('/actions?do=orders+check')
})

test('arrow keys go around the list and name the chosen option', async () => {
  signIn()
  const { input } = await openPalette()
  const count = options().length
  await userEvent.keyboard('{ArrowUp}')
  await expect.poll(() => options().findIndex((option) => option === chosen())).toBe(count - 1)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  await expect.poll(() => options().findIndex((option) => option === chosen())).toBe(1)
  await expect.element(input).toHaveAttribute('aria-activedescendant', chosen()!.id)
})

test('Enter that ends a composition opens nothing; Esc closes', async () => {
  signIn()
  const { screen, input, address } = await openPalette()
  const enter = { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }
  input.element().dispatchEvent(new KeyboardEvent('keydown', enter))
  await expect.element(input).toBeVisible()
  expect(address()).toBe('/')
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument()
})

test('pages of another role are not offered', async () => {
  signIn({ ...sampleOwner, role: 'viewer', permissions: ['read'] })
  const { screen } = await openPalette()
  await expect.element(screen.getByRole('option', { name: /操作记录/ })).toBeVisible()
  expect(options().some((option) => option.textContent.includes('同事'))).toBe(false)
  await expect.element(screen.getByRole('link', { name: '同事' })).not.toBeInTheDocument()
})

test('? explains the keys, except while typing', async () => {
  signIn()
  const { screen, input } = await openPalette()
  await input.fill('')
  await userEvent.keyboard('?')
  await expect.element(input).toHaveValue('?')
  await userEvent.keyboard('{Escape}')
  await expect.element(input).not.toBeInTheDocument()
  await userEvent.keyboard('?')
  await expect.element(screen.getByRole('dialog', { name: '按键说明' })).toBeVisible()
})
