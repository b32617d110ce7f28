import { beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { closeAccount } from './account/personal-data.ts'
import { api } from './api.ts'
import { email, passwordDigest, typedPassword } from './fields.ts'
import { setChineseMessages } from './messages.ts'

beforeAll(setChineseMessages)

const form = z.object({
  nickname: z.string().check(z.minLength(2), z.maxLength(4)),
  num: z.int().check(z.gte(2), z.lte(5)),
})
const right = { nickname: '林晚', num: 3 }

test('§5 form messages: each violated rule has its Chinese message, a rule with its own message keeps it', () => {
  const sentences = {
    required: { ...right, nickname: undefined },
    'required, when empty': { ...right, nickname: '' },
    'minimum length': { ...right, nickname: '林' },
    'maximum length': { ...right, nickname: '林林晚晚晚' },
    'lower end of a range': { ...right, num: 1 },
    'upper end of a range': { ...right, num: 6 },
    type: { ...right, num: 'three' },
  }
  const said = Object.entries(sentences).map(([rule, given]) => [rule, sentencesOf(form, given)])
  expect(Object.fromEntries(said)).toEqual({
    required: ['请输入昵称'],
    'required, when empty': ['请输入昵称'],
    'minimum length': ['昵称最少 2 个字符'],
    'maximum length': ['昵称最多 4 个字符'],
    'lower end of a range': ['数量不能小于 2'],
    'upper end of a range': ['数量不能大于 5'],
    type: ['数量格式不正确'],
  })
  const packs = z.object({ num: z.number().check(z.multipleOf(5)) })
  expect(sentencesOf(packs, { num: 7 })).toEqual(['数量格式不正确'])
  expect(sentencesOf(typedPassword, '')[0]).toBe('请输入密码')
  expect(sentencesOf(typedPassword, 'short')[0]).toBe('密码最少 8 个字符')
})

function sentencesOf(schema: z.ZodMiniType, given: unknown) {
  return (schema.safeParse(given).error?.issues ?? []).map(({ message }) => message)
}

test('§5 digest: a typed password is refused where a digest is required', () => {
  const calls = [
    [api.account.login, { email: 'a@example.com' }, 'password'],
    [api.account.register, { email: 'a@example.com', code: '123456' }, 'password'],
    [api.account.changePassword, { newPassword: 'as typed' }, 'currentPassword'],
    [api.account.resetPassword, { token: 'A'.repeat(43) }, 'password'],
    [closeAccount, {}, 'password'],
  ] as const
  const digest = 'XohImNooBHFR0OVvjcYpJ3NgPQ1qq73WKhHvch0VQtg='
  for (const [{ path, input }, rest, field] of calls) {
    expect([path, input.safeParse({ ...rest, [field]: digest }).success]).toEqual([path, true])
    expect([path, input.safeParse({ ...rest, [field]: 'password' }).success]).toEqual([path, false])
  }
  expect(passwordDigest.safeParse(digest.slice(0, -1)).success).toBe(false)
})

test('a text as long as a request may be is refused as an address at once', () => {
  for (const text of [`${'.'.repeat(60_000)}a`, `a@${'例'.repeat(60_000)}@a`]) {
    const started = performance.now()
    expect(email.safeParse(text).success).toBe(false)
    expect(performance.now() - started).toBeLessThan(500)
  }
})
