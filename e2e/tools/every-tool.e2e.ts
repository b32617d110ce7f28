import { findBadLineBreaks } from '../fixtures/line-breaks.ts'
import { walkByTab } from '../fixtures/tab-walk.ts'
import { expect, test } from '../fixtures/test.ts'
import { giveCredit, openTool } from './tools-journey.ts'

// the walk reads where the page stands at each press
test('tools: every tool works by keyboard alone, and no line begins with punctuation', async ({
  page,
  customer,
  baseURL,
  inspect,
}) => {
  await giveCredit(baseURL!, customer.email, 100)
  for (const path of ['/', '/pinyin', '/spacing', '/table']) {
    await openTool(page, baseURL, path)
    expect(await findBadLineBreaks(page)).toEqual([])
    await walkByTab(page)
    await page.getByRole('button', { name: '填入例文' }).press('Enter')
    await expect(page.locator('#start')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.getByText('已完成', { exact: true })).toBeVisible()
    expect(await findBadLineBreaks(page)).toEqual([])
    await walkByTab(page)
    await inspect()
  }
})
