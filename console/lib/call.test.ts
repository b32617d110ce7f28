import { expect, test } from 'vitest'
import { listAudit } from '#contract/console/audit.ts'
import { endOwnSessions, readSecurity, removeCode } from '#contract/console/staff/security.ts'
import { readConsoleSession } from '#contract/console/staff/sign-in.ts'
import { answer, refuse, reply } from '#web/testing/network.ts'
import { sampleOwner, signIn } from '../testing/render-console.tsx'
import { callConsole } from './call.ts'
import { isConfirming, settleConfirmation } from './confirmation.ts'
import { currentSession } from './session.ts'

const security = { passkeys: [], hasCode: true, recoveryCodesLeft: 10, sessions: [] }
const ok = (data: unknown) => Response.json({ statusCode: 200, message: 'ok', data })
const refusal = (status: number, code: string) =>
  Response.json({ statusCode: status, code, message: code, data: null }, { status })

test('input of a GET becomes its query, without empty values; a POST sends JSON with the token of the session', async () => {
  signIn()
  let search = ''
  reply(listAudit, ({ url, headers }) => {
    search = new URL(url).search
    expect(headers.has('x-console-csrf')).toBe(false)
    return ok({ entries: [], next: null, commands: [] })
  })
  await callConsole(listAudit, { operator: 'a@b.c', subject: '', command: undefined, limit: 10 })
  expect(search).toBe('?operator=a%40b.c&limit=10')

  let sent: unknown
  reply(endOwnSessions, async (request) => {
    sent = [request.headers.get('x-console-csrf'), request.credentials, await request.json()]
    return ok(security)
  })
  expect(await callConsole(endOwnSessions, { id: null })).toEqual(security)
  expect(sent).toEqual(['csrf-1', 'same-origin', { id: null }])
})

test('a POST before the session was read reads it first', async () => {
  answer(readConsoleSession, { csrf: 'csrf-2', operator: null, isElsewhere: false, isNew: true })
  let token: string | null = ''
  reply(endOwnSessions, ({ headers }) => {
    token = headers.get('x-console-csrf')
    return ok(security)
  })
  await callConsole(endOwnSessions, { id: null })
  expect(token).toBe('csrf-2')
  expect(currentSession()).toMatchObject({ isRead: true, isNew: true })
})

test('a 401 signs out, rejects, and reads why', async () => {
  signIn()
  const session = { operator: sampleOwner, isElsewhere: true, isNew: false }
  answer(readConsoleSession, { ...session, csrf: 'csrf-2' })
  refuse(readSecurity, 'UNAUTHENTICATED')
  const failure = callConsole(readSecurity, {}, { isQuiet: true })
  await expect(failure).rejects.toMatchObject({ status: 401 })
  expect(currentSession().operator).toBeNull()
  await expect.poll(() => currentSession().isElsewhere).toBe(true)
  expect(currentSession()).toMatchObject({ operator: null, csrf: 'csrf-2' })
})

test('a refused token is read again, once, and the call repeated', async () => {
  signIn()
  const session = { operator: sampleOwner, isElsewhere: false, isNew: false }
  answer(readConsoleSession, { ...session, csrf: 'csrf-2' })
  const tokens: unknown[] = []
  reply(endOwnSessions, ({ headers }) => {
    tokens.push(headers.get('x-console-csrf'))
    return tokens.length === 1 ? refusal(403, 'CSRF') : ok(security)
  })
  expect(await callConsole(endOwnSessions, { id: null })).toEqual(security)
  expect(tokens).toEqual(['csrf-1', 'csrf-2'])

  reply(endOwnSessions, () => {
    tokens.push('again')
    return refusal(403, 'CSRF')
  })
  const failure = callConsole(endOwnSessions, { id: null }, { isQuiet: true })
  await expect(failure).rejects.toMatchObject({ code: 'CSRF' })
  expect(tokens.filter((token) => token === 'again')).toHaveLength(2)
})

test('a call that needs a confirmation waits for it and is repeated, unless it is closed', async () => {
  signIn()
  const refused = refuse(removeCode, 'CONFIRMATION_NEEDED')
  const removal = callConsole(removeCode, {})
  await expect.poll(isConfirming).toBe(true)
  expect(refused).toHaveLength(1)
  const received = answer(removeCode, security)
  settleConfirmation(true)
  expect(await removal).toEqual(security)
  expect(received).toHaveLength(1)

  const refusedAgain = refuse(removeCode, 'CONFIRMATION_NEEDED')
  const other = callConsole(removeCode, {}, { isQuiet: true })
  await expect.poll(isConfirming).toBe(true)
  settleConfirmation(false)
  await expect(other).rejects.toMatchObject({ code: 'CONFIRMATION_NEEDED' })
  expect(refusedAgain).toHaveLength(1)
})
