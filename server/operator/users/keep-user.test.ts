import { expect, test } from 'vitest'
import { closeAccount } from '#contract/account/personal-data.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { lockUser, setBlocked } from '../../account/users.store.ts'
import { startedAccountJobs } from '../../testing/account-jobs.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import { PASSWORD, type TestServer, type TestUser } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startOperatorServer } from '../../testing/operator-shop.ts'

const DAY = 24 * 60 * 60 * 1000
const input = { password: passwordDigest(PASSWORD) }

async function runJobs({ deps }: TestServer): Promise<void> {
  for (const { run } of startedAccountJobs(deps)) await run(new AbortController().signal)
}

const isClosed = async ({ sql }: TestServer, { user }: TestUser) =>
  (await sql`select from users where id = ${user.id} and closed_at is not null`).length === 1

const deskOf = oncePerFile(startOperatorServer)

test('users keep cancels a closing that waits, tells the customer, and is refused where none waits', async () => {
  const { server, operator } = await deskOf()
  const ann = await server.newUser()
  const keep = ['users', 'keep', ann.user.email, '--reason', '按错了，又忘了密码']
  expect(await operator.refusal(...keep)).toMatchObject({ code: 'NOT_CLOSING' })
  await ann.call(closeAccount, input)
  expect(await operator.refusal('users', 'keep', ann.user.email)).toMatchObject({ exit: 2 })
  expect((await operator.run(...keep)).output).toContain('的账户不注销了')
  const mail = (await server.mails(ann.user.email)).at(-1)!
  expect(mail.subject).toMatch(/账户不会注销$/)
  // nobody has logged in
  expect(mail.text).not.toContain('您刚刚登录')
  server.advance(8 * DAY)
  await runJobs(server)
  expect((await server.login(ann.user.email)).user.email).toBe(ann.user.email)
  const [entry] = await operator.audit(ann.user.id)
  expect(entry).toMatchObject({ command: 'users keep', reason: '按错了，又忘了密码' })

  await (await server.login(ann.user.email)).call(closeAccount, input)
  server.advance(8 * DAY)
  await runJobs(server)
  const gone = ['users', 'keep', ann.user.id, '--reason', '来晚了']
  expect(await operator.refusal(...gone)).toMatchObject({ code: 'CLOSED' })
})

test('a closing of a blocked account waits until it is unblocked, and the mail about it says so', async () => {
  const { server, operator } = await deskOf()
  const ann = await server.newUser()
  await operator.run('users', 'block', ann.user.email, '--reason', '盗用')
  await operator.run('users', 'close', ann.user.email, '--reason', '来信申请')
  const mail = (await server.mails(ann.user.email)).at(-1)!
  expect(mail.text).toContain('停用期间不会注销')
  expect(mail.text).not.toContain('/account/login')
  server.advance(30 * DAY)
  await runJobs(server)
  expect(await isClosed(server, ann)).toBe(false)
  await operator.run('users', 'unblock', ann.user.email, '--reason', '查清了')
  expect(await isClosed(server, ann)).toBe(false)
  await runJobs(server)
  expect(await isClosed(server, ann)).toBe(true)
})

test('an account that is blocked after the job has found it due is not erased', async () => {
  const { server } = await deskOf()
  const ann = await server.newUser()
  await ann.call(closeAccount, input)
  server.advance(8 * DAY)
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const blocking = server.sql.begin(async (tx) => {
    await lockUser(tx, ann.user.id)
    locked.resolve()
    await gate.promise
    await setBlocked(tx, ann.user.id, new Date())
  })
  await locked.promise
  const jobs = runJobs(server)
  await untilWaiting(server.sql)
  gate.resolve()
  await Promise.all([blocking, jobs])
  expect(await isClosed(server, ann)).toBe(false)
})
