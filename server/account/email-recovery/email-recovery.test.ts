import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import * as recovery from '#contract/account/email-recovery.ts'
import { PASSWORD, type TestServer } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { passRecoveryWait, runRecoveryJob, startRecovery } from '../../testing/email-recovery.ts'
import { readMailedCode, readMailedToken } from '../../testing/mailed-secrets.ts'
import { passwordDigest } from '../password/passwords.ts'

const serverOf = serverOfFile()
const OLD = 'ann@example.com'
const NEW = 'ann@new.example'
const HOUR = 60 * 60 * 1000

const stop = (server: TestServer, token: string) =>
  server.visitor().call(recovery.stopEmailRecovery, { token })
const confirm = (server: TestServer, token: string) =>
  server.visitor().call(recovery.confirmEmailRecovery, { token })

async function emailOf({ sql }: TestServer, id: string): Promise<string> {
  const [row] = await sql<{ email: string }>`select email from users where id = ${id}`
  return row!.email
}

const rows = ({ sql }: TestServer) =>
  sql<{ state: string; reason: string | null }>`
    select state, end_reason as reason from email_recoveries order by created_at`

const subjects = async (server: TestServer, to: string) =>
  (await server.mails(to)).map(({ subject }) => subject)

test('a confirmed change is made after 72 hours: sessions end, both addresses are told, the new mailbox sets a password, the link stops nothing any more', async () => {
  const server = await serverOf()
  server.stopClock()
  const ann = await server.newUser({ email: OLD })
  const { confirm: token, stop: link, dueAt } = await startRecovery(server, ann, NEW)
  const captcha = await server.solveCaptcha()
  await server.visitor().call(api.account.resetPasswordLink, { email: OLD, captcha })
  const oldReset = await readMailedToken(server, OLD)
  const answer = await confirm(server, token)
  expect(answer).toMatchObject({ status: 200, body: { data: { dueAt: dueAt.toISOString() } } })
  expect((await confirm(server, token)).status).toBe(200)
  server.advance(48 * HOUR)
  await runRecoveryJob(server)
  server.advance(24 * HOUR - 1000)
  await runRecoveryJob(server)
  expect(await emailOf(server, ann.user.id)).toBe(OLD)
  server.advance(1000)
  await runRecoveryJob(server)
  await runRecoveryJob(server)
  expect(await emailOf(server, ann.user.id)).toBe(NEW)
  expect(await rows(server)).toEqual([{ state: 'done', reason: null }])
  expect((await ann.call(api.account.profile, {})).status).toBe(401)
  expect((await subjects(server, OLD)).at(-1)).toMatch(/账户已换绑邮箱$/)
  expect((await subjects(server, NEW)).at(-1)).toMatch(/已换绑到这个邮箱$/)
  const reset = (given: string) =>
    server.visitor().call(api.account.resetPassword, {
      token: given,
      password: passwordDigest('an entirely new password'),
    })
  expect((await reset(oldReset)).body.code).toBe('TOKEN_EXPIRED')
  await expect(server.login(OLD)).rejects.toThrow('BAD_CREDENTIALS')
  const again = await server.solveCaptcha()
  await server.sql`update rate_limits set expire = 1`
  await server.visitor().call(api.account.resetPasswordLink, { email: NEW, captcha: again })
  expect((await reset(await readMailedToken(server, NEW))).status).toBe(200)
  await server.login(NEW, 'an entirely new password')
  expect(await stop(server, link)).toMatchObject({ status: 410, body: { code: 'TOKEN_EXPIRED' } })
  expect(await emailOf(server, ann.user.id)).toBe(NEW)
  const audit = await server.sql<{ command: string; operator: string; channel: string }>`
    select command, operator, channel from operator_actions 
    where channel = 'site' and subject = ${ann.user.id} order by id`
  expect(audit).toEqual([
    { command: 'email-recovery confirm', operator: '用户', channel: 'site' },
    { command: 'email-recovery done', operator: '系统', channel: 'site' },
  ])
})

test('without a confirmation of the new mailbox nothing changes, and what is due and not made yet can still be stopped', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  const { confirm: token } = await startRecovery(server, ann, NEW)
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  expect(await emailOf(server, ann.user.id)).toBe(OLD)
  expect(await rows(server)).toEqual([{ state: 'failed', reason: 'unconfirmed' }])
  expect((await ann.call(api.account.profile, {})).status).toBe(200)
  expect((await confirm(server, token)).body.code).toBe('TOKEN_EXPIRED')

  const bob = await server.newUser()
  const links = await startRecovery(server, bob, 'bob@new.example')
  await confirm(server, links.confirm)
  await passRecoveryWait(server)
  expect((await stop(server, links.stop)).status).toBe(200)
  await runRecoveryJob(server)
  expect(await emailOf(server, bob.user.id)).toBe(bob.user.email)
})

test('the link in the old mailbox stops it without a login; a second time nothing more happens', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  const links = await startRecovery(server, ann, NEW)
  await confirm(server, links.confirm)
  // scanners of mails follow links: reading the page stops nothing
  for (const url of [
    `/account/reset-password?stop=${links.stop}`,
    recovery.stopEmailRecovery.path,
  ]) {
    await server.visitor().send({ method: 'GET', url })
  }
  expect(await rows(server)).toEqual([{ state: 'waiting', reason: null }])
  const both = await Promise.all([stop(server, links.stop), stop(server, links.stop)])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  expect((await stop(server, links.stop)).status).toBe(200)
  expect(await rows(server)).toEqual([{ state: 'stopped', reason: 'user' }])
  for (const to of [OLD, NEW]) {
    expect((await subjects(server, to)).filter((each) => /没有换绑/.test(each))).toHaveLength(1)
  }
  // the new address may be a stranger's: no way to set a password there
  const told = async (to: string) => (await server.mails(to)).at(-1)!.text
  expect(await told(OLD)).toContain('/account/reset-password')
  expect(await told(NEW)).not.toContain('/account/reset-password')
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  expect(await emailOf(server, ann.user.id)).toBe(OLD)
  const audit = await server.sql`
    select operator from operator_actions 
    where command = 'email-recovery stop' and subject = ${ann.user.id}`
  expect(audit).toEqual([{ operator: '用户' }])
})

test('jobs of two nodes change it once, and of a job and the link at the same time one wins', async () => {
  const server = await serverOf()
  const first = await server.newUser({ email: OLD })
  await confirm(server, (await startRecovery(server, first, NEW)).confirm)
  await passRecoveryWait(server)
  await Promise.all([1, 2, 3, 4].map(() => runRecoveryJob(server)))
  expect(await rows(server)).toEqual([{ state: 'done', reason: null }])
  expect((await subjects(server, NEW)).filter((each) => /已换绑到/.test(each))).toHaveLength(1)

  for (const turn of [1, 2, 3, 4]) {
    const ann = await server.newUser()
    const links = await startRecovery(server, ann, `ann-${turn}@new.example`)
    await confirm(server, links.confirm)
    await server.sql`update email_recoveries set due_at = now(), reminded_at = now() - interval '25 hours'
      where user_id = ${ann.user.id}`
    const [answer] = await Promise.all([stop(server, links.stop), runRecoveryJob(server)])
    const isStopped = answer.status === 200
    expect([200, 410]).toContain(answer.status)
    expect((await emailOf(server, ann.user.id)) === ann.user.email).toBe(isStopped)
    expect((await rows(server)).at(-1)!.state).toBe(isStopped ? 'stopped' : 'done')
  }
})

test('an address that was registered meanwhile fails, and the others are changed', async () => {
  const server = await serverOf()
  const [ann, ben] = [await server.newUser({ email: OLD }), await server.newUser()]
  for (const [user, to] of [
    [ann, NEW],
    [ben, 'ben@new.example'],
  ] as const) {
    await confirm(server, (await startRecovery(server, user, to)).confirm)
  }
  await server.newUser({ email: NEW })
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  expect(await rows(server)).toEqual([
    { state: 'failed', reason: 'taken' },
    { state: 'done', reason: null },
  ])
  expect(await emailOf(server, ann.user.id)).toBe(OLD)
  expect((await subjects(server, OLD)).at(-1)).toMatch(/没有换绑邮箱$/)
})

test('a login sees it and does not stop it, nor does the token of the other mail; only hashes of both are stored', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  expect((await ann.call(recovery.readEmailRecovery, {})).body.data).toEqual({ recovery: null })
  const { dueAt, ...links } = await startRecovery(server, ann, NEW)
  const phone = await server.login(OLD)
  expect((await phone.call(recovery.readEmailRecovery, {})).body.data).toEqual({
    recovery: {
      newEmail: 'a***@new.example',
      removesSecondFactor: false,
      dueAt: dueAt.toISOString(),
    },
  })
  // the token of the other mail
  expect((await stop(server, links.confirm)).status).toBe(410)
  expect((await confirm(server, links.stop)).status).toBe(410)
  expect(await rows(server)).toEqual([{ state: 'waiting', reason: null }])
  const [stored] = await server.sql<{ text: string }>`
    select string_agg(l::text, '') as text from email_recovery_links l`
  expect(stored!.text).not.toContain(links.stop)
})

test("the user's own change, its undo and a closing stop it at once, and a block does not", async () => {
  const server = await serverOf()
  const people = [
    await server.newUser({ email: OLD }),
    await server.newUser(),
    await server.newUser(),
    await server.newUser({ email: 'zoe@example.com' }),
  ]
  const [ann, ben, eve, zoe] = people
  await zoe!.call(api.account.sendChangeEmailCode, { email: 'zoe@new.example' })
  const zoesCode = await readMailedCode(server, 'zoe@new.example')
  await zoe!.call(api.account.changeEmail, { email: 'zoe@new.example', code: zoesCode })
  zoe!.user.email = 'zoe@new.example'
  for (const [at, person] of people.entries()) {
    await confirm(server, (await startRecovery(server, person, `next-${at}@new.example`)).confirm)
  }
  await ann!.call(api.account.sendChangeEmailCode, { email: NEW })
  const code = await readMailedCode(server, NEW)
  expect((await ann!.call(api.account.changeEmail, { email: NEW, code })).status).toBe(200)
  await server.sql`update users set blocked_at = now() where id = ${ben!.user.id}`
  await eve!.call(closeAccount, { password: passwordDigest(PASSWORD) })
  const token = await readMailedToken(server, 'zoe@example.com', 'undo')
  expect((await server.visitor().call(api.account.undoEmailChange, { token })).status).toBe(200)
  const changed = { state: 'stopped', reason: 'changed' }
  const closing = { state: 'stopped', reason: 'closing' }
  expect(await rows(server)).toEqual([
    changed,
    { state: 'waiting', reason: null },
    closing,
    changed,
  ])
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  expect((await rows(server))[1]).toEqual({ state: 'done', reason: null })
  expect(await emailOf(server, ben!.user.id)).toBe('next-1@new.example')
  expect(await emailOf(server, ann!.user.id)).toBe(NEW)
})
