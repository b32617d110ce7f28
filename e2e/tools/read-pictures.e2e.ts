import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { findBadLineBreaks } from '../fixtures/line-breaks.ts'
import { walkByTab } from '../fixtures/tab-walk.ts'
import { expect, test } from '../fixtures/test.ts'
import { giveCredit, openTool, toolsUrl } from './tools-journey.ts'

const pictureOf = (name: string) =>
  fileURLToPath(new URL(`../../tools/testing/pictures/${name}`, import.meta.url))
/** For the most that two pictures can cost. */
const CREDIT = 10_000
const PHOTO = { name: 'IMG_2041.HEIC', mimeType: 'image/heic' }
const HEIC = { ...PHOTO, buffer: Buffer.from('\0\0\0\x18ftypheic\0\0\0\0', 'latin1') }

test('tools: a customer without credit buys some in another page, has a receipt read, takes its table along, and finds the charge', async ({
  page,
  customer,
  baseURL,
  inspect,
}) => {
  test.slow()
  await openTool(page, baseURL, '/picture')
  await expect(page.getByRole('heading', { name: '图片转文字', level: 1 })).toBeVisible()
  await inspect()
  const files = page.locator('input[type="file"][multiple]')
  await files.setInputFiles([pictureOf('receipt.webp'), pictureOf('short.png')])
  await files.setInputFiles(HEIC)
  const form = page.getByRole('form')
  const row = (name: string) => form.getByRole('listitem').filter({ hasText: name })
  await expect(row('HEIC')).toContainText('不支持 HEIC')
  await expect(row('receipt.webp')).toContainText('600 × 500')
  await expect(form.getByText(/^2 张，[\d,]+–[\d,]+ 积分$/)).toBeVisible()
  // a picture on its side is turned by the user
  for (const turned of ['90°', '180°', '270°']) {
    await page.getByRole('button', { name: '向右转 short.png' }).click()
    await expect(row('short.png')).toContainText(turned)
  }
  await page.getByRole('button', { name: '向右转 short.png' }).click()
  await expect(row('short.png')).not.toContainText('°')
  expect(await findBadLineBreaks(page)).toEqual([])
  await walkByTab(page)

  await page.getByRole('button', { name: '开始识别' }).click()
  await expect(form.getByText(/^还差 [\d,]+ 积分$/)).toBeVisible()
  await inspect()
  await giveCredit(baseURL!, customer.email, CREDIT)
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: '去充值' }).click()
  const shop = await opened
  await expect(shop).toHaveURL(/\/account\/recharge/)
  await shop.close()
  await page.evaluate(() => dispatchEvent(new Event('focus')))
  await page.getByRole('button', { name: '开始识别' }).click()
  await expect(form.getByText(/^本次 [\d,]+ 积分，余额 [\d,]+$/)).toBeVisible({ timeout: 90_000 })

  const output = page.getByRole('group', { name: '识别结果' })
  await expect(output.getByRole('row').first()).toHaveText('商品数量单价金额')
  await expect(output.getByRole('row')).toHaveCount(5)
  await page.getByRole('combobox', { name: '繁简' }).selectOption('台湾正体')
  await expect(output.getByRole('row').first()).toHaveText('商品數量單價金額')
  await inspect()
  await walkByTab(page)
  const downloaded = page.waitForEvent('download')
  await page.getByRole('button', { name: '下载 CSV' }).click()
  const file = await downloaded
  expect(file.suggestedFilename()).toBe('receipt.csv')
  expect(await readFile(await file.path(), 'utf8')).toContain('蘇打餅乾,3,6.50,19.50')
  await page.getByRole('button', { name: 'short.png', exact: true }).click()
  await expect(output).toHaveText('軟體和滑鼠')

  // the text goes to the conversation, which opens beside the pictures
  await page.getByRole('button', { name: 'receipt.webp', exact: true }).click()
  const beside = page.waitForEvent('popup')
  await page.getByRole('link', { name: '在对话中使用' }).click()
  const chat = await beside
  const said = /^receipt\.webp 的文字，\d+ 字$/
  const remove = chat.getByRole('button', { name: '移除图片的文字' })
  await expect(chat.getByText(said)).toBeVisible()
  await expect(chat.getByText(/^最多 [\d,]+ 积分$/)).toBeVisible()
  await chat.reload()
  await chat.getByRole('textbox', { name: '输入内容' }).fill('哪一项最贵？')
  const asked = chat.waitForRequest('**/v1/chat/completions')
  await chat.getByRole('button', { name: '发送' }).click()
  expect((await asked).postDataJSON().messages).toEqual([
    {
      role: 'user',
      content: expect.stringMatching(/^哪一项最贵？\n\nreceipt\.webp：\n[^]*蘇打餅乾\t3/),
    },
  ])
  const turn = chat.getByRole('article')
  await expect(turn.getByText(/^星桥-快 · \d+ 积分$/)).toBeVisible()
  await expect(turn.getByText(said)).toBeVisible()
  await expect(remove).toBeHidden()
  await chat.close()
  // removed, it is not sent
  const once = page.waitForEvent('popup')
  await page.getByRole('link', { name: '在对话中使用' }).click()
  const other = await once
  await other.getByRole('button', { name: '移除图片的文字' }).click()
  await expect(other.getByText(said)).toBeHidden()
  await expect(other.getByText(/^最多/)).toBeHidden()
  await other.close()

  await page.goto(`${baseURL}/account/usage`)
  await expect(page.locator('details').filter({ hasText: '图片转文字（2 张）' })).toBeVisible()
})

test(
  'tools: on a phone a picture that is given up costs nothing; one whose answer is lost is sent again and charged once',
  { tag: '@phone' },
  async ({ page, customer, baseURL, inspect, expectedProblems }) => {
    await giveCredit(baseURL!, customer.email, CREDIT)
    await openTool(page, baseURL, '/picture')
    await inspect()
    await page.getByRole('button', { name: '使用示例图片' }).click()
    await expect(page.getByRole('form').getByText(/^1 张，[\d,]+–[\d,]+ 积分$/)).toBeVisible()
    await page.getByRole('button', { name: '开始识别' }).click()
    await page.getByRole('button', { name: '取消' }).click()
    await expect(page.getByRole('form').getByText('已取消，没有扣费')).toBeVisible()
    await inspect()
    const credit = async () => (await page.request.get(`${toolsUrl(baseURL)}/me`)).json()
    await expect.poll(credit).toMatchObject({ credit: { available: CREDIT, held: 0 } })

    await page.route(
      '**/jobs/pictures?*',
      async (route) => {
        const address = route.request().url()
        const reset = `net::ERR_CONNECTION_RESET`
        expectedProblems.push(`${reset} POST ${address}`)
        expectedProblems.push(`console: Failed to load resource: ${reset} (${address})`)
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: '再试' }).click()
    await expect(page.getByRole('form').getByText('连接中断')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('button', { name: '再试' }).click()
    await expect(
      page.getByRole('form').getByText(/^之前已扣 [\d,]+ 积分，这次不再扣/),
    ).toBeVisible()
  },
)
