import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import { startTestServer } from '../../testing/harness.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'
import { setUpTotp } from '../../testing/second-factor.ts'
import { passwordDigest } from './passwords.ts'

const EMAIL = 'ann@example.com'

test('a reset cancels a closing that a thief with a second factor of their own began', async () => {
  await using server = await startTestServer()
  const { password } = await server.newUser({ email: EMAIL })
  const mallory = await server.login(EMAIL)
  await setUpTotp(server, mallory)
  const closing = await mallory.call(closeAccount, { password: passwordDigest(password) })
  expect(closing.status).toBe(200)

  const owner = server.visitor()
  const captcha = await server.solveCaptcha(owner)
  await owner.call(api.account.resetPasswordLink, { email: EMAIL, captcha })
  const token = await readMailedToken(server, EMAIL)
  const reset = { token, password: passwordDigest('an entirely new password') }
  expect((await owner.call(api.account.resetPassword, reset)).status).toBe(200)

  expect(await server.sql`select closing_at from users`).toEqual([{ closing_at: null }])
  const subjects = (await server.mails(EMAIL)).map(({ subject }) => subject)
  expect(subjects.at(-2)).toMatch(/账户不会注销$/)
})
