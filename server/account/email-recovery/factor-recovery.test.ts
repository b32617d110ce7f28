import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import * as recovery from '#contract/account/email-recovery.ts'
import { exportData } from '#contract/account/personal-data.ts'
import * as secondFactor from '#contract/account/second-factor.ts'
import {
  passRecoveryWait,
  runRecoveryJob,
  startFactorRecovery,
  startRecovery,
} from '../../testing/email-recovery.ts'
import type { TestServer } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { givePassword, setUpPasskey, setUpTotp } from '../../testing/second-factor.ts'

const serverOf = serverOfFile()
const HOUR = 60 * 60 * 1000

const keep = (server: TestServer, token: string) =>
  server.visitor().call(recovery.stopEmailRecovery, { token })

const rows = ({ sql }: TestServer) =>
  sql<{ state: string; reason: string | null }>`
    select state, end_reason as reason from email_recoveries order by created_at`

async function isAsked({ sql }: TestServer, id: string): Promise<boolean> {
  const [row] = await sql<{ isOn: boolean }>`
    select second_factor_since is not null as "isOn" from users where id = ${id}`
  return row!.isOn
}

const subjects = async (server: TestServer, to: string) =>
  (await server.mails(to)).map(({ subject }) => subject)

test('a lost second factor goes after 72 hours and a second mail: sessions end, the password of before logs in', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  const { email } = ann.user
  await setUpTotp(server, ann)
  await setUpPasskey(server, ann)
  const { dueAt, keep: token } = await startFactorRecovery(server, ann)
  const confirmed = await server.visitor().call(recovery.confirmEmailRecovery, { token })
  expect(confirmed.status).toBe(410)
  const seen = await ann.call(recovery.readEmailRecovery, {})
  expect(seen.body.data.recovery).toEqual({
    newEmail: null,
    removesSecondFactor: true,
    dueAt: dueAt.toISOString(),
  })
  const exported = await ann.call(exportData, {})
  expect(exported.body.data.emailRecoveries).toMatchObject([
    { oldEmail: email, newEmail: null, removesSecondFactor: true, state: 'waiting' },
  ])
  server.advance(48 * HOUR)
  await runRecoveryJob(server)
  server.advance(24 * HOUR - 1000)
  await runRecoveryJob(server)
  expect(await isAsked(server, ann.user.id)).toBe(true)
  server.advance(1000)
  await runRecoveryJob(server)
  await runRecoveryJob(server)
  expect(await rows(server)).toEqual([{ state: 'done', reason: null }])
  expect((await ann.call(api.account.profile, {})).status).toBe(401)
  expect((await subjects(server, email)).slice(-3)).toEqual([
    expect.stringMatching(/账户申请了关闭两步验证$/),
    expect.stringMatching(/账户即将关闭两步验证$/),
    expect.stringMatching(/账户已关闭两步验证$/),
  ])
  for (const { text } of (await server.mails(email)).slice(-3)) expect(text).not.toContain('换绑')
  const again = await server.login(email)
  expect((await again.call(secondFactor.readSecondFactor, {})).body.data).toEqual({
    ...{ since: null, passkeys: [], totp: null, recoveryCodesLeft: 0 },
  })
  const audit = await server.sql`
    select command, operator from operator_actions 
    where channel = 'site' and subject = ${ann.user.id}`
  expect(audit).toEqual([{ command: 'factor-recovery done', operator: '系统' }])
  const late = await keep(server, token)
  expect(late).toMatchObject({ status: 410, body: { code: 'TOKEN_EXPIRED' } })
})

test('the link in the mail stops it without a login, before the reminder and after; then it is over', async () => {
  const server = await serverOf()
  for (const isReminded of [false, true]) {
    const ann = await server.newUser()
    const totp = await setUpTotp(server, ann)
    const links = await startFactorRecovery(server, ann)
    if (isReminded) await passRecoveryWait(server)
    const url = `/account/reset-password?keep=${links.keep}`
    await server.visitor().send({ method: 'GET', url })
    expect((await rows(server)).at(-1)!.state).toBe('waiting')
    expect((await keep(server, links.keep)).status).toBe(200)
    expect((await keep(server, links.keep)).status).toBe(200)
    expect((await rows(server)).at(-1)).toEqual({ state: 'stopped', reason: 'user' })
    await passRecoveryWait(server)
    await runRecoveryJob(server)
    expect(await isAsked(server, ann.user.id)).toBe(true)
    const told = (await server.mails(ann.user.email)).filter(({ subject }) =>
      subject.includes('没有关闭两步验证'),
    )
    expect(told).toHaveLength(1)
    const browser = await givePassword(server, ann)
    const code = await totp.nextCode()
    expect((await browser.call(secondFactor.finishSecondLogin, { totp: code })).status).toBe(200)
  }
})

test('a customer who finds or uses the factor again keeps it and what was set up meanwhile', async () => {
  const server = await serverOf()
  const [ann, ben] = [await server.newUser(), await server.newUser()]
  for (const user of [ann, ben]) {
    await setUpTotp(server, user)
    server.advance(1000)
    await startFactorRecovery(server, user)
    server.advance(1000)
  }
  await setUpPasskey(server, ann, '新手机')
  await ben.call(secondFactor.removeTotp, {})
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  const changed = { state: 'stopped', reason: 'changed' }
  expect(await rows(server)).toEqual([changed, changed])
  expect(await isAsked(server, ann.user.id)).toBe(true)

  // a factor that is used meanwhile is not lost
  const [cid, dora] = [await server.newUser(), await server.newUser()]
  const totp = await setUpTotp(server, cid)
  const { device } = await setUpPasskey(server, dora)
  server.advance(HOUR)
  for (const user of [cid, dora]) await startFactorRecovery(server, user)
  server.advance(HOUR)
  const browser = await givePassword(server, cid)
  await browser.call(secondFactor.finishSecondLogin, { totp: await totp.nextCode() })
  const begun = await dora.call(secondFactor.beginSecondFactorProof, {})
  const passkey = device.get(begun.body.data.passkeyOptions ?? {})
  expect((await dora.call(secondFactor.proveSecondFactor, { passkey })).status).toBe(200)
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  expect(await rows(server)).toEqual([changed, changed, changed, changed])
  for (const user of [cid, dora]) expect(await isAsked(server, user.user.id)).toBe(true)
})

test('a blocked account loses it as well, and of a change and a removal for one user one waits', async () => {
  const server = await serverOf()
  const ann = await server.newUser()
  await setUpTotp(server, ann)
  await startFactorRecovery(server, ann)
  await expect(startRecovery(server, ann, 'ann@new.example')).rejects.toThrow(
    'email_recoveries_waiting',
  )
  await server.sql`update users set blocked_at = now() where id = ${ann.user.id}`
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  expect(await rows(server)).toEqual([{ state: 'done', reason: null }])
  const [row] = await server.sql<{ since: Date | null }>`
    select second_factor_since as since from users where id = ${ann.user.id}`
  expect(row).toEqual({ since: null })
  const mails = (await server.mails(ann.user.email)).slice(-2).map(({ text }) => text)
  expect(mails[0]).not.toContain('keep=')
  expect(mails[1]).toContain('账户现在还停用着')
})
