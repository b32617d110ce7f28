import { api } from '#contract/api.ts'
import { callApi } from '../fixtures/call-api.ts'
import { operateShop } from '../fixtures/operate-shop.ts'
import { registerApplication } from '../fixtures/spend-as-application.ts'
import { expect, test } from '../fixtures/test.ts'

test(
  'a mail tells of low credit, and its link switches these mails off',
  { tag: '@phone' },
  async ({ page, customer, inbox, baseURL, inspect, expectedProblems }) => {
    // operator's commands are programs of their own, and a job queues the mail
    test.slow()
    const { user } = await callApi(page.request, api.account.profile, {})
    const tool = await registerApplication(baseURL!, '翻译工具')
    const give = (amount: string) =>
      operateShop(
        baseURL!,
        ...['users', 'credit', customer.email, '--give', amount, '--reason', '试用'],
      )
    await give('1000')

    await page.goto('/account/usage#reminders')
    const card = page.getByRole('region', { name: '邮件提醒' })
    await card.getByRole('checkbox', { name: '可用积分不足时发送邮件' }).check()
    expectedProblems.push('400 POST /clients/web/credit/reminders/save')
    await card.getByLabel('低于多少积分时提醒').fill('０')
    await card.getByRole('button', { name: '保存' }).click()
    await expect(card.getByText('请填写 1 到 1,000,000,000 之间的整数')).toBeVisible()
    await inspect()
    await card.getByLabel('低于多少积分时提醒').fill('200')
    await card.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('邮件提醒已保存')).toBeVisible()

    await tool.post(user.id, 'charges', { amount: 850, reason: '翻译 · 产品手册' })
    await inbox.untilMailSays('可用积分不足', '可用积分：150')
    const link = await inbox.unsubscribeLink()

    await page.goto(link)
    await inspect()
    await page.getByRole('button', { name: '退订' }).click()
    await expect(page.getByRole('heading', { name: '已退订' })).toBeVisible()
    await inspect()
    await page.getByRole('link', { name: '查看提醒设置' }).click()
    await expect(page.getByRole('checkbox', { name: '可用积分不足时发送邮件' })).not.toBeChecked()
  },
)
