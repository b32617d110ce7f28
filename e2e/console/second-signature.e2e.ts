import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
import { ageColleague, consoleUrl, signInAs } from '../fixtures/console/colleague.ts'
import { inspectPage } from '../fixtures/inspect-page.ts'
import { listOrders } from '../fixtures/ledger.ts'
import { buyByCalls } from '../fixtures/regular-customer.ts'
import { expect, test } from '../fixtures/test.ts'

test(
  'console: a refund beyond the daily sum waits until a second finance operator signs it in another browser',
  { tag: '@main:desktop' },
  async ({ page, browser, customer, baseURL, inspect }) => {
    expect(customer.email).toContain('@')
    await buyByCalls(page.request, { id: 'team', num: 7 })
    const [order] = await listOrders(page.request)
    const address = `${consoleUrl(baseURL)}/orders/order?order=${order!.orderNo}`

    // without anybody who may sign the refund would be made at once
    const signer = await signInAs(page, baseURL, 'finance', '韩梅梅')
    await using desk = await browser.newContext()
    const asking = await desk.newPage()
    const { email } = await signInAs(asking, baseURL, 'finance', '李雷')
    await asking.goto(address)
    await asking.getByRole('button', { name: '退款', exact: true }).click()
    const refund = asking.getByRole('dialog', { name: '退款' })
    await refund.getByRole('button', { name: '预览' }).click()
    const wanted = refund.getByRole('region', { name: '变更预览' })
    await expect(wanted).toContainText('将退款 ¥2,093.00')
    await refund.getByRole('button', { name: '执行' }).click()
    await expect(refund.getByRole('status')).toContainText('还没有执行')
    await inspectPage(asking)
    await refund.getByRole('link', { name: '看待签字' }).click()
    const own = asking.getByRole('region', { name: '退款' }).filter({ hasText: order!.orderNo })
    await expect(own).toContainText('您的申请')
    await expect(own.getByRole('button', { name: '查看并签字' })).toHaveCount(0)

    await page.goto(`${consoleUrl(baseURL)}/signatures`)
    const request = page.getByRole('region', { name: '退款' }).filter({ hasText: order!.orderNo })
    await expect(request).toContainText(`李雷（${email}）`)
    const open = request.getByRole('button', { name: '查看并签字' })
    const dialog = page.getByRole('dialog', { name: '签字：退款' })
    // a new colleague signs nothing for a day
    await expect(page.getByText(/24 小时内不能签字/)).toBeVisible()
    await expect(open).toHaveCount(0)
    await inspect()
    await ageColleague(baseURL, signer.email)
    await page.reload()
    await open.click()
    const preview = dialog.getByRole('region', { name: '变更预览' })
    await expect(preview).toContainText('将退款 ¥2,093.00')
    await inspect()
    expect((await callApi(page.request, api.account.profile, {})).credit.balance).toBe(27_300_000)
    await dialog.getByRole('button', { name: '签字并执行' }).click()
    await expect(dialog.getByRole('region', { name: '结果' })).toContainText('已退款')
    await dialog.getByRole('button', { name: '完成' }).click()
    await expect(request).toHaveCount(0)
    expect((await callApi(page.request, api.account.profile, {})).credit.balance).toBe(0)

    await asking.reload()
    await expect(asking.getByRole('heading', { level: 1, name: '待签字' })).toBeVisible()
    await expect(own).toHaveCount(0)
    const ended = asking.getByRole('region', { name: '您最近的申请' })
    await expect(ended.getByRole('row', { name: '退款' })).toContainText(signer.email)
    await asking.goto(`${consoleUrl(baseURL)}/audit?command=orders+refund&operator=${email}`)
    await asking.getByRole('button', { name: '退款', exact: true }).first().click()
    await expect(asking.getByRole('dialog')).toContainText(signer.email)
  },
)
