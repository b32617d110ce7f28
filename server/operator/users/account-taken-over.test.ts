import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { confirmEmailRecovery, stopEmailRecovery } from '#contract/account/email-recovery.ts'
import { closeAccount } from '#contract/account/personal-data.ts'
import { passwordDigest } from '../../account/password/passwords.ts'
import { lockUser, setBlocked } from '../../account/users.store.ts'
import { startedAccountJobs } from '../../testing/account-jobs.ts'
import { untilWaiting } from '../../testing/database/test-database.ts'
import { passRecoveryWait, runRecoveryJob, startRecovery } from '../../testing/email-recovery.ts'
import { PASSWORD, type TestServer, type TestUser } from '../../testing/harness.ts'
import { readMailedCode, readMailedToken } from '../../testing/mailed-secrets.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { startOperatorServer } from '../../testing/operator-shop.ts'

const DAY = 24 * 60 * 60 * 1000
/** The addresses of a story. */
const addresses = (name: string) => ({
  OWN: `${name}@example.com`,
  STOLEN: `${name}@thief.example`,
  NEW: `${name}@new.example`,
})
const WHY = ['--reason', '回拨了合同上的电话']

async function changeEmail(server: TestServer, user: TestUser, email: string): Promise<void> {
  await user.call(api.account.sendChangeEmailCode, { email })
  const code = await readMailedCode(server, email)
  expect((await user.call(api.account.changeEmail, { email, code })).status).toBe(200)
}

async function runJobs({ deps }: TestServer): Promise<void> {
  for (const { run } of startedAccountJobs(deps)) await run(new AbortController().signal)
}

async function accountOf({ sql }: TestServer, { user }: TestUser) {
  const [row] = await sql<{ email: string | null; isBlocked: boolean; isClosing: boolean }>`
    select email, blocked_at is not null as "isBlocked", closing_at is not null as "isClosing"
    from users where id = ${user.id}`
  return row!
}

const stateOfRecovery = async ({ sql }: TestServer, { user }: TestUser) =>
  sql`select state from email_recoveries where user_id = ${user.id}`

const deskOf = oncePerFile(startOperatorServer)

test('a thief has moved the address and closed the account: blocked it is not erased, and comes back to its owner', async () => {
  const { OWN, STOLEN, NEW } = addresses('ann')
  await using fixture = await startOperatorServer()
  const { server, operator } = fixture
  const ann = await server.newUser({ email: OWN })
  await changeEmail(server, ann, STOLEN)
  await ann.call(closeAccount, { password: passwordDigest(PASSWORD) })
  const change = ['users', 'change-email', ann.user.id, '--to', NEW, ...WHY]
  expect(await operator.refusal(...change)).toMatchObject({ code: 'CLOSING' })

  await operator.run('users', 'block', ann.user.id, '--reason', '有人说账户被占用')
  server.advance(8 * DAY)
  await runJobs(server)
  expect(await accountOf(server, ann)).toEqual({
    ...{ email: STOLEN, isBlocked: true, isClosing: true },
  })
  await operator.run('users', 'keep', ann.user.id, '--reason', '注销的不是本人')
  expect((await operator.run(...change)).output).toContain('新邮箱确认之后')
  const token = await readMailedToken(server, NEW, 'confirm')
  expect((await server.visitor().call(confirmEmailRecovery, { token })).status).toBe(200)
  await passRecoveryWait(server)
  server.advance(DAY)
  await runJobs(server)

  // who the account was blocked for is an operator's to judge
  expect(await accountOf(server, ann)).toEqual({
    ...{ email: NEW, isBlocked: true, isClosing: false },
  })
  const told = (await server.mails(STOLEN)).map(({ subject }) => subject).slice(-4)
  expect(told).toEqual([
    expect.stringMatching(/不会注销$/),
    expect.stringMatching(/申请了换绑邮箱$/),
    expect.stringMatching(/即将换绑邮箱$/),
    expect.stringMatching(/已换绑邮箱$/),
  ])
  const texts = (await server.mails(STOLEN)).map(({ text }) => text).join()
  expect(texts).not.toContain('stop=')
  expect(texts).toContain('只有我们能停止')
  expect((await server.mails(NEW)).at(-1)!.text).toContain('账户现在还停用着')

  await server.visitor().call(api.account.resetPasswordLink, {
    ...{ email: NEW, captcha: await server.solveCaptcha() },
  })
  const password = 'an entirely new password'
  const reset = { token: await readMailedToken(server, NEW), password: passwordDigest(password) }
  expect((await server.visitor().call(api.account.resetPassword, reset)).status).toBe(200)
  await expect(server.login(NEW, password)).rejects.toThrow('ACCOUNT_BLOCKED')
  await operator.run('users', 'unblock', ann.user.id, '--reason', '已交还本人')
  expect((await server.login(NEW, password)).user.email).toBe(NEW)
})

test('a block takes the power of the stop link and leaves the rescue; the account is unblocked after it, or once operators have stopped it', async () => {
  const { OWN, NEW } = addresses('bob')
  const { server, operator } = await deskOf()
  const ann = await server.newUser({ email: OWN })
  const { stop: token } = await startRecovery(server, ann, NEW)
  await operator.run('users', 'block', OWN, '--reason', '有人说账户被占用')
  const stop = () => server.visitor().call(stopEmailRecovery, { token })
  expect(await stop()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } })
  expect(await stateOfRecovery(server, ann)).toEqual([{ state: 'waiting' }])

  const unblock = ['users', 'unblock', OWN, '--reason', '查清了']
  expect(await operator.refusal(...unblock)).toMatchObject({
    ...{ code: 'WAITING', message: expect.stringContaining('换绑邮箱将在') },
  })
  await operator.run('users', 'change-email-stop', OWN, '--reason', '是本人，邮箱没有丢')
  await operator.run(...unblock)
  // stopped already, by whomever
  expect((await stop()).status).toBe(200)
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  expect((await accountOf(server, ann)).email).toBe(OWN)
})

test('the undo link in a mailbox that the thief has left does not end the rescue of a blocked account', async () => {
  const { OWN, STOLEN, NEW } = addresses('cat')
  const { server, operator } = await deskOf()
  const ann = await server.newUser({ email: OWN })
  await changeEmail(server, ann, 'ann@first-thief.example')
  await changeEmail(server, ann, STOLEN)
  const token = await readMailedToken(server, 'ann@first-thief.example', 'undo')
  const undo = () => server.visitor().call(api.account.undoEmailChange, { token })
  await operator.run('users', 'block', STOLEN, '--reason', '有人说账户被占用')
  await operator.run('users', 'change-email', STOLEN, '--to', NEW, ...WHY)
  expect(await undo()).toMatchObject({ status: 403, body: { code: 'ACCOUNT_BLOCKED' } })
  expect((await accountOf(server, ann)).email).toBe(STOLEN)
  expect(await stateOfRecovery(server, ann)).toEqual([{ state: 'waiting' }])
  // refused, not used up
  await operator.run('users', 'change-email-stop', STOLEN, '--reason', '看错了')
  expect((await undo()).status).toBe(200)
})

test('a rescue whose preview was shown before the account was unblocked does not begin', async () => {
  const { OWN, NEW } = addresses('dan')
  const { server, operator } = await deskOf()
  const ann = await server.newUser({ email: OWN })
  await operator.run('users', 'block', OWN, '--reason', '有人说账户被占用')
  const [locked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const unblocking = server.sql.begin(async (tx) => {
    await lockUser(tx, ann.user.id)
    locked.resolve()
    await gate.promise
    await setBlocked(tx, ann.user.id, null)
  })
  await locked.promise
  const refused = operator.refusal('users', 'change-email', OWN, '--to', NEW, ...WHY)
  await untilWaiting(server.sql)
  gate.resolve()
  await unblocking
  expect(await refused).toMatchObject({ code: 'CHANGED' })
  expect(await stateOfRecovery(server, ann)).toEqual([])
})
