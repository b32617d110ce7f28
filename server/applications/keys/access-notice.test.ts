import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import { signOnsPerFile } from '../../testing/applications/sign-on-server.ts'
import type { TestServer, TestUser } from '../../testing/harness.ts'

const join = signOnsPerFile()

async function noticesOf(server: TestServer, { user }: TestUser) {
  const mails = await server.mails(user.email)
  return mails.filter(({ text }) => /\/account\/(api-keys|edit#applications)/.test(text))
}

function create(user: TestUser, applicationId: string) {
  return user.call(apiKeys.createApiKey, { applicationId, name: '脚本', monthlyLimit: null })
}

test('a new API key is mailed to its customer with the device, but without the key', async () => {
  const shop = await join()
  const { application, server } = shop
  const { ann } = await shop.newCustomer()
  const { key, apiKey } = (await create(ann, application.id)).body.data
  const [mail, ...more] = await noticesOf(server, ann)
  expect(more).toEqual([])
  expect(mail!.subject).toBe('您的账户新建了 API 密钥')
  for (const words of [
    ...['应用：AI 工具', `密钥：${apiKey.hint}…`, '时间：20', '设备：', 'IP：127.0.0.1'],
    ...['停用该密钥', `${server.config.publicUrl}/account/reset-password`],
  ])
    expect(mail!.text).toContain(words)
  expect(JSON.stringify(mail)).not.toContain(key)
})

test('ten mails a day tell of new keys, and keys that are refused use up none of them', async () => {
  const shop = await join()
  const { application, server } = shop
  const { ann } = await shop.newCustomer()
  for (let tried = 0; tried < 5; tried += 1)
    expect((await create(ann, '00000000-0000-0000-0000-000000000000')).status).toBe(404)
  for (let made = 0; made < 12; made += 1)
    expect((await create(ann, application.id)).status).toBe(200)
  expect(await noticesOf(server, ann)).toHaveLength(10)
})

test('consent to spend credit is mailed when it is new or wider, not when it is repeated', async () => {
  const shop = await join({ isFirstParty: false, scope: 'openid credit' })
  const { application, server } = shop
  const { ann, browser } = await shop.newCustomer()
  const answer = async (given: 'agree' | 'refuse', more: Record<string, string> = {}) => {
    const page = await browser.open((await application.begin(more)).url.href)
    expect(page.text).toContain('同意并继续')
    await browser.submit(page.url.href, { answer: given })
    return (await noticesOf(server, ann)).length
  }
  expect(await answer('refuse')).toBe(0)
  expect(await answer('agree', { scope: 'openid profile' })).toBe(0)
  expect(await answer('agree')).toBe(1)
  expect(await answer('agree', { prompt: 'consent' })).toBe(1)
  expect(await answer('agree', { scope: 'openid email credit' })).toBe(2)
  await ann.call(apiKeys.revokeGrant, { id: application.id })
  expect(await answer('agree')).toBe(3)
  const [mail] = await noticesOf(server, ann)
  expect(mail!.subject).toBe('您的账户授权了一个应用使用积分')
  for (const words of ['授权应用“AI 工具”使用您的积分', '设备：', 'IP：', '撤销对它的授权'])
    expect(mail!.text).toContain(words)

  // an application of the shop's own asks nobody
  const own = await shop.newApplication({ scope: 'openid credit' })
  await own.signOn(browser)
  expect(await noticesOf(server, ann)).toHaveLength(3)
})
