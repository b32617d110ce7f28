import { expect, test } from 'vitest'
import * as api from '#contract/applications/applications.ts'
import { uuidv7 } from '../../db/ids.ts'
import { startApplication } from '../../testing/applications/application-client.ts'

const reason = '翻译文档'
const json = { 'content-type': 'application/json' }

test('a request that no call understands is told what is wrong with it', async () => {
  await using shop = await startApplication()
  const path = `/api/v1/users/${shop.ann.user.id}/charges`
  const messageOf = async (...given: Parameters<typeof shop.send>) => {
    const { status, body } = await shop.send(...given)
    return [status, body.message]
  }
  const post = (body: string, headers: Record<string, string> = json) =>
    messageOf(path, { method: 'POST', headers: { 'idempotency-key': uuidv7(), ...headers }, body })

  const noCall = [404, expect.stringContaining('没有这个接口')]
  expect(await messageOf('/api/v1/user')).toEqual(noCall)
  expect(await messageOf(path, { method: 'DELETE' })).toEqual(noCall)
  expect(await post('{"amount": 1')).toEqual([400, expect.stringContaining('不是正确的 JSON')])
  expect(await post('{"__proto__":{}}')).toEqual([400, expect.stringContaining('JSON')])
  expect(await post(' '.repeat(70_000))).toEqual([400, '请求的内容太大'])
  expect(await post('amount=1', { 'content-type': 'text/plain' })).toEqual([
    415,
    expect.stringContaining('application/json'),
  ])
  expect(
    await messageOf(path, { headers: { authorization: `Bearer app_${'A'.repeat(43)}` } }),
  ).toEqual([401, expect.stringContaining('应用密钥无效')])
  const anonymous = await fetch(`${shop.url}${path}`)
  expect([anonymous.status, await anonymous.json()]).toEqual([
    401,
    expect.objectContaining({ message: expect.stringContaining('Authorization: Bearer') }),
  ])
})

test('a refusal says which of its reasons it has', async () => {
  await using shop = await startApplication()
  const user = shop.ann.user.id
  const messageOf = async (...given: Parameters<typeof shop.call>) =>
    (await shop.call(...given)).body.message
  const noCustomer = expect.stringContaining('没有这位客户')
  expect(await messageOf(api.userCredit, { user: uuidv7() })).toEqual(noCustomer)
  expect(await messageOf(api.chargeCredit, { user: uuidv7(), amount: 1, reason })).toEqual(
    noCustomer,
  )
  expect(await messageOf(api.userCredit, { user: 'ann' })).toContain('客户的编号格式不正确')
  expect(await messageOf(api.captureHold, { user, id: uuidv7(), amount: 1 })).toContain(
    '没有这笔预留',
  )
  expect(await messageOf(api.findCharge, { user, id: uuidv7() })).toContain('没有这笔扣费')

  const charge = (usage: unknown) => messageOf(api.chargeCredit, { user, amount: 1, reason, usage })
  expect(await charge({ Pages: 1 })).toContain('用量的名称')
  for (const value of ['x'.repeat(201), '\n', true])
    expect(await charge({ pages: value })).toContain('用量须为数字或最多 200 个字符')
  expect(await charge(7)).toContain('用量须为对象')
})

test('a hold that has expired says so to who would extend it', async () => {
  await using shop = await startApplication()
  const user = shop.ann.user.id
  const { body } = await shop.call(api.holdCredit, { user, amount: 10, reason, expiresIn: 60 })
  const id = body.data.hold.id
  shop.server.advance(61_000)
  const extended = await shop.call(api.extendHold, { user, id })
  expect(extended.body).toMatchObject({
    code: 'HOLD_ENDED',
    message: expect.stringContaining('不能延长'),
  })
  await shop.call(api.captureHold, { user, id, amount: 10 })
  const released = await shop.call(api.releaseHold, { user, id })
  expect(released.body).toMatchObject({
    code: 'HOLD_ENDED',
    message: expect.stringContaining('已经扣费'),
  })
})
