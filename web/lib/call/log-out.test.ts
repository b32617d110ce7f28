import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { answer, leaveUnanswered, refuse, reply } from '../../testing/network.ts'
import { logIn } from '../../testing/site.ts'
import { call } from './call.ts'
import { logOut } from './log-out.ts'
import { currentToasts } from '../toast.ts'

const { logout, sessions } = api.account

test('a read aborted by a log-out that failed is made again', async () => {
  const asked = leaveUnanswered(sessions)
  const reading = call(sessions, {})
  await expect.poll(() => asked).toHaveLength(1)
  refuse(logout, 'DEPENDENCY_DOWN')
  const loggingOut = logOut()
  expect(asked[0]!.aborted).toBe(true)
  const later = call(sessions, {})
  answer(sessions, { list: [] })
  await expect(loggingOut).rejects.toThrow('服务暂时不可用')
  expect(await Promise.all([reading, later])).toEqual([{ list: [] }, { list: [] }])
  expect(asked).toHaveLength(1)
})

test('after a log-out no session-expired toast is shown', async () => {
  const asked = leaveUnanswered(sessions)
  const reading = call(sessions, {})
  await expect.poll(() => asked).toHaveLength(1)
  const ended = Promise.withResolvers<void>()
  reply(logout, async () => {
    await ended.promise
    return Response.json({ statusCode: 200, data: null })
  })
  const loggingOut = logOut()
  const later = call(sessions, {})
  const read = refuse(sessions, 'UNAUTHENTICATED')
  const before = currentToasts()
  ended.resolve()
  await loggingOut
  // calls without a session are still answered, so a read that log-out let continue would be answered by now
  answer(api.recharge.comboList, [])
  await call(api.recharge.comboList, {})
  expect(await Promise.race([reading, later, Promise.resolve('waiting')])).toBe('waiting')
  expect(read).toEqual([])
  expect(currentToasts()).toEqual(before)
})

test('after a new login on the same page reads are made again', async () => {
  answer(logout, null)
  await logOut()
  answer(sessions, { list: [] })
  logIn()
  expect(await call(sessions, {})).toEqual({ list: [] })
})
