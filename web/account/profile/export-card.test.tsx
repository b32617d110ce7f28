import { beforeEach, expect, test, vi } from 'vitest'
import { api } from '#contract/api.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { passwordDigest } from '../../lib/password/digest.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { orderOf, sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as editPage from './edit-page.tsx'

const { exportData, login, profile, sessions } = api.account
const PASSWORD = 'bridge of stars'

beforeEach(() => {
  logIn()
  answer(profile, { user: sampleUser, credit: { balance: 0, expiring: [] }, lastLogin: null })
  answer(sessions, { list: [] })
})

async function open() {
  const page = await renderPage(editPage, '/account/edit')
  const button = (name: string) => page.screen.getByRole('button', { name })
  return { ...page, button }
}

const exported: OutputOf<typeof exportData> = {
  exportedAt: '2026-11-20T16:05:00.000Z',
  user: sampleUser,
  credit: { balance: 12_480, expiring: [] },
  sessions: [],
  logins: [],
  orders: [orderOf()],
  creditEntries: [],
  omitted: { orders: 0, creditEntries: 0 },
}

test('the export is saved as a file', async () => {
  answer(exportData, exported)
  const saved = catchFile()
  const { button, screen } = await open()
  await button('导出数据').click()
  await expect.element(screen.getByText('数据已导出')).toBeVisible()
  expect(saved.name).toBe('account-2026-11-21.json')
  expect(JSON.parse((await saved.blob?.text()) ?? '')).toEqual(exported)
})

test('an incomplete export says what it omits', async () => {
  answer(exportData, { ...exported, omitted: { orders: 0, creditEntries: 1234 } })
  const saved = catchFile()
  const { button, screen } = await open()
  await button('导出数据').click()
  await expect
    .element(screen.getByText(/^文件放不下全部记录，更早的 1,234 笔积分流水不在其中/))
    .toBeVisible()
  expect(JSON.parse((await saved.blob?.text()) ?? '')).toMatchObject({
    omitted: { creditEntries: 1234 },
  })
})

test('an export with a login that is too old asks for the password first', async () => {
  refuse(exportData, 'REAUTH')
  const logins = refuse(login, 'BAD_CREDENTIALS')
  const saved = catchFile()
  const { button, screen } = await open()
  await button('导出数据').click()
  const dialog = screen.getByRole('dialog', { name: '先确认是您本人' })
  await dialog.getByLabelText('密码', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: '确认' }).click()
  await expect.element(dialog.getByText('密码不正确')).toBeVisible()
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect.element(button('导出数据')).not.toHaveAttribute('aria-busy')
  expect(logins).toEqual([{ email: sampleUser.email, password: await passwordDigest(PASSWORD) }])
  expect(saved.blob).toBeUndefined()
})

/** Captures the file that the page saves. */
function catchFile(): { name: string | undefined; blob: Blob | undefined } {
  const saved: ReturnType<typeof catchFile> = { name: undefined, blob: undefined }
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    if (given instanceof Blob) saved.blob = given
    return 'blob:test'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.name = this.download
  })
  return saved
}
