import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { toast } from '../lib/toast.ts'
import { renderPart } from '../testing/render-page.tsx'
import { CopyButton } from './action/copy-button.tsx'
import { ConfirmDialog } from './overlay/dialog.tsx'
import { pagesAround } from './table/pagination.tsx'
import { PasswordField } from './form/password-field.tsx'
import { QuantityField } from './form/quantity-field.tsx'
import { type Column, Table } from './table/table.tsx'

test('a password can be shown, and its strength appears while typing', async () => {
  const { screen } = await renderPart(
    <PasswordField name="password" label="密码" hint="至少 8 个字符" hasMeter />,
  )
  const input = screen.getByLabelText('密码', { exact: true })
  await expect.element(input).toHaveAccessibleDescription('至少 8 个字符')
  await input.fill('Three words, of 2026!')
  await expect.element(input).toHaveAttribute('type', 'password')
  await expect.element(screen.getByRole('img', { name: '强度：强' })).toBeVisible()
  await expect.element(input).toHaveAccessibleDescription('强。至少 8 个字符')
  await screen.getByRole('button', { name: '显示明文' }).click()
  await expect.element(input).toHaveAttribute('type', 'text')
  await expect.element(input).toHaveValue('Three words, of 2026!')
})

test('a quantity field stays within its limits by buttons, keys and typing', async () => {
  function Counter() {
    const [value, setValue] = useState(2)
    return <QuantityField value={value} onChange={setValue} min={1} max={3} name="num" />
  }
  const { screen } = await renderPart(<Counter />)
  const input = screen.getByRole('spinbutton', { name: '数量' })
  const less = screen.getByRole('button', { name: '减少一份' })
  const more = screen.getByRole('button', { name: '增加一份' })
  await more.click()
  await expect.element(input).toHaveValue('3')
  await expect.element(more).toHaveAttribute('aria-disabled', 'true')
  await expect.element(more).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(input).toHaveValue('3')
  await input.click()
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(input).toHaveValue('3')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(input).toHaveValue('1')
  await expect.element(less).toHaveAttribute('aria-disabled', 'true')
  await input.fill('99')
  await expect.element(input).toHaveValue('99')
  await userEvent.tab()
  await expect.element(input).toHaveValue('3')
  await input.fill('2a')
  await expect.element(input).toHaveValue('2')
  await input.fill('')
  await userEvent.tab()
  await expect.element(input).toHaveValue('2')
  await input.fill('1.5')
  await expect.element(input).toHaveValue('1')
  await input.fill('３')
  await expect.element(input).toHaveValue('3')
})

test('a quantity beyond its limit counts as the limit at once, and Enter corrects it before it submits', async () => {
  const submitted = vi.fn<(quantity: number) => void>()
  function Counter() {
    const [value, setValue] = useState(2)
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          submitted(value)
        }}
      >
        <QuantityField value={value} onChange={setValue} min={1} max={3} name="num" />
        <button type="submit">支付 {value} 份</button>
      </form>
    )
  }
  const { screen } = await renderPart(<Counter />)
  const input = screen.getByRole('spinbutton', { name: '数量' })
  for (const [typed, count] of [
    ['99', '3'],
    ['0', '1'],
  ] as const) {
    submitted.mockClear()
    await input.fill(typed)
    await expect.element(screen.getByRole('button', { name: `支付 ${count} 份` })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(input).toHaveValue(count)
    expect(submitted).not.toHaveBeenCalled()
    await userEvent.keyboard('{Enter}')
    expect(submitted.mock.calls).toEqual([[Number(count)]])
  }
})

test('a dialog opens by a double click, too, and closes by Esc and after its action succeeds', async () => {
  const onConfirm = vi.fn<() => Promise<void>>(() => Promise.resolve())
  function Asking() {
    const [isOpen, setIsOpen] = useState(false)
    return (
      <>
        <button onClick={() => setIsOpen(true)}>打开</button>
        <ConfirmDialog
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          title="取消订单？"
          confirmLabel="取消订单"
          onConfirm={onConfirm}
        >
          <p>取消后不会扣款。</p>
        </ConfirmDialog>
      </>
    )
  }
  const { screen } = await renderPart(<Asking />)
  const dialog = screen.getByRole('dialog', { name: '取消订单？' })
  await screen.getByRole('button', { name: '打开' }).dblClick()
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.poll(() => document.querySelector('dialog h2')).toBeNull()
  await expect.element(screen.getByRole('button', { name: '打开' })).toHaveFocus()

  await screen.getByRole('button', { name: '打开' }).click()
  await screen.getByRole('button', { name: '取消订单' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(onConfirm).toHaveBeenCalledTimes(1)
})

test('§9 toast: a toast is 8 px from the top, above an open dialog', async () => {
  const { screen } = await renderPart(
    <ConfirmDialog
      isOpen
      onClose={() => undefined}
      title="问"
      confirmLabel="好"
      onConfirm={() => Promise.resolve()}
    >
      答
    </ConfirmDialog>,
  )
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  toast('网络异常', 'bad')
  vi.useRealTimers()
  const shown = page.getByText('网络异常')
  await expect.element(shown).toBeInTheDocument()
  const box = shown.element().getBoundingClientRect()
  await expect.poll(() => shown.element().getBoundingClientRect().top).toBeCloseTo(8, 0)
  expect(box.height).toBeGreaterThan(20)
  expect(document.querySelector('.toasts:popover-open')).not.toBeNull()
})

test('a table becomes cards in a narrow container and remains a table for screen readers', async () => {
  const columns: Column<{ id: string }>[] = [
    { head: '订单号', cell: ({ id }) => id },
    { head: '状态', cell: () => '已支付', place: 'state' },
    { head: '操作', cell: () => <button>查看</button>, isActions: true },
  ]
  const { screen } = await renderPart(
    <Table caption="订单" columns={columns} rows={[{ id: 'XQ1' }]} keyOf={({ id }) => id} />,
  )
  const cell = () => getComputedStyle(screen.getByText('XQ1').element())
  expect(cell().display).toBe('table-cell')
  await page.viewport(390, 800)
  await expect.poll(() => cell().display).toBe('flex')
  expect(screen.getByRole('table', { name: '订单' }).elements()).toHaveLength(1)
  expect(screen.getByRole('columnheader').elements()).toHaveLength(3)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await page.viewport(1280, 800)
})

test('copying a text shows a toast; a blocked clipboard tells the user to copy by hand', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { screen } = await renderPart(<CopyButton text="XQ1" what="订单号" />)
  await screen.getByRole('button', { name: '复制订单号 XQ1' }).click()
  expect(writeText).toHaveBeenCalledWith('XQ1')
  await expect.element(screen.getByText('订单号已复制')).toBeInTheDocument()
  writeText.mockRejectedValue(new DOMException('no'))
  await screen.getByRole('button', { name: '复制订单号 XQ1' }).click()
  await expect.element(screen.getByText('复制失败，请长按选择订单号')).toBeInTheDocument()
})

test('the pager shows the first, the last and the pages around the current one', () => {
  const pagers = [
    [1, 1, [1]],
    [1, 3, [1, 2, 3]],
    [1, 9, [1, 2, 'gap-9', 9]],
    [4, 9, [1, 2, 3, 4, 5, 'gap-9', 9]],
    [5, 9, [1, 'gap-4', 4, 5, 6, 'gap-9', 9]],
    [9, 9, [1, 'gap-8', 8, 9]],
  ] as const
  expect(pagers.map(([at, last]) => [at, last, pagesAround(at, last)])).toEqual(pagers)
})
