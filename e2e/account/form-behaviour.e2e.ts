import type { Page } from '@playwright/test'
import { api } from '#contract/api.ts'
import { openProfile } from '../fixtures/customer.ts'
import { expect, test } from '../fixtures/test.ts'
import { unansweredRequest } from '../fixtures/record-problems.ts'

const SAVE = api.account.editProfile.path
const nickname = (page: Page) => page.getByLabel('昵称')
const save = (page: Page) => page.getByRole('button', { name: '保存' })

test('§8 offline: form values stay while offline and are saved when online again; a slow answer is waited for, and the form sent once', async ({
  page,
  context,
  baseURL,
  customer: _,
  expectedProblems,
}) => {
  await openProfile(page)
  await nickname(page).fill('过桥的人')
  await context.setOffline(true)
  const lost = 'net::ERR_INTERNET_DISCONNECTED'
  expectedProblems.push(...unansweredRequest(lost, 'POST', `${baseURL}${SAVE}`))
  await save(page).click()
  await expect(page.getByText('网络异常')).toBeVisible()
  await expect(nickname(page)).toHaveValue('过桥的人')
  await context.setOffline(false)

  const answered = Promise.withResolvers<void>()
  let sent = 0
  await page.route(`**${SAVE}`, async (route) => {
    if (route.request().method() === 'POST') {
      sent += 1
      await answered.promise
    }
    await route.continue()
  })
  await nickname(page).press('Enter')
  await expect(save(page)).toHaveAttribute('aria-busy', 'true')
  await nickname(page).press('Enter')
  await save(page).click()
  answered.resolve()
  await expect(page.getByText('昵称已保存')).toBeVisible()
  await expect(save(page)).not.toHaveAttribute('aria-busy')
  expect(sent).toBe(1)

  // Enter that confirms a word of the input method sends nothing
  await nickname(page).fill('')
  const keyboard = await context.newCDPSession(page)
  const word = { text: 'guoqiao', selectionStart: 7, selectionEnd: 7 }
  await keyboard.send('Input.imeSetComposition', word)
  await page.keyboard.press('Enter')
  await keyboard.send('Input.insertText', { text: '过桥' })
  await expect(nickname(page)).toHaveValue('过桥')
  await page.waitForLoadState('networkidle')
  expect(sent).toBe(1)
  await page.keyboard.press('Enter')
  await expect.poll(() => sent).toBe(2)
})
