import { expect, test } from 'vitest'
import { act } from '#contract/console/actions.ts'
import { consoleApi } from '#contract/console/all-console-calls.ts'
import { ROLES, type Role } from '#contract/console/staff/roles.ts'
import { commandGroups } from '../operator/commands.ts'
import { startTestConsole } from '../testing/console/console.ts'
import { startTestServer } from '../testing/harness.ts'

const commands = commandGroups.flatMap((group) => group.commands)

/** Who may do what: written down apart from the code that decides it. */
const ALLOWED: Readonly<Record<string, readonly Role[]>> = {
  'plans save': ['owner'],
  'plans withdraw': ['owner'],
  'plans restore': ['owner'],
  'plans order': ['owner'],
  'orders check': ['owner', 'support'],
  'orders refund': ['owner', 'finance'],
  'orders recover': ['owner', 'finance'],
  'orders refuse-refund': ['owner', 'finance'],
  'books close': ['owner', 'finance'],
  'orders receipt': ['owner', 'support'],
  'invoices issue': ['owner', 'finance'],
  'invoices reject': ['owner', 'finance'],
  'invoices reverse': ['owner', 'finance'],
  'users credit': ['owner', 'finance'],
  'users sessions-revoke': ['owner', 'support'],
  'users block': ['owner'],
  'users unblock': ['owner'],
  'users close': ['owner'],
  'users keep': ['owner'],
  'applications register': ['owner'],
  'applications change': ['owner'],
  'applications rotate': ['owner'],
  'users change-email': ['owner'],
  'users remove-second-factor': ['owner'],
  'applications disable': ['owner'],
  'applications replay': ['owner', 'support'],
  'applications rotate-signing-key': ['owner'],
  'events replay': ['owner', 'support'],
  'mail resend': ['owner', 'support'],
  'mail test': ['owner'],
  'announcements add': ['owner'],
  'announcements edit': ['owner'],
  'announcements end': ['owner'],
  'pushes add': ['owner'],
  'pushes test': ['owner'],
  'pushes remove': ['owner'],
  'operators invite': ['owner'],
  'operators uninvite': ['owner'],
  'operators role': ['owner'],
  'operators disable': ['owner'],
  'operators enable': ['owner'],
  'operators reset': ['owner'],
}

test('every action × every role: allowed, or refused as FORBIDDEN; other commands and spellings do not exist; the shop knows no session of the console', async () => {
  await using server = await startTestServer()
  await using staff = await startTestConsole(server.deps)
  for (const role of ROLES) {
    const operator = await staff.newOperator(role)
    const forms = await operator.call(consoleApi.actions.listActionForms, {})
    const offered = forms.body.data.groups.flatMap((group) =>
      group.forms.map((form) => form.command),
    )
    const expected = Object.keys(ALLOWED).filter((name) => ALLOWED[name]!.includes(role))
    expect([role, offered.toSorted()]).toEqual([role, expected.toSorted()])
    for (const { name } of commands) {
      // an unknown field is refused before anything happens, but after the permission
      const answer = await operator.call(act, { command: name, given: { '?': '1' }, mark: null })
      const allowed = ALLOWED[name]
      const code =
        allowed === undefined ? 'NOT_FOUND' : allowed.includes(role) ? 'VALIDATION' : 'FORBIDDEN'
      expect([role, name, answer.body.code]).toEqual([role, name, code])
    }
  }

  const owner = await staff.newOperator('owner')

  const odd = ['__proto__', 'constructor', 'toString', '', ' ', 'users', 'users  credit']
  for (const command of [...odd, 'USERS CREDIT', 'users credit ', 'operators promote', 'backup']) {
    const { status, body } = await owner.call(act, { command, given: {}, mark: null })
    expect([command, status, body.code]).toEqual([command, 404, 'NOT_FOUND'])
  }
  const shop = server.visitor()
  shop.cookies.set('__Host-sid', owner.cookies.get('__Host-op')!)
  const answer = await shop.send({ method: 'GET', url: '/clients/web/auth/profile' })
  expect([answer.status, answer.body.code]).toEqual([401, 'UNAUTHENTICATED'])
})
