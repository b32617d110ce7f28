import { expect, test } from 'vitest'
import { confirmEmailRecovery } from '#contract/account/email-recovery.ts'
import { passRecoveryWait, runRecoveryJob } from '../../testing/email-recovery.ts'
import { readMailedToken } from '../../testing/mailed-secrets.ts'
import { startOperatorServer } from '../../testing/operator-shop.ts'
import { setUpTotp } from '../../testing/second-factor.ts'

const HOUR = 60 * 60 * 1000

test('the terminal changes the e-mail without a signature, audited and with the same 72 hours, and stops it', async () => {
  const NEW = 'ann@new.example'
  await using fixture = await startOperatorServer()
  const { server, operator } = fixture
  const ann = await server.newUser()
  const { email } = ann.user
  const change = ['users', 'change-email', email, '--to', NEW]
  expect(await operator.refusal(...change)).toMatchObject({ exit: 2 })
  const why = ['--reason', '视频核对了证件']
  const given = ['users', 'change-email-stop', email, '--reason', '用户又收到信了']
  expect(await operator.refusal(...given)).toMatchObject({ code: 'NOTHING_WAITS' })

  expect((await operator.run(...change, ...why)).output).toContain('新邮箱确认之后')
  expect(await operator.refusal(...change, ...why)).toMatchObject({ code: 'WAITING' })
  await operator.run(...given)
  await operator.run(...change, ...why)
  const actions = await operator.audit(ann.user.id)
  expect(actions.map(({ command }) => command).slice(0, 3)).toEqual([
    'users change-email',
    'users change-email-stop',
    'users change-email',
  ])
  expect(actions[0]).toMatchObject({ reason: '视频核对了证件', outcome: 'done' })
  expect(JSON.stringify(actions)).not.toContain(NEW)

  const token = await readMailedToken(server, NEW, 'confirm')
  await server.visitor().call(confirmEmailRecovery, { token })
  // the operator's program has a clock of its own
  server.advance(48 * HOUR)
  await runRecoveryJob(server)
  server.advance(23 * HOUR)
  await runRecoveryJob(server)
  expect((await operator.run('users', 'show', email)).code).toBe(0)
  server.advance(2 * HOUR)
  await runRecoveryJob(server)
  expect((await operator.run('users', 'show', NEW)).code).toBe(0)
})

test('the terminal takes a lost second factor away after the same 72 hours, and refuses without one', async () => {
  const NEW = 'ann@other.example'
  await using fixture = await startOperatorServer()
  const { server, operator } = fixture
  const ann = await server.newUser()
  const { email } = ann.user
  const why = ['--reason', '视频核对了证件']
  const remove = ['users', 'remove-second-factor', email]
  expect(await operator.refusal(...remove, ...why)).toMatchObject({ code: 'NO_FACTOR' })
  const change = ['users', 'change-email', email, '--to', NEW, '--remove-second-factor']
  expect(await operator.refusal(...change, ...why)).toMatchObject({ code: 'NO_FACTOR' })
  await setUpTotp(server, ann)
  expect(await operator.refusal(...remove)).toMatchObject({ exit: 2 })
  expect((await operator.run(...remove, ...why)).output).toContain('用户没有停止的话')
  expect(await operator.refusal(...change, ...why)).toMatchObject({ code: 'WAITING' })
  // the operator's program has a clock of its own
  server.advance(HOUR)
  await passRecoveryWait(server)
  await runRecoveryJob(server)
  expect((await server.login(email)).user.email).toBe(email)
})
