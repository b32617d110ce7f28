import { expect, test } from 'vitest'
import * as apiKeys from '#contract/account/api-keys.ts'
import * as recovery from '#contract/account/email-recovery.ts'
import { exportData } from '#contract/account/personal-data.ts'
import { grantCredit, newApplication } from '../../testing/applications/applications.ts'
import { passRecoveryWait, runRecoveryJob, startRecovery } from '../../testing/email-recovery.ts'
import { PASSWORD, type TestServer } from '../../testing/harness.ts'
import { serverOfFile } from '../../testing/server-of-file.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'

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

test('what somebody in the old mailbox may have got ends with it: the password and all keys; the export does not tell the new address', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  const application = await newApplication(server)
  await grantCredit(server, application, ann)
  const newKey = (name: string) =>
    ann.call(apiKeys.createApiKey, { applicationId: application.id, name, monthlyLimit: 100 })
  expect((await newKey('旧的')).status).toBe(200)
  server.advance(1000)
  const links = await startRecovery(server, ann, NEW)
  await confirm(server, links.confirm)
  server.advance(1000)
  expect((await newKey('新的')).status).toBe(200)
  const exported = await (await server.login(OLD)).call(exportData, {})
  expect(JSON.stringify(exported.body)).not.toContain(NEW)
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  await expect(server.login(NEW, PASSWORD)).rejects.toThrow('BAD_CREDENTIALS')
  expect(
    await server.sql`select name, revoked_at is null as works from api_keys order by created_at`,
  ).toEqual([
    { name: '旧的', works: false },
    { name: '新的', works: false },
  ])
  const [grant] = await server.sql`select revoked_at is null as works from application_grants`
  expect(grant).toEqual({ works: false })
  expect((await server.mails(NEW)).at(-1)!.text).toContain('所有密钥和给应用的授权也已取消')
})

test('the export does not tell the new address of a stopped change either, but that of one that was made', async () => {
  const server = await serverOf()
  const [ann, ben] = [await server.newUser({ email: OLD }), await server.newUser()]
  await stop(server, (await startRecovery(server, ann, NEW)).stop)
  const exported = await ann.call(exportData, {})
  expect(exported.body.data.emailRecoveries).toMatchObject([
    { oldEmail: OLD, newEmail: 'a***@new.example', state: 'stopped' },
  ])
  await startRecovery(server, ben, 'ben@new.example')
  await server.sql`
    update email_recoveries set state = 'done', ended_at = now() where user_id = ${ben.user.id}`
  expect((await ben.call(exportData, {})).body.data.emailRecoveries).toMatchObject([
    { newEmail: 'ben@new.example', state: 'done' },
  ])
})

test('the old address is reminded once, a day before, with a link that stops it too; a late reminder makes the change wait a day', async () => {
  const server = await serverOf()
  const ann = await server.newUser({ email: OLD })
  await confirm(server, (await startRecovery(server, ann, NEW)).confirm)
  const reminders = async () =>
    (await server.mails(OLD)).filter(({ subject }) => /即将换绑/.test(subject)).length
  server.advance(47 * HOUR)
  await runRecoveryJob(server)
  expect(await reminders()).toBe(0)
  server.advance(HOUR + 1000)
  for (let n = 0; n < 2; n += 1) await runRecoveryJob(server)
  expect(await reminders()).toBe(1)
  expect((await stop(server, await readMailedToken(server, OLD, 'stop'))).status).toBe(200)
  expect(await server.sql`select state from email_recoveries`).toEqual([{ state: 'stopped' }])

  // the shop was down meanwhile
  const bob = await server.newUser()
  await confirm(server, (await startRecovery(server, bob, 'bob@new.example')).confirm)
  server.advance(100 * HOUR)
  await runRecoveryJob(server)
  server.advance(24 * HOUR - 1000)
  await runRecoveryJob(server)
  expect(await emailOf(server, bob.user.id)).toBe(bob.user.email)
  server.advance(1000)
  await runRecoveryJob(server)
  expect(await emailOf(server, bob.user.id)).toBe('bob@new.example')
})
