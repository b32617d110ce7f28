import { expect, test } from 'vitest'
import * as invitation from '#contract/console/staff/invitation.ts'
import { act } from '#contract/console/actions.ts'
import * as security from '#contract/console/staff/security.ts'
import * as signIn from '#contract/console/staff/sign-in.ts'
import { listStaff } from '#contract/console/staff/staff.ts'
import { createAuthenticator } from '../../testing/console/authenticator.ts'
import { CONSOLE_URL, signInBy, startTestConsole } from '../../testing/console/console.ts'
import { startTestServer } from '../../testing/harness.ts'
import { oncePerFile } from '../../testing/once-per-file.ts'
import { operatorOf } from '../../testing/operator.ts'

async function start() {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  const staff = stack.use(await startTestConsole(server.deps))
  const settings = { CONSOLE_PORT: '3903', CONSOLE_URL }
  const terminal = stack.use(await operatorOf({ ...server, settings }))
  return { server, staff, terminal, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

const deskOf = oncePerFile(start)

interface Link {
  link: string
}

test('terminal invites, withdraws, and the link is accepted in the console', async () => {
  const { server, staff, terminal } = await deskOf()
  const words = ['operators', 'invite', 'accepted@shop.test', '--role', 'finance', '--name', '李雷']
  const { link } = await terminal.json<Link>(words)
  const [mail] = await server.mails('accepted@shop.test')
  expect(mail!.text).toContain(link)
  await terminal.json(['operators', 'uninvite', 'accepted@shop.test'])
  expect(await terminal.refusal('operators', 'uninvite', 'accepted@shop.test')).toMatchObject({
    code: 'NOT_FOUND',
  })
  const visitor = staff.visitor()
  const tokenOf = (text: string) => new URL(text).hash.slice(1)
  const gone = await visitor.call(invitation.readInvitation, { token: tokenOf(link) })
  expect(gone.status).toBe(410)
  const again = await terminal.json<Link>(words)
  const person = { token: tokenOf(again.link), email: 'other@shop.test', name: '李雷' }
  const begun = await visitor.call(invitation.beginInvitedPasskey, person)
  const accepted = await visitor.call(invitation.acceptWithPasskey, {
    ...person,
    passkeyName: '手机',
    response: createAuthenticator(CONSOLE_URL).create(begun.body.data.options),
  })
  // the invitation's own address counts
  expect(accepted.body.data.operator).toMatchObject({
    email: 'accepted@shop.test',
    role: 'finance',
  })
  expect(await terminal.refusal(...words)).toMatchObject({ code: 'TAKEN' })
})

test('link stands in the mail alone when the console invites', async () => {
  const { server, staff } = await deskOf()
  const owner = await staff.newOperator('owner')
  const given = { email: 'mailed@shop.test', role: 'support', name: '李雷' }
  const invite = (mark: string | null) =>
    owner.call(act, { command: 'operators invite', given, mark })
  const shown = await invite(null)
  if (shown.body.data.is !== 'preview') throw new Error('no preview')
  const done = await invite(shown.body.data.mark)
  expect(JSON.stringify(done.body)).not.toContain('/invitation#')
  const [mail] = await server.mails('mailed@shop.test')
  expect(mail!.text).toContain(`${owner.email} 邀请您用控制台照看商店，角色是客服`)
  const listed = (await owner.call(listStaff, {})).body.data
  expect(listed.operators.find(({ email }) => email === owner.email)).toMatchObject({
    ...{ role: 'owner', passkeys: 1, recoveryCodesLeft: 10, sessions: 1 },
  })
  expect(listed.invitations.find(({ email }) => email === 'mailed@shop.test')).toMatchObject({
    ...{ role: 'support', invitedBy: owner.email },
  })
})

test('last owner can be neither demoted nor disabled, also by two owners at once', async () => {
  await using fixture = await start()
  const { server, staff, terminal } = fixture
  const ann = await staff.newOperator('owner')
  for (const words of [
    ['role', ann.email, 'viewer'],
    ['disable', ann.email],
  ]) {
    expect(await terminal.refusal('operators', ...words)).toMatchObject({
      code: 'LAST_OWNER',
      message: '这是最后一位所有者：请先让另一位同事成为所有者',
    })
  }
  const bob = await staff.newOperator('owner')
  const demote = (email: string) =>
    server.sql.begin(async (tx) => {
      await tx`update operators set role = 'viewer' where email = ${email}`
    })
  const results = await Promise.allSettled([demote(ann.email), demote(bob.email)])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const owners = await server.sql`select from operators where role = 'owner'`
  expect(owners).toHaveLength(1)
})

test('new role, disabling and enabling take effect at once', async () => {
  const { staff, terminal } = await deskOf()
  await staff.newOperator('owner')
  const li = await staff.newOperator('viewer')
  await terminal.json(['operators', 'role', li.email, 'finance'])
  expect((await li.call(security.readSecurity, {})).status).toBe(401)
  const signInAgain = async () => {
    const begun = await li.call(signIn.beginPasskeySignIn, {})
    const response = li.device.get(begun.body.data.options)
    return li.call(signIn.signInWithPasskey, { response })
  }
  expect((await signInAgain()).body.data.operator.role).toBe('finance')
  await terminal.json(['operators', 'disable', li.email])
  expect((await li.call(security.readSecurity, {})).status).toBe(401)
  expect((await signInAgain()).status).toBe(422)
  expect(await terminal.refusal('operators', 'reset', li.email)).toMatchObject({
    code: 'DISABLED',
  })
  await terminal.json(['operators', 'enable', li.email])
  expect((await signInAgain()).status).toBe(200)
  expect(await terminal.audit(li.operator.id)).toMatchObject([
    { command: 'operators enable' },
    {},
    {},
    {},
  ])
})

test('reset takes every way to sign in away, and its link sets new ones for the same operator', async () => {
  await using fixture = await start()
  const { server, staff, terminal } = fixture
  const owner = await staff.newOperator('owner')
  const { link } = await terminal.json<Link>(['operators', 'reset', owner.email])
  server.stopClock()
  server.advance(60_000)
  expect((await signInBy(owner, owner.device)).status).toBe(422)
  const [code = ''] = owner.recoveryCodes
  const recovery = { email: owner.email, code }
  expect((await owner.call(signIn.signInWithRecoveryCode, recovery)).status).toBe(422)
  const visitor = staff.visitor()
  const person = { token: new URL(link).hash.slice(1), email: owner.email, name: '别的名字' }
  const creation = await visitor.call(invitation.beginInvitedPasskey, person)
  const accepted = await visitor.call(invitation.acceptWithPasskey, {
    ...person,
    passkeyName: '新手机',
    response: createAuthenticator(CONSOLE_URL).create(creation.body.data.options),
  })
  expect(accepted.body.data.operator).toMatchObject({
    id: owner.operator.id,
    name: '周敏',
    role: 'owner',
  })
  // the 24 hours without a signature begin with the new way to sign in
  const [changed] = await server.sql<{ isNew: boolean }>`
    select unchanged_since = ${server.deps.now()} as "isNew" from operators where id = ${owner.operator.id}`
  expect(changed).toEqual({ isNew: true })
})

test('disabling ends the link that was to set up new ways to sign in', async () => {
  const { server, staff, terminal } = await deskOf()
  await staff.newOperator('owner')
  const li = await staff.newOperator('viewer')
  await terminal.json<Link>(['operators', 'reset', li.email])
  const countLinks = async () =>
    (await server.sql`select from operator_invitations where email = ${li.email}`).length
  expect(await countLinks()).toBe(1)
  await terminal.json(['operators', 'disable', li.email])
  await terminal.json(['operators', 'enable', li.email])
  expect(await countLinks()).toBe(0)
})

test('without a console the commands say what to set; a wrong role or name is refused', async () => {
  const { server, terminal } = await deskOf()
  await using without = await operatorOf(server)
  const invite = (role: string, name: string) => [
    ...['operators', 'invite', 'without@shop.test', '--role', role, '--name', name],
  ]
  expect(await without.refusal(...invite('owner', '李雷'))).toMatchObject({
    code: 'NO_CONSOLE',
    message: '这家商店没有开控制台：请先设置 CONSOLE_PORT 与 CONSOLE_URL',
  })
  expect(await terminal.refusal(...invite('boss', '李雷'))).toMatchObject({ code: 'USAGE' })
  // it turns the direction of writing
  expect(await terminal.refusal(...invite('owner', 'a\u202eb'))).toMatchObject({ code: 'USAGE' })
})

test('disabled operator leaves neither invitations nor requests, and every owner is mailed', async () => {
  const { server, staff, terminal } = await deskOf()
  const owner = await staff.newOperator('owner')
  const rogue = await staff.newOperator('owner')
  const given = { email: 'second@evil.test', role: 'owner', name: '备用' }
  const invite = (mark: string | null) =>
    rogue.call(act, { command: 'operators invite', given, mark })
  const shown = await invite(null)
  if (shown.body.data.is !== 'preview') throw new Error('no preview')
  expect((await invite(shown.body.data.mark)).body.data.is).toBe('done')
  expect((await server.mails(owner.email)).at(-1)!.text).toContain(
    '备用（second@evil.test）受邀成为所有者',
  )
  const [mail] = await server.mails('second@evil.test')
  const [, token = ''] = /invitation#([\w-]{43})/.exec(mail!.text) ?? []
  await terminal.json(['operators', 'disable', rogue.email])
  const read = await staff.visitor().call(invitation.readInvitation, { token })
  expect(read.status).toBe(410)
  const told = (await server.mails(owner.email)).at(-1)!
  expect(told.text).toContain(`${rogue.email}，所有者） 已停用`)
})
