import { beforeEach, expect, test, vi } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import * as personalData from '#contract/account/personal-data.ts'
import { answerEditPage } from '../../testing/account.ts'
import { answer, refuse } from '../../testing/network.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { orderOf, sampleUser } from '../../testing/samples.ts'
import { logIn } from '../../testing/site.ts'
import * as editPage from './edit-page.tsx'

const { exportData } = personalData

beforeEach(() => {
  logIn()
  answerEditPage()
})

async function open() {
  const page = await renderPage(editPage, '/account/edit')
  const button = (name: string) => page.screen.getByRole('button', { name })
  return { ...page, button }
}

const exported: OutputOf<typeof personalData.exportData> = {
  exportedAt: '2026-11-20T16:05:00.000Z',
  user: sampleUser,
  credit: { balance: 12_480, held: 0, expiring: [] },
  sessions: [],
  logins: [],
  secondFactor: { since: null, passkeys: [], totp: null, recoveryCodesLeft: 0 },
  orders: [orderOf()],
  creditEntries: [],
  refundRequests: [],
  ...{ apiKeys: [], grants: [], signOns: [], holds: [], charges: [] },
  ...{ emailChanges: [], operatorActions: [] },
  ...{ invoices: [], invoiceTitles: [] },
  reminders: { lowCredit: null, expiringDays: null },
  notices: [],
  omitted: { orders: 0, creditEntries: 0, holds: 0, charges: 0 },
}

test('the export is saved as a file, and an incomplete one says what it omits', async () => {
  answer(exportData, exported)
  const saved = captureSavedFile()
  const { button, screen } = await open()
  const limits = vi.spyOn(AbortSignal, 'timeout')
  await button('导出数据').click()
  await expect.element(screen.getByText('数据已导出')).toBeVisible()
  // megabytes on a slow line take more than the ten seconds of other calls
  expect(limits).toHaveBeenCalledWith(300_000)
  expect(saved.name).toBe('account-2026-11-21.json')
  expect(JSON.parse((await saved.blob?.text()) ?? '')).toEqual(exported)

  const omitted = { ...exported.omitted, creditEntries: 1234 }
  answer(exportData, { ...exported, omitted })
  const inWeChat = vi.spyOn(navigator, 'userAgent', 'get')
  inWeChat.mockReturnValue('Mozilla/5.0 MicroMessenger/8.0')
  await button('导出数据').click()
  await expect.element(screen.getByText(/在浏览器中打开本页再下载$/)).toBeVisible()
  inWeChat.mockRestore()
  await expect.element(screen.getByText(/^文件未包含更早的 1,234 笔积分流水/)).toBeVisible()
  expect(JSON.parse((await saved.blob?.text()) ?? '')).toMatchObject({ omitted })
})

test('an export that fails to load, or whose dialog for the password does, says so and can be tried again', async () => {
  refuse(exportData, 'REAUTH')
  const asked = answer(apiKeys.applicationList, { list: [] })
  const { button, screen } = await open()
  // the cards of applications, which are loaded in the same way, are there
  await expect.poll(() => asked.length).toBe(1)
  loseChunk(1)
  await button('导出数据').click()
  await expect.element(screen.getByText('导出失败，请检查网络后重试')).toBeVisible()
  loseChunk(2)
  await button('导出数据').click()
  await expect.element(screen.getByText('确认框加载失败，请检查网络后重试')).toBeVisible()
  await button('导出数据').click()
  await expect.element(screen.getByRole('dialog', { name: '请确认是您本人' })).toBeVisible()
})

/** The chunk that is loaded as the n-th from now on does not come in time. */
function loseChunk(nth: number): void {
  let count = 0
  const wait = globalThis.setTimeout
  const timers = vi.spyOn(globalThis, 'setTimeout')
  timers.mockImplementation((run: TimerHandler, ms?: number) => {
    if (ms !== 120_000 || typeof run !== 'function' || ++count !== nth) return wait(run, ms)
    run()
    timers.mockRestore()
    return 0
  })
}

/** Captures the file that the page saves. */
function captureSavedFile(): { name: string | undefined; blob: Blob | undefined } {
  const saved: ReturnType<typeof captureSavedFile> = { name: undefined, blob: undefined }
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
