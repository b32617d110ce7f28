import { expect, test } from 'vitest'
import { closeAccount } from '#contract/account/personal-data.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { lockUser, setBlocked } from '../../account/users.store.ts'
import { startedAccountJobs } from '../../testing/account-jobs.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import { PASSWORD, type TestServer } from '../../testing/harness.ts'
import { startOperatorServer } from '../../testing/operator-shop.ts'

const LONG = 60_000
const DAY = 24 * 60 * 60 * 1000
const EMAIL = 'ann@example.com'
const input = { password: passwordDigest(PASSWORD) }

async function runJobs({ deps }: TestServer): Promise<void> {
  for (const { run } of startedAccountJobs(deps)) await run(new AbortController().signal)
}

const isClosed = async ({ sql }: TestServer) =>
  (await sql`select from users where closed_at is not null`).length === 1

test(
  'users keep cancels a closing that waits, tells the customer, and is refused where none waits',
  async () => {
    await using fixture = await startOperatorServer()
    const { server, operator } = fixture
    const ann = await server.newUser({ email: EMAIL })
    const keep = ['users', 'keep', EMAIL, '--reason', '按错了，又忘了密码']
    expect(await operator.refusal(...keep)).toMatchObject({ code: 'NOT_CLOSING' })
    await ann.call(closeAccount, input)
    expect(await operator.refusal('users', 'keep', EMAIL)).toMatchObject({ exit: 2 })
    expect((await operator.run(...keep)).output).toContain('的账户不注销了')
    const mail = (await server.mails(EMAIL)).at(-1)!
    expect(mail.subject).toMatch(/账户不会注销$/)
    // nobody has logged in
    expect(mail.text).not.toContain('您刚刚登录')
    server.advance(8 * DAY)
    await runJobs(server)
    expect((await server.login(EMAIL)).user.email).toBe(EMAIL)
    const [entry] = await operator.json<{ command: string; reason: string }[]>(['audit'])
    expect(entry).toMatchObject({ command: 'users keep', reason: '按错了，又忘了密码' })

    await (await server.login(EMAIL)).call(closeAccount, input)
    server.advance(8 * DAY)
    await runJobs(server)
    const gone = ['users', 'keep', ann.user.id, '--reason', '来晚了']
    expect(await operator.refusal(...gone)).toMatchObject({ code: 'CLOSED' })
  },
  LONG,
)

test(
  'a closing of a blocked account waits until it is unblocked, and the mail about it says so',
  async () => {
    await using fixture = await startOperatorServer()
    const { server, operator } = fixture
    await server.newUser({ email: EMAIL })
    await operator.run('users', 'block', EMAIL, '--reason', '盗用')
    await operator.run('users', 'close', EMAIL, '--reason', '来信申请')
    const mail = (await server.mails(EMAIL)).at(-1)!
    expect(mail.text).toContain('停用期间不会注销')
    expect(mail.text).not.toContain('/account/login')
    server.advance(30 * DAY)
    await runJobs(server)
    expect(await isClosed(server)).toBe(false)
    await operator.run('users', 'unblock', EMAIL, '--reason', '查清了')
    expect(await isClosed(server)).toBe(false)
    await runJobs(server)
    expect(await isClosed(server)).toBe(true)
  },
  LONG,
)

test('an account that is blocked after the job has found it due is not erased', async () => {
  await using fixture = await startOperatorServer()
  const { server } = fixture
  const ann = await server.newUser({ email: EMAIL })
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
  expect(await isClosed(server)).toBe(false)
})
