import { expect, test } from '../fixtures/test.ts'
import { expectResultPage, pressPay, typeCard } from '../fixtures/checkout.ts'
import { consoleUrl, signInAs } from '../fixtures/console/colleague.ts'

test(
  '§4 source: visitor of an advertisement registers, is given credit, pays and sees all of it; the console counts them in the row of their source',
  { tag: '@main:phone' },
  async ({ page, inbox, baseURL, inspect }) => {
    test.slow()
    const password = 'an-arc-between-two-shores'
    const source = `letter-${crypto.randomUUID().slice(0, 8)}`

    await page.goto(`/gg?source=${source}`)
    await page.getByRole('link', { name: '免费注册' }).first().click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('注册')
    await page.getByRole('textbox', { name: '邮箱', exact: true }).fill(inbox.address)
    await page.getByRole('button', { name: '发送验证码' }).click()
    await expect(page.getByText('已通过人机验证')).toBeVisible()
    await expect(page.getByRole('button', { name: /^\d+ 秒后重发$/ })).toBeVisible()
    await page.getByRole('textbox', { name: '验证码', exact: true }).fill(await inbox.code())
    await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
    await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
    await inspect()
    await page.getByRole('button', { name: '注册' }).click()

    await expect(page).toHaveURL('/account/login')
    await expect(page.getByText('注册成功')).toBeVisible()
    await expect(page.getByRole('textbox', { name: '邮箱', exact: true })).toHaveValue(
      inbox.address,
    )
    await inspect()
    await page.getByRole('textbox', { name: '密码', exact: true }).fill(password)
    await page.getByRole('button', { name: '登录' }).click()

    await expect(page).toHaveURL('/account/home')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('账户中心')
    await expect(page.getByText('还没有订单')).toBeVisible()
    await expect(page.locator('.balance-number')).toHaveText('20,000积分')
    await inspect()

    await page.getByRole('main').getByRole('link', { name: '查看套餐' }).click()
    await page
      .getByRole('region', { name: '全部套餐' })
      .getByRole('link', { name: '购买标准版' })
      .click()
    await expect(page).toHaveURL('/account/recharge?plan=standard')
    await page.getByRole('button', { name: '增加一份' }).click()
    await expect(page.getByRole('spinbutton', { name: '数量' })).toHaveValue('2')
    await expect(page).toHaveURL('/account/recharge?plan=standard&num=2')
    await expect(page.getByText('20,000 → 1,120,000')).toBeVisible()
    await typeCard(page, 'good')
    await inspect()
    await pressPay(page, '¥99.80')

    await expectResultPage(page, '已到账')
    await expect(page.getByText('+1,100,000 积分')).toBeVisible()
    await expect(page.getByText('当前余额 1,120,000 积分')).toBeVisible()
    await expect(page.getByText('¥99.80')).toBeVisible()
    await expect(page.getByText('Visa 尾号 4242')).toBeVisible()
    await inspect()

    await page.getByRole('link', { name: '查看订单' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('订单详情')
    await expect(page.getByRole('heading', { level: 2, name: '标准版 × 2' })).toBeVisible()
    await expect(page.getByText('已支付')).toBeVisible()
    await expect(page.getByText('1,100,000 积分到账')).toBeVisible()
    const copy = page.getByRole('button', { name: /^复制订单号 \d+/ }).first()
    const orderNo = (await copy.innerText()).trim()
    await inspect()

    await page.getByRole('main').getByRole('link', { name: '订单管理' }).last().click()
    await expect(page).toHaveURL('/account/orders')
    const row = page.getByRole('row').filter({ hasText: orderNo })
    await expect(row).toContainText('标准版 × 2')
    await expect(row).toContainText('¥99.80')
    await expect(row).toContainText('1,100,000')
    await expect(row).toContainText('已支付')
    await inspect()

    await page.goto('/account/home')
    await expect(page.locator('.balance-number')).toHaveText('1,120,000积分')
    await inspect()

    await signInAs(page, baseURL, 'viewer')
    const counted = page.getByRole('row', { name: new RegExp(source) })
    // visits are written together, some seconds after they were counted
    await expect(async () => {
      await page.goto(`${consoleUrl(baseURL)}/sources`)
      await expect(page.getByRole('row', { name: /合计/ })).toBeVisible()
      // a phone hides two of them: source, visits, registered, ordered, paid, conversion, net
      const cells = await counted.locator('td').allTextContents()
      // a page that is left while it asks for its token counts once more
      expect(cells[1]).toMatch(/^[12]$/)
      expect([...cells.slice(2, 5), cells[6]]).toEqual(['1', '1', '1', '¥99.80'])
    }).toPass({ timeout: 60_000 })
    await counted.getByRole('link').last().click()
    await expect(page.getByRole('link', { name: orderNo })).toBeVisible()
  },
)
